"""`keys`: which programs may call the service, and what each may do."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from keptmind.bootstrap import House
from keptmind.model.caller import CallerKey, Issued
from keptmind.model.context import AccessContext, Grant
from keptmind.model.memory import Sensitivity
from keptmind.policy.identity import identity
from keptmind.service.callers import MARK
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.verb import Voice, opened
from keptmind.surfaces.standing import caller_shape, callers_shape, issued_shape

Tenant = Annotated[str, typer.Option(help="The organisation the key belongs to.")]
KeyId = Annotated[
    str,
    typer.Argument(metavar="ID", help="The id of a key, as `keys list` shows it; or its prefix, km_ and 8 characters.", show_default=False),
]
Many = Annotated[list[str] | None, typer.Option(show_default=False)]


def create(
    voice: Voice,
    name: Annotated[str, typer.Argument(help="What the key is for.", show_default=False)],
    for_user: Annotated[list[str] | None, typer.Option(help="A user it may act for; may be given several times.")] = None,
    any_user: Annotated[bool, typer.Option("--any-user", help="It may act for any user it names.")] = False,
    verb: Annotated[
        list[str] | None, typer.Option(help="read, write, manage, forget, settings, audit, admin; without it the first five.")
    ] = None,
    for_purpose: Annotated[list[str] | None, typer.Option(help="A purpose it may ask for; without it any.")] = None,
    in_workspace: Annotated[
        list[str] | None,
        typer.Option(help="A workspace it may use; without it any. What is global to the person it reads and saves all the same."),
    ] = None,
    exclude_kind: Annotated[list[str] | None, typer.Option(help="A kind of memory it is never given.")] = None,
    highest_sensitivity: Annotated[str, typer.Option(help="public, private, restricted or sealed.")] = "sealed",
    only_field: Annotated[
        list[str] | None, typer.Option(help="A text of a memory it is given (content, title, …); without it all.")
    ] = None,
    tenant: Tenant = "default",
) -> Answer:
    """Make a key and print it, this once."""
    granted: dict[str, Any] = {
        "users": for_user,
        "any_user": any_user or None,
        "verbs": verb,
        "purposes": for_purpose,
        "workspaces": in_workspace,
        "excluded_kinds": exclude_kind,
        "highest_sensitivity": highest_sensitivity,
        "fields": only_field,
    }
    with opened(voice.options) as house:
        return _issued(voice, house.callers.issue(_of(tenant), name, granted))


def list_keys(
    voice: Voice,
    tenant: Tenant = "default",
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 50,
) -> Answer:
    """List the keys of a tenant by prefix, ended ones too."""
    with opened(voice.options, must_exist=True) as house:
        page = house.callers.page(_of(tenant), after=cursor, limit=limit)
    lines = [_row(voice, key) for key in page.items] or [voice.say("cli.no-keys")]
    more = [voice.say("cli.more", cursor=page.next_cursor)] if page.next_cursor else []
    return Answer(shape=callers_shape(page), lines=[*lines, *more])


def rotate(voice: Voice, caller_id: KeyId, tenant: Tenant = "default") -> Answer:
    """Give a key another secret and print it, this once; the old one ends at once."""
    with opened(voice.options, must_exist=True) as house:
        return _issued(voice, house.callers.rotate(_of(tenant), _id(house, tenant, caller_id)))


def revoke(voice: Voice, caller_id: KeyId, tenant: Tenant = "default") -> Answer:
    """End a key for good."""
    with opened(voice.options, must_exist=True) as house:
        key = house.callers.revoke(_of(tenant), _id(house, tenant, caller_id))
    return Answer(shape={"caller": caller_shape(key)}, lines=[voice.say("cli.key-ended", prefix=key.prefix)])


def _of(tenant: str) -> AccessContext:
    return AccessContext(tenant=identity("tenant", tenant), owner="")


def _issued(voice: Voice, issued: Issued) -> Answer:
    told = [voice.say("cli.key", name=one_line(issued.key.name), id=issued.key.id), issued.secret]
    return Answer(shape=issued_shape(issued), lines=told)


def _id(house: House, tenant: str, given: str) -> str:
    """Return the id of a key that may be named by its shown prefix; whatever else was given stays what it is."""
    key = house.callers.in_force(_of(tenant), given.removesuffix("…")) if given.startswith(MARK) else None
    return given if key is None else key.id


def _row(voice: Voice, key: CallerKey) -> str:
    grant = key.grant
    users = voice.say("cli.any-user") if grant.users is None else _words(grant.users)
    ended = [voice.say("cli.ended", at=key.revoked_at.isoformat())] if key.revoked_at else []
    verbs = _words(verb.value for verb in grant.verbs)
    return "  ".join((key.id, f"{key.prefix}…", one_line(key.name), users, verbs, *_limits(voice, grant), *ended))


def _limits(voice: Voice, grant: Grant) -> Iterator[str]:
    """Yield what else of a grant narrows it, as far as anything does."""
    limits = (("cli.for-purposes", grant.purposes), ("cli.in-workspaces", grant.workspaces), ("cli.only-fields", grant.fields))
    yield from (voice.say(key, words=_words(words)) for key, words in limits if words is not None)
    if grant.excluded_kinds:
        yield voice.say("cli.without-kinds", words=_words(kind.value for kind in grant.excluded_kinds))
    if grant.highest_sensitivity is not Sensitivity.SEALED:
        yield voice.say("cli.up-to", word=grant.highest_sensitivity.word)


def _words(words: Iterable[str]) -> str:
    return ",".join(sorted(words)) or "-"
