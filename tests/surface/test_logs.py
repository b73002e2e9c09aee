"""A log line is one JSON object; what other libraries say of a text, and what an exception carries, is not in it."""

import io
import json
import logging
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from keptmind.errors import StaleRevision
from keptmind.surfaces.http.logs import KNOWN, JsonLines, request_id, to_stderr

MARK = "zqmarker"


def line(name: str, template: object, *given: object, **extra: Any) -> dict[str, Any]:
    """Return what is written of one record."""
    return dict(json.loads(spelled(name, template, *given, **extra)))


def spelled(name: str, template: object, *given: object, error: BaseException | None = None, **extra: Any) -> str:
    told = None if error is None else (type(error), error, error.__traceback__)
    record = logging.getLogger(name).makeRecord(name, logging.WARNING, "/somewhere/pool.py", 42, template, given, told, extra=extra or None)
    return JsonLines().format(record)


def raised(error: Exception) -> Exception:
    """Return an error with a traceback whose locals hold a text."""
    said = MARK
    try:
        assert said
        raise error
    except type(error) as caught:
        return caught


def test_a_line_says_when_how_bad_who_and_what() -> None:
    told = line("keptmind.erasure", "erasures not finished yet: %s", "store-busy", request_id="r-17", count=3)

    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "warning",
        "logger": "keptmind.erasure",
        "message": "erasures not finished yet: store-busy",
        "request_id": "r-17",
        "count": 3,
    }


def test_the_request_that_is_being_answered_is_named() -> None:
    token = request_id.set("r-18")
    try:
        assert line("keptmind", "x")["request_id"] == "r-18"
        assert line("keptmind", "x", request_id="r-19")["request_id"] == "r-19"
    finally:
        request_id.reset(token)
    assert line("keptmind", "x")["request_id"] == ""


def test_only_extras_of_known_names_are_told() -> None:
    told = line("keptmind", "x", rows=2, ids=["id-1", "id-2"], content=MARK, user=MARK, query=MARK)

    assert (told["rows"], told["ids"]) == (2, ["id-1", "id-2"])
    assert MARK not in json.dumps(told)


@pytest.mark.parametrize("name", KNOWN)
def test_an_extra_that_is_more_than_a_value_is_told_by_its_type(name: str) -> None:
    assert line("keptmind", "x", **{name: {"content": MARK}})[name] == "dict"
    assert line("keptmind", "x", **{name: ValueError(MARK)})[name] == "ValueError"
    assert line("keptmind", "x", **{name: [{"content": MARK}, b"x"]})[name] == ["dict", "bytes"]


@pytest.mark.parametrize("name", ["keptmind.http", "asyncio"])
def test_of_an_exception_the_type_and_the_code_are_told_and_nothing_it_carries(name: str) -> None:
    ours = line(name, "failed", error=raised(StaleRevision(current_revision=3)))
    foreign = spelled(name, "failed", error=raised(ValueError(MARK)))

    assert ours["exception"] == {"type": "StaleRevision", "code": "stale-revision"}
    assert json.loads(foreign)["exception"] == {"type": "ValueError"}
    assert MARK not in foreign


@pytest.mark.parametrize(
    ("template", "given", "message"),
    [
        ("error connecting in %r: %s", ("pool-1", MARK), "error connecting in %r: %s"),
        (f"Task exception was never retrieved: ValueError({MARK!r})", (), "a line of another library"),
        (ValueError(MARK), (), "a line of another library"),
        ("%(said)s", ({"said": MARK},), "%(said)s"),
    ],
)
def test_of_what_another_library_logs_the_template_alone_is_told(template: object, given: tuple[object, ...], message: str) -> None:
    told = line("psycopg.pool", template, *given)

    assert (told["message"], told["where"]) == (message, "pool:42")
    assert MARK not in json.dumps(told)


def test_a_call_with_the_wrong_arguments_tells_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert line("keptmind", "%d of %d", MARK)["message"] == "%d of %d"
    assert line("keptmind", "%d", MARK)["message"] == "%d"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("odd", ["a\nb", "a\r\nb", "a\u2028b", "a\x85b", "\ud800", "\x00", "张三 喜欢茶", '"}{"'])
def test_whatever_it_says_a_line_is_one_line_of_utf_8(odd: str) -> None:
    told = spelled("keptmind", "%s", odd, scope=odd, request_id=odd)

    assert len(told.splitlines()) == 1
    assert json.loads(told.encode("utf-8").decode("utf-8"))["message"] == odd


def test_a_line_has_an_end() -> None:
    assert len(spelled("keptmind", "x" * 100_000, scope="y" * 100_000)) < 10_000


@pytest.fixture
def quiet_root() -> Iterator[None]:
    """Put the process's logging back as it was."""
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in ("", "keptmind")}
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(False)


@pytest.mark.usefixtures("quiet_root")
def test_everything_a_process_logs_is_written_once_and_in_this_form() -> None:
    stream = io.StringIO()
    logging.getLogger().addHandler(logging.StreamHandler(io.StringIO()))

    to_stderr(stream=stream)
    logging.getLogger("keptmind.x").info("one")
    logging.getLogger("other").warning("two %s", MARK)
    logging.getLogger("keptmind.x").debug("too fine")
    logging.getLogger("other").info("three %s", MARK)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(MARK, stacklevel=1)

    told = [json.loads(one) for one in stream.getvalue().splitlines()]
    assert [one["logger"] for one in told] == ["keptmind.x", "other", "py.warnings"]
    assert [one["message"] for one in told[:2]] == ["one", "two %s"]
    assert len(logging.getLogger().handlers) == 1
    assert MARK not in stream.getvalue()


def test_a_process_writes_utf_8_whatever_its_locale() -> None:
    program = "from keptmind.surfaces.http.logs import to_stderr; import logging; to_stderr(); logging.getLogger('keptmind').info('张三')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        timeout=60,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)},
    )

    assert json.loads(done.stderr.decode("utf-8"))["message"] == "张三"
    assert done.stdout == b""
