"""What an answer holds: limits, tokens, whole rows, and the block before a message."""

from typing import Any

import pytest

from engines import a_store
from factories import HandClock, TimedStore, texts
from keptmind import Memory
from keptmind.errors import Invalid
from keptmind.text.tokens import estimate

LONG = "Marmalade is made from Seville oranges, which ripen in January. "


def test_a_search_gives_five_rows_unless_told_otherwise(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"marmalade jar number {number}"} for number in range(9)])

    given = [len(me.search("marmalade")), len(me.search("marmalade", limit=2)), len(me.search("marmalade", limit=50))]

    assert given == [5, 2, 5]


def test_an_installation_may_raise_the_caps() -> None:
    with a_store(search_limit=8, search_tokens=5000) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"marmalade jar number {number}"} for number in range(9)])

        given = [len(me.search("marmalade")), len(me.search("marmalade", limit=50, max_tokens=50_000))]

    assert given == [5, 8]


@pytest.mark.parametrize("tokens", [1, 10, 40, 160, 600])
def test_the_rows_of_a_search_never_cost_more_than_the_tokens(tokens: int, store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"{LONG * 20}jar number {number}"} for number in range(5)])
    me.save("Short marmalade")

    found = me.search("marmalade", max_tokens=tokens)

    assert sum(estimate(hit.text) for hit in found) <= tokens


def test_a_long_row_is_cut_at_a_clause_and_marked(store: Memory) -> None:
    me = store.for_user("A")
    me.save(LONG * 25)

    hit = me.search("marmalade")[0]

    assert estimate(hit.text) <= 160
    assert hit.text.endswith("…")
    assert hit.text.rstrip("… ").endswith(("January", "January.", "oranges", "oranges,"))
    assert hit.memory.content == LONG * 25


def test_a_constraint_is_never_cut(store: Memory) -> None:
    me = store.for_user("A")
    text = "Never serve marmalade with nuts. " * 40
    me.save(text, kind="constraint")

    hit = me.search("marmalade")[0]

    assert estimate(text) > 160
    assert hit.text == text


def test_a_constraint_that_does_not_fit_is_left_out_whole_and_the_next_row_stands(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Never serve marmalade with nuts. " * 20, kind="constraint")
    me.save("Short marmalade")

    found = texts(me.search("marmalade", max_tokens=50))

    assert found == ["Short marmalade"]


@pytest.mark.parametrize(
    "asked",
    [{"limit": 0}, {"limit": -1}, {"limit": "5"}, {"limit": True}, {"max_tokens": 0}, {"max_tokens": 1.5}, {"kinds": []}, {"kinds": "fact"},
     {"kinds": ["memo"]}],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused_by_name(asked: dict[str, Any], store: Memory) -> None:
    with pytest.raises(Invalid) as caught:
        store.for_user("A").search("marmalade", **asked)

    assert caught.value.details["field"] in asked


@pytest.mark.parametrize("query", [None, 7, b"tea", ["tea"]])
def test_a_query_must_be_text(query: Any, store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user("A").search(query)


def test_kinds_narrow_a_search(store: Memory) -> None:
    me = store.for_user("A")
    me.save("marmalade is a fact")
    me.save("marmalade is a goal", kind="goal")

    found = texts(me.search("marmalade", kinds=["goal", "event"]))

    assert found == ["marmalade is a goal"]


def test_a_search_without_a_match_gives_nothing_whatever_the_fallback() -> None:
    with a_store(flags={"context.fallback": "important"}) as store:
        me = store.for_user("A")
        me.save("Never serve nuts", kind="constraint")

        found = me.search("marmalade")

    assert found == []


def test_a_substring_is_found_where_no_word_is(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Keeps supercalifragilistic notes")

    found = texts(me.search("califragi"))

    assert found == ["Keeps supercalifragilistic notes"]


def test_rows_of_the_same_text_in_two_scopes_are_given_once(store: Memory) -> None:
    me = store.for_user("A", workspace="work")
    me.save("likes marmalade")
    me.save("Likes  marmalade", scope="workspace")

    found = me.search("marmalade")

    assert len(found) == 1


def test_an_exact_key_finds_its_row_first(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Breakfast is at eight", key="jam_choice")
    me.save("The jam choice in the shop is large, a jam choice indeed")

    found = texts(me.search("jam-choice"))

    assert found[0] == "Breakfast is at eight"


BLOCK = """<memory-context>
{opening}
## must follow
- [2026-03-02] Never mention nuts (you said)
- [2026-03-02] Answer: in plain words about marmalade (you said)
## relevant facts
- [2026-03-02] Makes marmalade every January (you said)
## recent threads
- [2026-03-02] Order marmalade jars (you said)
## working agreements
- [2026-03-02] Write marmalade recipes as lists (you said)
</memory-context>"""


def test_a_block_in_english_has_its_sections_in_order() -> None:
    with TimedStore(HandClock()) as store:
        me = store.for_user("A")
        me.save("Write marmalade recipes as lists", kind="procedure")
        me.save("Order marmalade jars", kind="task")
        me.save("Makes marmalade every January")
        me.save("in plain words about marmalade", kind="preference", title="Answer")
        me.save("Never mention nuts", kind="constraint")

        block = me.context("How do I make marmalade?")

    opening = block.text.splitlines()[1]
    assert block.text == BLOCK.format(opening=opening)
    assert "not an instruction" in opening
    assert "do not recite" in opening
    assert "must follow" in opening
    assert block.tokens == estimate(block.text)
    assert len(block.hits) == 5


def test_a_block_in_chinese_speaks_chinese() -> None:
    with TimedStore(HandClock()) as store:
        me = store.for_user("A")
        me.save("不要提到坚果", kind="constraint")
        me.save("每年一月做橘子酱", title="习惯")

        block = me.context("怎么做橘子酱？").text

    lines = block.splitlines()
    assert lines[0] == "<memory-context>"
    assert "不是指令" in lines[1]
    assert lines[2:] == [
        "## 必须遵守",
        "- [2026-03-02] 不要提到坚果（你说过）",
        "## 相关事实",
        "- [2026-03-02] 习惯: 每年一月做橘子酱（你说过）",
        "</memory-context>",
    ]


@pytest.mark.parametrize(
    ("said", "setting", "locale", "heading"),
    [
        ("怎么做橘子酱？", None, None, "必须遵守"),
        ("How do I make it?", None, None, "must follow"),
        ("How do I make it?", "zh", None, "必须遵守"),
        ("怎么做橘子酱？", "zh", "en", "must follow"),
    ],
)
def test_the_language_is_as_asked_else_as_set_else_as_spoken(
    said: str, setting: str | None, locale: str | None, heading: str, store: Memory
) -> None:
    me = store.for_user("A")
    me.save("Never mention nuts", kind="constraint")
    me.settings(locale=setting)

    block = me.context(said, locale=locale).text

    assert f"## {heading}\n" in block


@pytest.mark.parametrize("noise", ["", "   ", "?!", "…", "👍", "ok", "thanks", "好的", "收到", "嗯", "。"])
def test_noise_has_no_block(noise: str, store: Memory) -> None:
    me = store.for_user("A")
    me.save("Never mention nuts", kind="constraint")

    block = me.context(noise)

    assert (block.text, block.hits, block.tokens, block.left_out) == ("", (), 0, 0)


def test_a_message_about_something_else_still_brings_what_binds(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Never mention nuts", kind="constraint")
    me.save("Prefers short answers", kind="preference")
    me.save("Makes marmalade every January")

    block = me.context("What is the capital of France?").text

    assert "Never mention nuts" in block
    assert "Prefers short answers" in block
    assert "marmalade" not in block


def test_a_guessed_preference_does_not_bind() -> None:
    with a_store(flags={"consent": "auto"}) as store:
        me = store.for_user("A")
        me.save("Prefers short answers", kind="preference", source="inferred")

        blocks = [me.context(said).text for said in ("What is the capital of France?", "Do I prefer short answers?")]

    assert blocks[0] == ""
    assert "## preferences\n" in blocks[1]
    assert "inferred, unsure" in blocks[1]


@pytest.mark.parametrize(
    ("kind", "most"),
    [("constraint", 8), ("preference", 5), ("fact", 5), ("state", 5), ("goal", 5), ("event", 3), ("task", 3), ("procedure", 4)],
)
def test_of_each_kind_only_so_many_rows_stand_in_a_block(kind: str, most: int) -> None:
    with a_store(context_tokens=20_000) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"marmalade jar number {number}", "kind": kind} for number in range(12)])

        block = me.context("Tell me about marmalade jars", max_tokens=20_000)

    assert len(block.hits) == most


@pytest.mark.parametrize("tokens", [1, 60, 100, 130, 200, 400, 600, 5000])
def test_a_block_never_costs_more_than_its_tokens(tokens: int, store: Memory) -> None:
    me = store.for_user("A")
    for kind in ("constraint", "preference", "fact", "event", "procedure"):
        me.save_many([{"content": f"{kind} marmalade number {number} {LONG * number}"[:1900], "kind": kind} for number in range(1, 5)])

    block = me.context("Tell me about marmalade", max_tokens=tokens)

    assert estimate(block.text) == block.tokens <= min(tokens, 600)
    assert bool(block.text) == bool(block.hits)


def test_what_found_no_room_is_told(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many([{"content": f"marmalade number {number} {LONG * 5}"} for number in range(5)])

    block = me.context("Tell me about marmalade", max_tokens=200)

    assert block.left_out == 5 - len(block.hits) > 0


def test_constraints_leave_room_for_the_rest(store: Memory) -> None:
    me = store.for_user("A")
    me.save_many(
        [{"content": f"Never serve marmalade number {number} {'with nuts or seeds ' * 8}", "kind": "constraint"} for number in range(8)]
    )
    me.save("Makes marmalade every January")

    block = me.context("Tell me about marmalade")

    assert "every January" in block.text
    assert block.left_out > 0


def test_the_last_words_of_the_user_are_what_is_asked(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Makes marmalade every January")
    conversation: list[dict[str, Any]] = [
        {"role": "system", "content": "marmalade"},
        {"role": "user", "content": "Hello there, how are you today?"},
        {"role": "assistant", "content": "marmalade?"},
    ]

    without = me.context(conversation).text
    with_it = me.context(
        [*conversation, {"role": "user", "content": [{"type": "image_url"}, {"type": "text", "text": "About marmalade?"}]}]
    ).text

    assert without == ""
    assert "every January" in with_it


@pytest.mark.parametrize("odd", [None, 7, {"role": "user"}])
def test_a_message_that_is_none_is_refused(odd: Any, store: Memory) -> None:
    with pytest.raises(Invalid):
        store.for_user("A").context(odd)


@pytest.mark.parametrize(
    "odd", [[], [None], [{}], [{"role": "user"}], [{"role": "user", "content": None}], [{"role": "user", "content": [7]}]]
)
def test_a_conversation_without_words_has_no_block(odd: Any, store: Memory) -> None:
    me = store.for_user("A")
    me.save("Never mention nuts", kind="constraint")

    assert me.context(odd).text == ""


def test_a_block_tells_no_id_key_column_or_score(store: Memory) -> None:
    me = store.for_user("A", workspace="work", conversation="c-1234")
    saved = me.save(
        "Makes marmalade every January", key="secret_key", scope="conversation", subject="hidden-subject", tags=["hidden-tag"]
    ).memory
    assert saved is not None

    block = me.context("Tell me about marmalade").text

    for internal in (saved.id, saved.id[:8], "secret_key", "c-1234", "hidden", "default", "revision", "0.9"):
        assert internal not in block


def test_the_important_fallback_adds_a_few_rows_where_nothing_matched() -> None:
    with a_store(flags={"context.fallback": "important"}) as store:
        me = store.for_user("A")
        me.save_many([{"content": f"Fact number {number}"} for number in range(6)])
        me.save("Wants to run a marathon", kind="goal")

        block = me.context("What is the capital of France?")

    assert len(block.hits) == 3
    assert "marathon" in block.text
    assert sum(estimate(hit.text) for hit in block.hits) <= 200


def test_without_a_fallback_nothing_matched_is_nothing_said(store: Memory) -> None:
    me = store.for_user("A")
    me.save("Wants to run a marathon", kind="goal")

    block = me.context("What is the capital of France?")

    assert block.text == ""


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        ({"render.provenance": "none"}, "- [2026-03-02] likes marmalade"),
        ({"render.provenance": "short"}, "- [2026-03-02] likes marmalade (you said)"),
        ({"render.provenance": "full"}, "- [2026-03-02] likes marmalade (you said; 0.90; fact; global)"),
    ],
)
def test_provenance_is_as_set(flags: dict[str, str], line: str) -> None:
    with TimedStore(HandClock(), flags=flags) as store:
        me = store.for_user("A")
        me.save("likes marmalade")

        block = me.context("Tell me about marmalade").text

    assert line in block.splitlines()


def test_a_flat_block_has_no_sections() -> None:
    with TimedStore(HandClock(), flags={"render.mode": "flat"}) as store:
        me = store.for_user("A")
        me.save("Never mention nuts", kind="constraint")
        me.save("likes marmalade")

        block = me.context("Tell me about marmalade").text

    assert "##" not in block
    assert block.splitlines()[2:4] == ["- [2026-03-02] Never mention nuts (you said)", "- [2026-03-02] likes marmalade (you said)"]
