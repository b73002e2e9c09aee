"""What cannot be done is said in one line with its code, in the person's language, and never as a traceback."""

import base64
import subprocess

import pytest

from surface.terminal import CLEAN, PROGRAM, Here, Said, Terminal

UNKNOWN = "01a22c5e-258b-7d1e-9ebb-32718b8d68af"
PRIVATE_WORDS = "Zanzibarian walnuts"


def is_one_line(said: Said, code: str) -> bool:
    """Tell whether nothing was said but one line on standard error that ends with this code."""
    return said.out == "" and said.err.count("\n") == 1 and said.err.startswith("keptmind: ") and said.err.endswith(f"[{code}]\n")


def test_without_a_user_the_field_is_named_and_no_file_is_made(terminal: Terminal) -> None:
    said = terminal.run("save", "The kite is red.")

    assert said.code == 2
    assert is_one_line(said, "missing-identity")
    assert "user_id" in said.err
    assert "--user or KEPTMIND_USER" in said.err
    assert list(terminal.folder.iterdir()) == []


@pytest.mark.parametrize("user", ["", "   ", "\u3000"], ids=["empty", "blank", "wide-blank"])
def test_a_blank_user_is_no_user(here: Here, user: str) -> None:
    said = here.run("search", "tea", "--user", user, "--json")

    assert said.code == 2
    assert said.shape["error"]["code"] == "missing-identity"
    assert said.shape["error"]["details"]["field"] == "user_id"


@pytest.mark.parametrize("verb", ["show", "suppress", "archive", "restore", "forget", "update"])
def test_what_is_anothers_looks_exactly_like_what_does_not_exist(here: Here, verb: str) -> None:
    foreign = here.saved("wen", "The boat is blue.")["memory_id"]
    more = {"forget": ["--yes"], "update": ["--expected-revision", "1", "--content", "mine now"]}.get(verb, [])

    theirs = here.as_user("lin", verb, foreign, *more)
    nobodys = here.as_user("lin", verb, UNKNOWN, *more)

    assert theirs.code == 4
    assert is_one_line(theirs, "memory-not-found")
    assert theirs == nobodys
    assert here.as_user("wen", "show", foreign).code == 0


@pytest.mark.parametrize("text", ["x" * 2_001, "龙" * 2_001], ids=["latin", "chinese"])
def test_a_text_of_2001_characters_is_too_long(terminal: Terminal, text: str) -> None:
    typed = terminal.as_user("lin", "save", text, "--json")
    piped = terminal.as_user("lin", "save", "-", "--json", piped=text.encode())

    assert (typed.code, typed.out) == (piped.code, piped.out)
    assert typed.shape["error"]["code"] == "text-too-long"
    assert typed.shape["error"]["details"] == {"field": "content", "limit": 2_000, "size": 2_001}


def test_a_text_of_2000_characters_comes_back_equal(here: Here) -> None:
    text = ("龙🙂é" * 700)[:2_000]

    assert here.saved("lin", text)["content"] == text


def test_a_key_of_129_characters_is_too_long_and_one_of_128_is_not(terminal: Terminal) -> None:
    said = terminal.as_user("lin", "save", "The kite is red.", "--key", "k" * 129)

    assert said.code == 2
    assert is_one_line(said, "text-too-long")
    assert terminal.saved("lin", "The kite is red.", "--key", "k" * 128)["memory_key"] == "k" * 128


def test_a_nul_through_a_pipe_is_refused(terminal: Terminal) -> None:
    said = terminal.as_user("lin", "save", "-", piped=b"before\0after")

    assert said.code == 2
    assert is_one_line(said, "nul-character")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_stream_that_is_closed_before_the_start_is_no_failure(closed: str, terminal: Terminal) -> None:
    line = f"exec {PROGRAM} save 'I like tea' --user lin {closed}"  # a shell is what closes it

    ended = subprocess.run(line, shell=True, check=False, cwd=terminal.folder, env={**CLEAN, **terminal.environment}, timeout=60)

    assert ended.returncode == 0
    assert [row["content"] for row in terminal.as_user("lin", "list", "--json").shape["items"]] == ["I like tea"]


@pytest.mark.parametrize("piped", [b"", b"\n", "\u200b\u200b".encode()], ids=["nothing", "a-line-end", "invisible"])
def test_an_empty_text_is_refused(here: Here, piped: bytes) -> None:
    said = here.as_user("lin", "save", "-", piped=piped)

    assert said.code == 2
    assert is_one_line(said, "text-empty")


def test_broken_bytes_become_the_replacement_character_on_either_way_in(terminal: Terminal) -> None:
    piped = terminal.as_user("lin", "save", "-", "--json", piped=b"caf\xff is open")
    typed = subprocess.run(
        [PROGRAM.encode(), b"save", b"--user", b"wen", b"--json", b"caf\xff is open"],
        cwd=terminal.folder, env=CLEAN, capture_output=True, timeout=120, check=True,
    )  # fmt: skip

    assert piped.shape["memory"]["content"] == "caf\ufffd is open"
    assert "caf\ufffd is open" in typed.stdout.decode()


@pytest.mark.parametrize("environment", [{"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"}], ids=str)
def test_every_script_comes_back_equal_in_any_locale(terminal: Terminal, environment: dict[str, str]) -> None:
    text = "林岳养了一只猫 🐈‍⬛ שלום עולם e\u0301 ＡＢＣ １２３"
    plain = Terminal(terminal.folder, environment)

    typed = plain.as_user("lin", "save", text, "--json").shape["memory"]
    piped = plain.as_user("wen", "save", "-", "--json", piped=text.encode()).shape["memory"]
    shown = plain.as_user("lin", "show", typed["memory_id"])

    assert typed["content"] == text
    assert piped["content"] == text
    assert f"content: {text}\n" in shown.out


def test_anothers_id_and_an_unknown_one_look_alike_to_a_process(terminal: Terminal) -> None:
    foreign = terminal.saved("wen", "The boat is blue.")["memory_id"]

    theirs, nobodys = (terminal.as_user("lin", "show", memory) for memory in (foreign, UNKNOWN))

    assert (theirs.code, theirs) == (4, nobodys)


def test_a_forged_cursor_is_refused_by_a_process(terminal: Terminal) -> None:
    said = terminal.as_user("lin", "list", "--cursor", "bm90aGluZw")

    assert said.code == 2
    assert is_one_line(said, "invalid-cursor")


def test_a_stale_revision_changes_nothing_and_tells_what_stands(terminal: Terminal) -> None:
    memory = terminal.saved("lin", "The kite is red.")["memory_id"]
    terminal.as_user("lin", "update", memory, "--expected-revision", "1", "--content", "The kite is green.")

    said = terminal.as_user("lin", "update", memory, "--expected-revision", "1", "--content", "The kite is blue.", "--json")

    assert said.code == 5
    assert said.shape["error"]["code"] == "stale-revision"
    assert said.shape["error"]["details"]["current_revision"] == 2
    assert terminal.as_user("lin", "show", memory, "--json").shape["memory"]["content"] == "The kite is green."


@pytest.mark.parametrize("forged", ["x", "...", base64.urlsafe_b64encode(b"01a22c5e.0000000000000000").decode(), "é"], ids=str)
def test_a_forged_cursor_is_refused(here: Here, forged: str) -> None:
    said = here.as_user("lin", "list", "--cursor", forged)

    assert said.code == 2
    assert is_one_line(said, "invalid-cursor")


def test_a_cursor_of_another_user_is_refused(here: Here) -> None:
    for text in ("The kite is red.", "The boat is blue."):
        here.saved("wen", text)
    theirs = here.as_user("wen", "list", "--limit", "1", "--json").shape["next_cursor"]

    said = here.as_user("lin", "list", "--cursor", theirs)

    assert said.code == 2
    assert is_one_line(said, "invalid-cursor")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("remember", PRIVATE_WORDS), "invalid"),
        ((PRIVATE_WORDS,), "invalid"),
        (("save", "a", PRIVATE_WORDS), "invalid"),
        (("save", f"--{PRIVATE_WORDS}"), "unknown-field"),
        (("save", "--bogus", PRIVATE_WORDS), "unknown-field"),
        (("save", "--user"), "invalid-field"),
        (("save",), "invalid-field"),
        (("update", UNKNOWN, "--user", "lin", "--content", PRIVATE_WORDS), "invalid-field"),
        (("search", "tea", "--user", "lin", "--limit", PRIVATE_WORDS), "invalid-field"),
        (("search", "tea", "--user", "lin", "--limit", "0"), "invalid-field"),
        (("search", "tea", "--user", "lin", "--limit", "-1"), "invalid-field"),
        (("save", "x", "--user", "lin", "--kind", PRIVATE_WORDS), "unknown-word"),
        (("save", "x", "--user", "lin", "--purposes", ""), "no-purposes"),
        (("save", "x", "--user", "lin", "--expires-at", PRIVATE_WORDS), "invalid-time"),
        (("save", "x", "--user", "lin", "--scope", "workspace"), "scope-needs-route"),
        (("save", "x", "--user", "lin", "--workspace", PRIVATE_WORDS), "unknown-workspace"),
        (("save", "x", "--user", "lin", "--key", "workspace:work"), "key-encodes-scope"),
        (("search", "tea", "--user", "lin", "--mode", PRIVATE_WORDS), "unknown-word"),
        (("search", "tea", "--user", "lin", "--locale", "fr"), "unknown-word"),
        (("search", "tea", "--user", "lin", "--url", "oracle://x"), "invalid-settings"),
        (("flags", "--preset", PRIVATE_WORDS), "invalid-settings"),
        (("update", UNKNOWN, "--user", "lin", "--expected-revision", "1"), "invalid-field"),
        (("forget", "--user", "lin"), "invalid-field"),
        (("forget", UNKNOWN, "--user", "lin", "--all", "--confirm", "lin"), "invalid-field"),
        (("forget", UNKNOWN, "--user", "lin", "--confirm", "lin"), "invalid-field"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else value,
)
def test_what_is_mistyped_is_told_in_one_line_that_does_not_repeat_it(here: Here, words: tuple[str, ...], code: str) -> None:
    said = here.run(*words)

    assert said.code == 2
    assert is_one_line(said, code)
    assert PRIVATE_WORDS not in said.err


def test_a_command_line_that_cannot_be_read_is_told_as_json_and_in_chinese_where_asked(here: Here) -> None:
    said = here.run("save", "--json", "--locale", "zh")

    assert (said.code, said.err) == (2, "")
    assert said.shape == {
        "error": {"code": "invalid-field", "message": "content 无效：没有给出", "details": {"field": "content", "problem": "missing"}}
    }


def test_an_error_is_told_in_the_language_of_the_environment(here: Here) -> None:
    said = Here(here.folder, {"LANG": "zh_CN.UTF-8"}).as_user("lin", "show", UNKNOWN)

    assert said.err == "keptmind: 在你能看到的范围内没有这条记忆 [memory-not-found]\n"


def test_a_secret_is_refused_and_its_redacted_wording_offered(terminal: Terminal) -> None:
    said = terminal.as_user("lin", "save", "my router password is Tulip!Garden42")
    shape = terminal.as_user("lin", "save", "my router password is Tulip!Garden42", "--json")

    assert (said.code, shape.code) == (3, 3)
    assert said.err.endswith("[secret]\n")
    assert said.out.startswith("it could be kept as: my router password is ")
    assert (shape.shape["outcome"], shape.shape["rule"], shape.shape["memory"]) == ("refused", "secret", None)
    assert "Tulip" not in said.out + said.err + shape.out + shape.err
    assert b"Tulip" not in terminal.every_byte()


def test_what_is_sensitive_needs_consent(here: Here) -> None:
    without = here.as_user("lin", "save", "林岳对青霉素过敏。")
    kept = here.saved("lin", "林岳对青霉素过敏。", "--consent")

    assert without.code == 3
    assert is_one_line(without, "consent-required")
    assert (kept["sensitivity"], kept["consent"]["destinations"]) == ("restricted", ["local"])


def test_an_isolated_conversation_refuses(here: Here) -> None:
    said = here.as_user("lin", "search", "tea", "--mode", "isolated")

    assert said.code == 3
    assert is_one_line(said, "isolated-conversation")


def test_a_store_that_cannot_be_opened_is_unavailable(here: Here) -> None:
    here.file.mkdir()

    said = here.as_user("lin", "search", "tea")

    assert said.code == 6
    assert is_one_line(said, "store-failed")


def test_a_file_that_is_no_database_is_unavailable_and_left_as_it_is(here: Here) -> None:
    here.file.write_bytes(b"a shopping list, not a database, " * 100)

    said = here.as_user("lin", "save", "The kite is red.")

    assert said.code == 6
    assert is_one_line(said, "store-failed")
    assert here.file.read_bytes() == b"a shopping list, not a database, " * 100


def test_what_would_move_the_terminal_is_spelled_out_for_people_and_kept_for_programs(terminal: Terminal) -> None:
    text = "red \x1b[31mkite\u202e!"
    memory = terminal.saved("lin", text)

    plain = terminal.as_user("lin", "list")

    assert memory["content"] == text
    assert "red \\x1b[31mkite\\u202e!" in plain.out
    assert "\x1b" not in plain.out


def test_a_reader_who_leaves_early_is_no_error(terminal: Terminal) -> None:
    terminal.saved("lin", "The kite is red.")

    done = subprocess.run(
        ["/bin/sh", "-c", f"'{PROGRAM}' list --user lin | true"],
        cwd=terminal.folder, env=CLEAN, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert done.stderr == ""
