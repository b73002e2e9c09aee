"""The verbs on their main paths, each in a process of its own."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from surface.terminal import CLEAN, Here, Terminal

MEMORY_FIELDS = {
    "memory_id", "memory_key", "content", "category", "scope_type", "scope_id", "workspace_type", "sensitivity", "status", "revision",
    "source", "purposes", "created_at", "updated_at", "expires_at", "expired",
}  # fmt: skip
LOADED = """
import sys
from keptmind.surfaces.cli.program import run
code = run(sys.argv[1:])
print([name for name in sys.modules if name.startswith(("rich", "keptmind.surfaces.cli.bench.")) or name == "keptmind.surfaces.cli.bench"])
print([name for name in sys.modules if name.startswith(("keptmind.write", "keptmind.erase")) or name == "keptmind.policy.admission"])
sys.exit(code)
"""


def test_what_one_process_saves_another_finds_in_either_language(terminal: Terminal) -> None:
    terminal.saved("lin", "Lin keeps her bicycle in the cellar.")
    terminal.saved("lin", "林岳喜欢在清晨学葡萄牙语。")

    english = terminal.as_user("lin", "search", "where is the bicycle")
    chinese = terminal.as_user("lin", "search", "葡萄牙语")

    assert (english.code, chinese.code) == (0, 0)
    assert "Lin keeps her bicycle in the cellar." in english.out
    assert "林岳喜欢在清晨学葡萄牙语。" in chinese.out
    assert "bicycle" not in chinese.out


def test_a_saved_memory_is_told_under_the_names_of_the_interfaces(here: Here) -> None:
    memory = here.saved(
        "lin", "Short answers at work.", "--kind", "preference", "--key", "Answer Length", "--workspace", "work", "--scope", "workspace"
    )

    assert set(memory) >= MEMORY_FIELDS
    assert (memory["memory_key"], memory["category"], memory["revision"]) == ("answer_length", "preference", 1)
    assert (memory["scope_type"], memory["scope_id"], memory["workspace_type"]) == ("workspace", "work", "work")
    assert memory["created_at"].endswith("+00:00")


def test_saving_it_again_is_the_same_and_a_new_word_under_its_key_a_revision(here: Here) -> None:
    first = here.saved("lin", "Lin drinks green tea.", "--key", "drink")

    again = here.as_user("lin", "save", "--json", "Lin drinks green tea.", "--key", "drink")
    changed = here.as_user("lin", "save", "--json", "Lin drinks black coffee.", "--key", "drink")

    assert (again.shape["outcome"], again.shape["memory"]["revision"]) == ("same", 1)
    assert (changed.shape["outcome"], changed.shape["memory"]["revision"]) == ("updated", 2)
    assert changed.shape["memory"]["memory_id"] == first["memory_id"]


def test_what_is_piped_in_is_kept_without_its_last_line_end(terminal: Terminal) -> None:
    said = terminal.as_user("lin", "save", "--json", "-", piped="two lines\nof text 🙂\n".encode())

    assert said.shape["memory"]["content"] == "two lines\nof text 🙂"


def test_a_workspace_is_a_wall(here: Here) -> None:
    here.saved("lin", "The signature is blue.", "--workspace", "work", "--scope", "workspace")

    outside = here.as_user("lin", "search", "signature", "--json")
    inside = here.as_user("lin", "search", "signature", "--json", "--workspace", "work")

    assert outside.shape["hits"] == []
    assert [hit["memory"]["content"] for hit in inside.shape["hits"]] == ["The signature is blue."]


def test_hits_carry_their_score_and_where_asked_its_parts(here: Here) -> None:
    here.saved("lin", "Lin plays the cello.")

    plain = here.as_user("lin", "search", "cello", "--json").shape["hits"][0]
    explained = here.as_user("lin", "search", "cello", "--json", "--explain").shape["hits"][0]

    assert 0 < plain["score"] <= 1
    assert plain["factors"] is None
    assert set(explained["factors"]) == {"lexical", "recency", "importance", "confidence", "review"}
    assert plain["text"] == plain["memory"]["content"]


def test_a_search_that_finds_nothing_says_so_and_succeeds(here: Here) -> None:
    said = here.as_user("lin", "search", "submarine")

    assert (said.code, said.out, said.err) == (0, "nothing found\n", "")


def test_a_search_may_be_narrowed_by_kind_and_limit(here: Here) -> None:
    here.saved("lin", "Lin plans a garden with roses.", "--kind", "goal")
    here.saved("lin", "Lin has a garden with tulips.")
    here.saved("lin", "Lin paints the garden fence.")

    goals = here.as_user("lin", "search", "garden", "--json", "--kind", "goal").shape["hits"]
    one = here.as_user("lin", "search", "garden", "--json", "--limit", "1").shape

    assert [hit["memory"]["category"] for hit in goals] == ["goal"]
    assert (len(one["hits"]), one["applied_limit"]) == (1, 1)


def test_a_context_block_goes_to_standard_output(terminal: Terminal) -> None:
    terminal.saved("lin", "讲解时不要用公式。", "--kind", "constraint")

    said = terminal.as_user("lin", "context", "请讲解一下重力")
    shape = terminal.as_user("lin", "context", "请讲解一下重力", "--json").shape["context"]

    assert said.out.startswith("<memory-context>\n")
    assert "讲解时不要用公式。" in said.out
    assert said.out == shape["text"] + "\n"
    assert set(shape) == {"text", "tokens", "left_out", "hits"}


def test_an_empty_block_is_said_aside_so_that_nothing_is_put_before_the_message(here: Here) -> None:
    said = here.as_user("lin", "context", "ok")

    assert (said.code, said.out) == (0, "")
    assert said.err == "keptmind: nothing to put before this message\n"


def test_a_memory_can_be_corrected_paused_retired_and_brought_back(here: Here) -> None:
    memory = here.saved("lin", "Lin rides a bus.")["memory_id"]

    updated = here.as_user("lin", "update", memory, "--expected-revision", "1", "--content", "Lin rides a tram.", "--json")
    paused = here.as_user("lin", "suppress", memory, "--json")
    hidden = here.as_user("lin", "search", "tram", "--json")
    retired = here.as_user("lin", "archive", memory, "--json")
    back = here.as_user("lin", "restore", memory, "--json")
    found = here.as_user("lin", "search", "tram", "--json")

    states = [(said.shape["memory"]["revision"], said.shape["memory"]["status"]) for said in (updated, paused, retired, back)]
    assert states == [(2, "active"), (3, "suppressed"), (4, "archived"), (5, "active")]
    assert hidden.shape["hits"] == []
    assert found.shape["hits"][0]["memory"]["content"] == "Lin rides a tram."


def test_an_update_clears_with_an_empty_text_and_leaves_the_rest(here: Here) -> None:
    memory = here.saved("lin", "Lin rides a bus.", "--title", "Commute", "--tag", "city")

    said = here.as_user("lin", "update", memory["memory_id"], "--expected-revision", "1", "--title", "", "--json")

    assert said.shape["memory"]["title"] is None
    assert said.shape["memory"]["tags"] == ["city"]
    assert said.shape["memory"]["content"] == "Lin rides a bus."


def test_show_tells_every_field_to_people_and_programs(here: Here) -> None:
    memory = here.saved("lin", "Lin rides a bus.", "--title", "Commute")

    plain = here.as_user("lin", "show", memory["memory_id"])
    shape = here.as_user("lin", "show", memory["memory_id"], "--json").shape

    assert "title: Commute\n" in plain.out
    assert "content: Lin rides a bus.\n" in plain.out
    assert shape == {"memory": memory}


def test_a_list_goes_on_where_its_page_ended(here: Here) -> None:
    texts = [f"Lin knows song number {number}." for number in range(3)]
    for text in texts:
        here.saved("lin", text)

    first = here.as_user("lin", "list", "--limit", "2", "--json").shape
    rest = here.as_user("lin", "list", "--limit", "2", "--json", "--cursor", first["next_cursor"]).shape

    assert [item["content"] for item in first["items"] + rest["items"]] == texts
    assert (first["has_more"], first["applied_limit"]) == (True, 2)
    assert (rest["has_more"], rest["next_cursor"]) == (False, None)


def test_a_list_may_be_narrowed(here: Here) -> None:
    here.saved("lin", "Lin wants to see a comet.", "--kind", "goal")
    here.saved("lin", "Lin owns a telescope.")

    goals = here.as_user("lin", "list", "--kind", "goal", "--json").shape["items"]
    named = here.as_user("lin", "list", "--text", "TELESCOPE", "--json").shape["items"]
    none = here.as_user("lin", "list", "--status", "archived")

    assert [item["category"] for item in goals] == ["goal"]
    assert [item["content"] for item in named] == ["Lin owns a telescope."]
    assert none.out == "no memories\n"


def test_stats_count_what_is_kept(here: Here) -> None:
    here.saved("lin", "Lin wants to see a comet.", "--kind", "goal")
    here.saved("lin", "Lin owns a telescope.")

    plain = here.as_user("lin", "stats")
    counted = here.as_user("lin", "stats", "--json").shape["stats"]

    assert plain.out.startswith("memories: 2, expired among them: 0")
    assert (counted["total"], counted["by_kind"]["goal"], counted["by_kind"]["fact"]) == (2, 1, 1)


def test_forgetting_shows_the_stages_and_the_receipt_and_leaves_no_byte(terminal: Terminal) -> None:
    memory = terminal.saved("lin", "The kite is called Quillfeather.")["memory_id"]
    before = terminal.every_byte()

    said = terminal.as_user("lin", "forget", memory, "--yes")
    after = terminal.every_byte()

    assert said.code == 0
    assert "bytes gone from this machine" in said.out.splitlines()[0]
    assert said.out.splitlines()[-1].startswith("receipt ")
    assert b"Quillfeather" in before
    assert b"Quillfeather" not in after
    assert terminal.as_user("lin", "show", memory).code == 4


def test_the_receipt_is_told_to_programs_without_content(here: Here) -> None:
    memory = here.saved("lin", "The kite is called Quillfeather.")["memory_id"]

    said = here.as_user("lin", "forget", memory, "--yes", "--json")

    deletion = said.shape["deletion"]
    assert (deletion["state"], deletion["count"], deletion["memory_ids"]) == ("bytes_gone", 1, [memory])
    assert {step["state"] for step in deletion["steps"]} == {"done"}
    assert set(deletion["receipt"]) == {"operation", "memories", "requested_at", "bytes_gone_at", "statement"}
    assert "Quillfeather" not in said.out


def test_what_was_erased_is_listed_with_its_stages_and_receipts(here: Here) -> None:
    nothing = here.as_user("lin", "deletions")
    forgotten = [
        here.as_user("lin", "forget", here.saved("lin", text)["memory_id"], "--yes", "--json") for text in ("A red kite.", "A drum.")
    ]

    told, chinese = here.as_user("lin", "deletions"), here.as_user("lin", "deletions", "--locale", "zh")
    listed = here.as_user("lin", "deletions", "--json").shape["deletions"]

    assert nothing.out == "no erasures\n"
    assert listed == [said.shape["deletion"] for said in forgotten]
    assert told.out.count("bytes gone from this machine") == 4
    assert [line.split()[0] for line in told.out.splitlines() if not line.startswith(("  ", "receipt"))] == [
        one["deletion_id"] for one in listed
    ]
    assert "  bytes: done (rewritten)\n" in told.out
    assert "  步骤 bytes：done（已重写）\n" in chinese.out
    assert here.as_user("wen", "deletions", "--json").shape == {"deletions": []}


def test_an_erasure_that_is_held_up_says_how_to_ask_later(here: Here) -> None:
    memory = here.saved("lin", "The kite is red.")["memory_id"]
    with closing(sqlite3.connect(here.file)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM memories").fetchone()
        held = here.as_user("lin", "forget", memory, "--yes")
    later = here.as_user("lin", "deletions")

    assert held.out.splitlines()[-1] == "keptmind deletions tells later how far it has come, and gives the receipt"
    assert later.out.splitlines()[-1].startswith("receipt ")


@pytest.mark.parametrize("answer", [b"", b"n\n", b"\n"], ids=["nobody-there", "no", "nothing"])
def test_nothing_is_erased_without_a_yes(here: Here, answer: bytes) -> None:
    memory = here.saved("lin", "The kite is red.")["memory_id"]

    said = here.as_user("lin", "forget", memory, piped=answer)

    assert (said.code, said.out) == (2, "")
    assert said.err == "keptmind: nothing was erased: it was not confirmed (--yes) [not-confirmed]\n"
    assert here.as_user("lin", "show", memory).code == 0


def test_a_yes_that_is_piped_in_counts(terminal: Terminal) -> None:
    memory = terminal.saved("lin", "The kite is red.")["memory_id"]

    said = terminal.as_user("lin", "forget", memory, piped=b"y\n")

    assert said.code == 0
    assert terminal.as_user("lin", "show", memory).code == 4


def test_everything_is_erased_only_by_naming_the_user_again(here: Here) -> None:
    here.saved("lin", "The kite is red.")
    here.saved("wen", "The boat is blue.")

    wrong = here.as_user("lin", "forget", "--all", "--confirm", "wen")
    left = here.as_user("lin", "stats", "--json")
    right = here.as_user("lin", "forget", "--all", "--confirm", "lin", "--json")

    assert (wrong.code, left.shape["stats"]["total"]) == (2, 1)
    assert right.shape["deletion"]["count"] == 1
    assert here.as_user("lin", "list").out == "no memories\n"
    assert here.as_user("wen", "stats", "--json").shape["stats"]["total"] == 1


def test_erasing_everything_where_there_is_nothing_is_no_operation(here: Here) -> None:
    said = here.as_user("lin", "forget", "--all", "--confirm", "lin")

    assert (said.code, said.out) == (0, "there was nothing to erase\n")


def test_flags_tell_their_value_and_where_it_comes_from(here: Here) -> None:
    set_once = Here(here.folder, {"KEPTMIND_FLAGS": "render.mode=flat"})

    found = {flag["name"]: flag for flag in set_once.run("flags", "--preset", "careful", "--json").shape["flags"]}

    assert found["render.mode"] == {"name": "render.mode", "value": "flat", "origin": "setting"}
    assert found["scopes.enabled"]["value"] == "global+workspace"
    assert found["scopes.enabled"]["origin"] == "preset careful"
    assert not here.file.exists()


def test_the_doctor_finds_a_sound_store_sound_and_a_damaged_one_damaged(here: Here) -> None:
    here.saved("lin", "The kite is red.")

    sound = here.run("doctor", "--json")
    with closing(sqlite3.connect(here.file)) as connection, connection:
        connection.execute("DELETE FROM postings")
    damaged = here.run("doctor", "--json")

    assert (sound.code, sound.shape["ok"]) == (0, True)
    assert (damaged.code, damaged.shape["ok"]) == (1, False)
    assert [finding for finding in damaged.shape["findings"] if not finding["ok"]] != []
    assert set(damaged.shape["findings"][0]) == {"check", "ok", "count", "note"}


def test_the_doctor_repairs_what_is_derived_and_says_what_is_left(here: Here) -> None:
    here.saved("lin", "The kite is red.")
    with closing(sqlite3.connect(here.file)) as connection, connection:
        connection.execute("DELETE FROM postings")
    repaired, again = here.run("doctor", "--repair", "--json"), here.run("doctor", "--repair")
    with closing(sqlite3.connect(here.file)) as connection, connection:
        connection.execute("UPDATE evidence SET memory_id = 'ghost'")
    left, told = here.run("doctor", "--repair", "--json"), here.run("doctor", "--repair", "--locale", "zh")

    assert (repaired.code, repaired.shape["ok"], repaired.shape["mended"], repaired.shape["left"]) == (0, True, {"rows": 1}, [])
    assert [finding["check"] for finding in repaired.shape["before"] if not finding["ok"]] == ["index-out-of-date"]
    assert all(finding["ok"] for finding in repaired.shape["findings"])
    assert again.code == 0
    assert "nothing was to be mended" in again.out
    assert (left.code, left.shape["ok"], left.shape["mended"], left.shape["left"]) == (1, False, {}, ["evidence-without-row"])
    assert told.code == 1
    assert "未修复  evidence-without-row：1" in told.out


def test_migrate_says_which_schema_stands(here: Here) -> None:
    plain, shape = here.run("migrate"), here.run("migrate", "--json").shape

    assert shape["schema_version"] >= 1
    assert plain.out == f"schema version {shape['schema_version']}\n"


def test_the_environment_may_name_the_store_and_the_user(terminal: Terminal) -> None:
    elsewhere = Terminal(terminal.folder, {"KEPTMIND_URL": f"sqlite:///{terminal.folder}/elsewhere.db", "KEPTMIND_USER": "lin"})

    said = elsewhere.run("save", "The kite is red.")

    assert said.code == 0
    assert (terminal.folder / "elsewhere.db").exists()
    assert not terminal.file.exists()


@pytest.mark.parametrize("environment", [{"LANG": "zh_CN.UTF-8"}, {"LANG": "en_US.UTF-8", "LC_ALL": "zh_TW.UTF-8"}], ids=["LANG", "LC_ALL"])
def test_the_language_is_that_of_the_environment(here: Here, environment: dict[str, str]) -> None:
    said = Here(here.folder, environment).as_user("lin", "search", "submarine")

    assert said.out == "没有找到\n"


def test_a_language_that_is_asked_for_wins(here: Here) -> None:
    chinese = Here(here.folder, {"LANG": "zh_CN.UTF-8"})

    assert chinese.as_user("lin", "search", "submarine", "--locale", "en").out == "nothing found\n"


def test_a_search_loads_neither_the_bench_nor_help_nor_what_only_writing_needs(terminal: Terminal) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "search", "tea", "--user", "lin"],
        cwd=terminal.folder, env=CLEAN, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip

    assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


@pytest.mark.parametrize("words", [(), ("--help",), ("save", "--help")], ids=["nothing", "help", "help-of-a-verb"])
def test_help_is_given_where_it_is_asked_for(here: Here, words: tuple[str, ...]) -> None:
    said = here.run(*words)

    assert said.code == 0
    assert "keptmind" in said.out
    assert said.err == ""
