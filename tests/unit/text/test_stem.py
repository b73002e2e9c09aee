import pytest

from keptmind.text.stem import stem


@pytest.mark.parametrize(
    "words",
    [
        "plan plans planned planning",
        "hike hikes hiked hiking",
        "allergy allergies",
        "adopt adopts adopted adopting adoption",
        "agree agrees agreed agreeing",
        "size sized sizing",
        "trouble troubled troubling",
        "conflate conflated",
        "hop hopped hopping",
        "fall falls falling fell",
        "happy happily",
        "class classes",
        "control controll",
        "educate education educational",
        "go goes going went gone",
        "child children",
        "sept september",
    ],
)
def test_forms_of_one_word_share_a_stem(words: str) -> None:
    stems = {stem(word) for word in words.split()}

    assert len(stems) == 1


@pytest.mark.parametrize(
    "words", ["tim time", "car care", "plan plane", "wine win", "not note", "sing sling", "feed fee", "station state", "opinion opine"]
)
def test_different_words_keep_different_stems(words: str) -> None:
    stems = {stem(word) for word in words.split()}

    assert len(stems) == 2


# from the paper's own examples
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("plastered", "plaster"), ("motoring", "motor"), ("filing", "file"),
        ("hissing", "hiss"),
        ("relational", "relat"), ("conditional", "condit"), ("formalize", "formal"), ("electrical", "electr"), ("goodness", "good"),
        ("revival", "reviv"), ("replacement", "replac"), ("effective", "effect"), ("probate", "probat"),
        ("cease", "ceas"), ("roll", "roll"),
    ],
)  # fmt: skip
def test_the_published_examples_come_out_as_published(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_words_of_three_letters_stay() -> None:
    assert [stem(word) for word in ("his", "bus", "red")] == ["his", "bus", "red"]
