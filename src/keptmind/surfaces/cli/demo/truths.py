"""The stops of the tour about never keeping two truths: the same, more, the opposite; what waits; what was; what is pinned."""

from keptmind.errors import CoreFull
from keptmind.model.decision import Outcome, Saved
from keptmind.model.memory import Source
from keptmind.surfaces.cli.demo import sample
from keptmind.surfaces.cli.demo.tour import BrokenPromise, Person, Tour
from keptmind.surfaces.messages import say

SHOWN = 90  # characters of a statement in the transcript


def again(tour: Tour, person: Person, content: str, **wish: str) -> Saved:
    """Save something that may be known already, and write down what it came to."""
    saved = person.save(content, **wish)
    tour.ask(f"save {content if len(content) < SHOWN else content[:SHOWN] + '…'}")
    revision = f", revision {saved.memory.revision}" if saved.memory else ""
    reason = f" ({say(saved.rule, 'en', {})})" if saved.rule else ""
    tour.answer(f"{saved.outcome.value}{revision}{reason}")
    return saved


def known(tour: Tour) -> None:
    """A duplicate, a compatible detail, a conflict, and two things that both hold."""
    lin = tour.person(sample.LIN)
    tour.tell("a duplicate, spelled otherwise:")
    duplicate = again(tour, lin, sample.ROOM), again(tour, lin, sample.ROOM.upper() + ".")
    tour.promise("a duplicate adds no memory", held=duplicate[1].outcome is Outcome.SAME and lin.said(duplicate[0]) == sample.ROOM)
    tour.tell("a compatible detail:")
    detail = again(tour, lin, sample.ROOM_WITH_VIEW)
    tour.promise("more detail is a new revision of the same memory", held=lin.same(detail, duplicate[0], revision=2))
    tour.tell("a conflict, settled by the person's own later word:")
    before, after = again(tour, lin, sample.EATS_IT), again(tour, lin, sample.EATS_IT_NOT)
    tour.promise("a conflict leaves one truth, the later", held=lin.same(after, before, revision=2))
    tour.promise("and the earlier one is history", held=[one.content for one in lin.past(after)] == [sample.EATS_IT, sample.EATS_IT_NOT])
    tour.tell("two that look alike and both hold:")
    both = [again(tour, lin, tea).outcome for tea in sample.TWO_TEAS]
    tour.promise("what both holds is kept beside each other", held=both == [Outcome.CREATED, Outcome.CREATED])


def candidate(tour: Tour) -> None:
    """What a model concludes waits for the person, who may edit it first."""
    lin = tour.person(sample.LIN)
    guessed = again(tour, lin, sample.GUESSED, kind="preference", source="inferred", reason=sample.GUESSED_FROM)
    waiting = guessed.candidate
    if waiting is None:
        raise BrokenPromise("what is inferred waits as a candidate")
    tour.promise("nothing of it is found while it waits", held=sample.GUESSED not in tour.found(lin, sample.ASKED_ABOUT_GUESS))
    accepted = lin.accept(waiting.id, sample.EDITED)
    tour.ask(f"accept the candidate with an edit: {sample.EDITED}")
    tour.answer(f"{accepted.source.value}, confidence {accepted.confidence:.2f}")
    tour.promise("accepted, it is the person's word", held=accepted.source is Source.CONFIRMED and accepted.content == sample.EDITED)
    tour.promise("accepting it twice applies once", held=lin.accept(waiting.id, sample.EDITED) == accepted)
    turned_down = again(tour, lin, sample.UNWELCOME, kind="preference", source="inferred", reason=sample.GUESSED_FROM).candidate
    if turned_down is None:
        raise BrokenPromise("what is inferred waits as a candidate")
    lin.reject(turned_down.id)
    tour.ask("reject it, and infer it once more")
    repeated = again(tour, lin, sample.UNWELCOME, kind="preference", source="inferred", reason=sample.GUESSED_FROM)
    tour.promise("what is turned down is not proposed again", held=repeated.rule == "rejected-before")
    tour.promise("no byte of it is left on disk", held=sample.UNWELCOME.encode() not in tour.bytes_on_disk())


def restore(tour: Tour) -> None:
    """What a memory said before can be said again, as a new revision."""
    lin = tour.person(sample.LIN)
    held = lin.search(sample.ASKED_ABOUT_HERB)[0].memory
    for version in lin.history(held.id):
        tour.answer(f"revision {version.revision}, {version.change_type.value}: {version.content}")
    restored = lin.restore_version(held.id, 1, held.revision)
    tour.ask("restore revision 1 from history")
    tour.answer(f"revision {restored.revision}: {restored.content}")
    tour.promise("restoring makes a new revision", held=restored.revision == held.revision + 1 and restored.content == sample.EATS_IT)
    found = tour.found(lin, sample.ASKED_ABOUT_HERB)
    tour.promise("and it is what is found from then on", held=sample.EATS_IT in found and sample.EATS_IT_NOT not in found)


def pin(tour: Tour) -> None:
    """The core block is small on purpose: what does not fit is refused, and told what could make room."""
    lin = tour.person(sample.LIN)
    short = again(tour, lin, sample.TO_BE_PINNED)
    lin.pin(lin.id_of(short))
    tour.ask("pin it")
    core = lin.core_block()
    for line in core.text.splitlines():
        tour.answer(line if len(line) < 100 else f"{line[:60]}…")
    tour.promise("what is pinned stands in the core block", held=sample.TO_BE_PINNED in core.text)
    tour.promise("and in no other block", held=sample.TO_BE_PINNED not in lin.block(sample.ASKED_ABOUT_PINNED).text)
    long = again(tour, lin, sample.TOO_LONG_TO_PIN)
    tour.ask("pin that one too")
    try:
        lin.pin(lin.id_of(long))
    except CoreFull as full:
        tour.answer(say(full.code, "en", full.details))
        tour.promise("a pin that does not fit is told what could make room", held=full.details["room"] == (lin.id_of(short),))
        return
    raise BrokenPromise("a pin that does not fit is refused")
