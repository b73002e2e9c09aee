"""The bench measures what it says and prints it; no test asserts a time."""

import json
from pathlib import Path
from typing import Any

import pytest

from keptmind.surfaces.cli.bench import main
from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.locomo import dialogues
from keptmind.surfaces.cli.bench.scoring import scoring_of
from keptmind.surfaces.cli.bench.stand import open_stand
from keptmind.surfaces.cli.bench.texts import Texts

MORNING = [
    {"speaker": "Ann", "dia_id": "D1:1", "text": "I planted blueberries behind the shed."},
    {"speaker": "Ben", "dia_id": "D1:2", "text": "My telescope came today!", "blip_caption": "a telescope on a balcony"},
]
EVENING = [
    {"speaker": "Ann", "dia_id": "D2:1", "text": "The violin lesson was moved to Thursday."},
    {"speaker": "Ann", "dia_id": "D2:2", "text": "The violin lesson was moved to Thursday."},
]
ASKED = [
    {"question": "What did Ann plant behind the shed?", "evidence": ["D1:1"], "category": 4},
    {"question": "What came with the balcony?", "evidence": ["D:1:02"], "category": 1},
    {"question": "When is the violin lesson?", "evidence": ["D2:01; D2:2"], "category": 2},
    {"question": "Which violin did Ben sell?", "evidence": ["D2:1"], "category": 5},
    {"question": "Did anybody go to the moon?", "evidence": [], "category": 3},
]


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    """Return a file with one dialogue of two sessions in the form of LoCoMo."""
    conversation: dict[str, Any] = {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_2_date_time": "8:10 pm on 3 June, 2023",
        "session_2": EVENING,
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": MORNING,
    }
    file = tmp_path / "dialogues.json"
    file.write_text(json.dumps([{"sample_id": "conv-1", "conversation": conversation, "qa": ASKED}]), encoding="utf-8")
    return file


def test_a_turn_becomes_a_memory_with_its_date_its_speaker_and_its_picture(spoken: Path) -> None:
    (dialogue,) = dialogues(spoken)

    assert [turn for turn, _ in dialogue.turns] == ["D1:1", "D1:2", "D2:1", "D2:2"]
    assert dialogue.turns[1][1] == "(1:56 pm on 8 May, 2023) Ben: My telescope came today! [image: a telescope on a balcony]"


def test_evidence_is_read_however_it_is_spelled(spoken: Path) -> None:
    (dialogue,) = dialogues(spoken)

    assert [question.evidence for question in dialogue.questions] == [{"D1:1"}, {"D1:2"}, {"D2:1", "D2:2"}, {"D2:1"}, set()]


def test_recall_on_dialogues_is_one_object(spoken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locomo", "--data", str(spoken), "--json", "--folder", str(tmp_path)]) == 0

    told = json.loads(capsys.readouterr().out)
    assert {"recall@5", "recall@10", "recall@20", "by_category", "questions", "outcomes", "search_p50_ms"} <= set(told)
    assert told["questions"] == 3
    assert told["recall@20"] == 1.0
    assert {name: told["by_category"][name]["questions"] for name in told["by_category"]} == {"1": 1, "2": 1, "3": 0, "4": 1, "5": 1}


def test_a_turn_said_twice_is_kept_once_and_counts_for_both(spoken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["locomo", "--data", str(spoken), "--json", "--folder", str(tmp_path)])

    told = json.loads(capsys.readouterr().out)
    assert told["outcomes"] == {"candidate": 0, "created": 3, "refused": 0, "same": 1, "updated": 0}
    assert told["by_category"]["2"]["recall@5"] == 1.0


def test_recall_on_dialogues_is_a_table_for_people(spoken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locomo", "--data", str(spoken), "--folder", str(tmp_path)]) == 0

    told = capsys.readouterr().out
    assert "recall@10" in told
    assert "4 single-hop" in told
    assert "saved: 0 candidate, 3 created, 0 refused, 1 same, 0 updated" in told


@pytest.mark.slow
def test_every_measurement_can_be_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--smoke", "--json", "--folder", str(tmp_path)]) == 0

    told = json.loads(capsys.readouterr().out)
    assert {"size", "cores", "python", "sqlite", "figures"} == set(told)
    assert [figure["name"] for figure in told["figures"] if figure["ours"] is None] == []
    assert len(told["figures"]) == 18
    assert list(tmp_path.iterdir()) == []


def test_the_service_is_measured_beside_an_empty_route(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--smoke", "--json", "--folder", str(tmp_path), "http"]) == 0

    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [figure["unit"] for figure in figures] == ["/s", "ms", "MB"]
    assert all(figure["ours"] > 0 and figure["reference"] > 0 for figure in figures)


def test_the_scoring_statement_is_the_one_that_the_search_ran(tmp_path: Path) -> None:
    with open_stand(tmp_path / "rows.db") as stand:
        stand.save("Ann planted blueberries behind the shed.")

        asked = scoring_of(stand, "Who planted blueberries?")
        unknown = scoring_of(stand, "zeppelin")
        found = stand.search("Who planted blueberries?")

    assert len(asked) == 1
    assert "postings" in asked[0].statement
    assert unknown == []
    assert len(found.hits) == 1


def test_equal_seeds_speak_alike_in_both_languages() -> None:
    said = [text for batch in Texts(7).batches(250, 100) for text in batch]

    assert said == [text for batch in Texts(7).batches(250, 100) for text in batch]
    assert len(said) == len(set(said)) == 250
    assert {text.isascii() for text in said} == {True, False}


def test_a_missed_target_is_called_missed() -> None:
    slow = Figure(name="search", ours=9.0, unit="ms", reference=2.0, beside="alone", target=Target(limit=4, on_ratio=True))
    quick = Figure(name="saves", ours=400.0, unit="/s", reference=2_000.0, target=Target(limit=0.12, on_ratio=True, at_least=True))
    absent = Figure(name="start", ours=None, unit="ms", target=Target(limit=150), note="does not run")

    assert slow.cells() == ("search", "9.00 ms", "2.00 ms alone", "4.50 ×", "≤ 4.00 ×", "missed")
    assert quick.cells() == ("saves", "400 /s", "2,000 /s", "20.0 %", "≥ 12.0 %", "met")
    assert absent.cells() == ("start", "does not run", "", "", "≤ 150 ms", "")
