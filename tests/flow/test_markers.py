"""Text that goes through every door stands in no log, no audit row, no error and no repr."""

import io
import json
import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factories import MeteredStore, a_url, rows
from keptmind import Consent, Memory
from keptmind.errors import KeptmindError
from keptmind.policy.identity import access_context
from keptmind.surfaces.http.logs import JsonLines
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.standing import events_shape

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
        lambda: me.history(saved.id),
        lambda: me.history(MARK),
        lambda: me.restore_version(saved.id, 1, expected_revision=9),
        lambda: me.provenance(saved.id),
        lambda: me.pin(saved.id),
        lambda: me.confirm(saved.id),
        lambda: me.feedback(saved.id, MARK),
        lambda: me.used([saved.id]),
        lambda: me.used(MARK),
        lambda: me.candidates(),
        lambda: me.candidates(MARK),
        lambda: [me.reject(one.id) for one in me.candidates()],
        lambda: me.accept(MARK, content=SAID),
        lambda: me.undo(MARK),
        lambda: me.questions(),
        lambda: me.answer(MARK, "first"),
        lambda: me.answer(MARK, MARK),
        lambda: me.settings(),
        lambda: me.settings(locale=MARK),
        lambda: me.settings(time_zone=MARK),
        lambda: store.for_user("A", workspace=MARK),
        lambda: store.for_user("A", mode=MARK),
        lambda: store.for_user("A", purpose=MARK),
        lambda: store.for_user("A", mode="isolated").save(SAID),
        lambda: store.for_user("A", mode="isolated").context(SAID),
        lambda: me.forget(saved.id),
    ]


def other_doors(store: Memory) -> list[Callable[[], object]]:
    """Return what is offered beside a person's own verbs; what they return is not text of a person, and some of it was given as a name."""
    context = access_context("A", store.house.rulebook, tenant="default", workspace="work")
    house = store.house
    return [
        lambda: house.activity.own(context),
        lambda: house.activity.own(context, cursor=MARK),
        lambda: house.activity.audit(context),
        lambda: house.activity.audit(context, user=MARK),
        lambda: house.activity.audit(context, action=MARK),
        lambda: house.activity.audit(context, since=MARK),
        lambda: house.activity.alerts(context, cursor=MARK),
        lambda: house.callers.page(context),
        lambda: house.callers.issue(context, MARK, {"verbs": [MARK]}),
        lambda: house.callers.issue(context, MARK, {"verbs": ["read"]}),
        lambda: house.callers.revoke(context, MARK),
        lambda: house.settings.change(context, {MARK: MARK}),
        lambda: house.groups.add("default", "g1", "A"),
        lambda: house.groups.add("default", "g1", f"{MARK}\0"),
        lambda: house.doctor.examine(),
        lambda: house.health.ready(),
    ]


def test_marked_text_is_in_no_log_line_no_metric_and_no_page_of_the_record(engine: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    stream, meter = io.StringIO(), PrometheusMeter()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    try:
        with MeteredStore(meter) as store:
            for door in (*doors(store), *other_doors(store)):
                outcome(door)
            context = access_context("A", store.house.rulebook, tenant="default")
            pages = [store.house.activity.own(context, limit=200), store.house.activity.audit(context, limit=200)]
    finally:
        logging.getLogger().removeHandler(handler)

    lines = stream.getvalue().splitlines()
    assert len([line for line in lines if json.loads(line)["logger"] == "keptmind.recall"]) > 5
    assert [line for line in lines if MARK in line.lower()] == []
    assert all(len(page.items) > 50 for page in pages)
    assert MARK not in json.dumps([events_shape(page) for page in pages]).lower()
    assert b"keptmind_answers_total" in meter.render()[0]
    assert MARK.encode() not in meter.render()[0].lower()


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
