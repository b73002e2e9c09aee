"""Text that goes through every door stands in no log, no audit row, no error and no repr."""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factories import a_url, rows
from keptmind import Consent, Memory
from keptmind.errors import KeptmindError

MARK = "zqmarker"
SAID = f"{MARK} likes marmalade"
SECRET = f"{MARK} password: sk-TESTTESTTESTTESTTEST1234"


def doors(store: Memory) -> list[Callable[[], object]]:
    me = store.for_user("A", workspace="work")
    saved = me.save(SAID, title=MARK, key=MARK, subject=MARK, tags=[MARK], reason=MARK).memory
    assert saved is not None
    forgotten = me.save(f"{SAID} and quinces").memory
    assert forgotten is not None
    return [
        lambda: saved,
        lambda: me,
        lambda: store,
        lambda: store.group("g1"),
        lambda: me.save(SAID),
        lambda: me.save(f"{SAID} very much", source="inferred"),
        lambda: me.save(SECRET),
        lambda: me.save(f"I am allergic to {MARK}"),
        lambda: me.save(f"I am allergic to {MARK} and penicillin", consent=True),
        lambda: me.save(f"{MARK}\0"),
        lambda: me.save(MARK * 500),
        lambda: me.save(SAID, key=f"user:{MARK}"),
        lambda: me.save(SAID, key=MARK * 40),
        lambda: me.save(SAID, title=MARK * 40),
        lambda: me.save(SAID, tags=[MARK * 40]),
        lambda: me.save(SAID, kind=MARK),
        lambda: me.save(SAID, scope=MARK),
        lambda: me.save(SAID, source=MARK),
        lambda: me.save(SAID, sensitivity=MARK),
        lambda: me.save(SAID, purposes=[MARK]),
        lambda: me.save(SAID, share=MARK),
        lambda: me.save(SAID, share="group:g1"),
        lambda: me.save(SAID, expires_at=MARK),
        lambda: me.save(SAID, valid_from=MARK),
        lambda: me.save(SAID, consent=Consent(purposes=(MARK,), destinations=("local",))),
        lambda: me.save(SAID, target=MARK),
        lambda: me.save_many([{"content": SAID}, {"content": MARK * 500}]),
        lambda: me.search(MARK),
        lambda: me.search(MARK, explain=True),
        lambda: me.search(SAID, kinds=[MARK]),
        lambda: me.search(SAID, fields=[MARK]),
        lambda: me.context(f"Tell me about {MARK} marmalade"),
        lambda: me.context(SAID, locale=MARK),
        lambda: me.core_block(),
        lambda: me.core_block(MARK),
        lambda: me.search(SAID, as_of="2026-01-01"),
        lambda: me.search(SAID, as_of=MARK),
        lambda: me.grep(MARK),
        lambda: me.grep(MARK, regex=True),
        lambda: me.grep(f"({MARK}", regex=True),
        lambda: me.grep(rf"({MARK})\1", regex=True),
        lambda: me.grep(MARK * 100),
        lambda: me.grep(SAID, kind=MARK),
        lambda: me.grep(SAID, cursor=MARK),
        lambda: me.list(text=MARK),
        lambda: me.list(cursor=MARK),
        lambda: me.list(kind=MARK),
        lambda: me.list(scope=MARK),
        lambda: me.get(MARK),
        lambda: me.get(saved.id),
        lambda: me.stats(),
        lambda: me.update(saved.id, expected_revision=9, content=SAID),
        lambda: me.update(saved.id, expected_revision=1, content=SECRET),
        lambda: me.update(saved.id, expected_revision=1, content=MARK * 500),
        lambda: me.update(saved.id, expected_revision=1, content=f"{SAID} twice"),
        lambda: me.suppress(saved.id),
        lambda: me.save(f"{SAID} again", key=MARK),
        lambda: me.restore(saved.id),
        lambda: me.forget(forgotten.id),
        lambda: me.save(f"{SAID} and quinces", source="imported"),
        lambda: me.forget(MARK),
        lambda: me.forget_all(confirm=MARK),
        lambda: me.deletions(),
        lambda: me.settings(locale=MARK),
        lambda: me.settings(time_zone=MARK),
        lambda: store.for_user("A", workspace=MARK),
        lambda: store.for_user("A", mode=MARK),
        lambda: store.for_user("A", purpose=MARK),
        lambda: store.for_user("A", mode="isolated").save(SAID),
        lambda: me.forget(saved.id),
    ]


def outcome(door: Callable[[], object]) -> tuple[object, list[str]]:
    try:
        return door(), []
    except KeptmindError as error:
        whole = "".join(traceback.format_exception(error, limit=0))
        return error, [str(error), repr(error), repr(error.args), repr(error.details), whole]


def test_marked_text_is_in_no_log_audit_row_error_or_repr(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Memory(a_url(tmp_path)) as store:
        answers = [outcome(door) for door in doors(store)]

    told = [(repr(answer)[:300], text) for answer, texts in answers for text in (repr(answer), *texts) if MARK in text.lower()]
    assert told == []
    assert MARK not in caplog.text.lower()
    noted = rows(tmp_path / "memory.db", "SELECT * FROM audit_events")
    assert len(noted) > 20
    assert [event for event in noted if MARK in repr(event).lower()] == []
    beside = [file.name for file in tmp_path.iterdir() if file.name != "memory.db" and MARK.encode() in file.read_bytes().lower()]
    assert beside == []


@pytest.mark.parametrize("preset", ["standard", "careful"])
def test_marked_text_is_in_no_line_on_standard_output_or_error(preset: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Memory(a_url(tmp_path), preset=preset) as store:
        for door in doors(store):
            outcome(door)

    assert capfd.readouterr() == ("", "")


def test_settings_with_a_key_do_not_tell_it(tmp_path: Path) -> None:
    from keptmind.settings import load

    shown: Any = repr(load({"url": a_url(tmp_path), "key": MARK}))

    assert MARK not in shown
