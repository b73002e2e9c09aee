"""What makes a function a verb: the shared options beside its own, an open store, an answer instead of an exception."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

import typer

from keptmind.bootstrap import House, build
from keptmind.model.context import AccessContext
from keptmind.policy.identity import access_context, identity
from keptmind.ports.meter import Meter
from keptmind.surfaces.cli.answer import Answer, complaint, give
from keptmind.surfaces.cli.options import NAMES, OF_THE_HOUSE, ROUTE, Options, spoken
from keptmind.surfaces.messages import Locale, say

Command = Callable[..., None]
Work = Callable[..., Answer]  # of a desk or a voice first, and then of what the verb itself asks for


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """The shared options as they were given, and the language to answer in."""

    options: Options
    locale: Locale

    def say(self, key: str, **details: Any) -> str:
        """Return a sentence in the person's language."""
        return say(key, self.locale, details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """An open store, and the context of one person's request."""

    house: House
    context: AccessContext
    voice: Voice


def for_a_person(work: Work, first: Callable[[], None] | None = None) -> Command:
    """Make a verb that speaks for one person and opens the store; what is to be done `first` is done before that."""

    def run(**given: Any) -> None:
        options, own = split(given, NAMES)

        def answer(voice: Voice) -> Answer:
            if first is not None:
                first()
            return _at_a_desk(voice, lambda desk: work(desk, **own))

        answer_with(options, answer)

    return signed(run, work, NAMES)


def for_the_house(work: Work) -> Command:
    """Make a verb that needs no person and opens for itself what it needs."""

    def run(**given: Any) -> None:
        options, own = split(given, OF_THE_HOUSE)
        answer_with(options, lambda voice: work(voice, **own))

    return signed(run, work, OF_THE_HOUSE)


def split(given: dict[str, Any], shared: Sequence[str]) -> tuple[Options, dict[str, Any]]:
    """Return the shared options, and what is the verb's own."""
    options = {name: given[name] for name in shared if name in given}
    return Options(**options), {name: value for name, value in given.items() if name not in options}


def answer_with(options: Options, work: Callable[[Voice], Answer]) -> None:
    """Do the work, print its answer or what stood in the way, and exit accordingly."""
    locale: Locale = "en"
    try:
        locale = spoken(options.locale)
        answer = work(Voice(options=options, locale=locale))
    except Exception as error:  # noqa: BLE001 the edge: whatever failed is said, and never with the text of a memory
        answer = complaint(error, locale)
    give(answer, as_json=options.json)
    raise typer.Exit(answer.exit)


def _at_a_desk(voice: Voice, work: Callable[[Desk], Answer]) -> Answer:
    user = identity("user_id", voice.options.user)  # before any file is made for nobody
    with opened(voice.options) as house:
        route = {name: getattr(voice.options, name) for name in ROUTE}
        context = access_context(user, house.rulebook, tenant=voice.options.tenant, **route)
        return work(Desk(house=house, context=context, voice=voice))


@contextmanager
def opened(options: Options, *, must_exist: bool = False, meter: Meter | None = None) -> Iterator[House]:
    """Open the store that the options name; what is buffered is written when it closes."""
    house = build({"url": options.url, "preset": options.preset}, must_exist=must_exist, meter=meter)
    try:
        yield house
    finally:
        house.close()


def signed(run: Command, work: Work, shared: Sequence[str]) -> Command:
    """Give a command the parameters of its work, but the first, and the shared options."""
    own = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in inspect.signature(work).parameters.values()][1:]
    options = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in fields(Options)
        if one.name in shared
    ]
    run.__doc__ = work.__doc__
    run.__annotations__ = {one.name: one.annotation for one in (*own, *options)}
    run.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined] # typer asks for it
    return run
