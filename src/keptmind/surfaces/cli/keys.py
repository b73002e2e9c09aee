"""`keys`: which programs may call the service, and what each may do."""

from typing import Annotated, Any

import typer

from keptmind.model.caller import CallerKey, Issued
from keptmind.model.context import AccessContext
from keptmind.policy.identity import identity
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.verb import Voice, opened
from keptmind.surfaces.standing import caller_shape

Tenant = Annotated[str, typer.Option(help="The organisation the key belongs to.")]
KeyId = Annotated[str, typer.Argument(metavar="ID", help="The id of a key, as `keys list` shows it.", show_default=False)]
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
    in_workspace: Annotated[list[str] | None, typer.Option(help="A workspace it may use; without it any.")] = None,
    exclude_kind: Annotated[list[str] | None, typer.Option(help="A kind of memory it is never given.")] = None,
    highest_sensitivity: Annotated[str, typer.Option(help="public, private, restricted or sealed.")] = "sealed",
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
    shape = {"keys": [caller_shape(key) for key in page.items], "next_cursor": page.next_cursor}
    return Answer(shape=shape, lines=[*lines, *more])


def rotate(voice: Voice, caller_id: KeyId, tenant: Tenant = "default") -> Answer:
    """Give a key another secret and print it, this once; the old one ends at once."""
    with opened(voice.options, must_exist=True) as house:
        return _issued(voice, house.callers.rotate(_of(tenant), caller_id))


def revoke(voice: Voice, caller_id: KeyId, tenant: Tenant = "default") -> Answer:
    """End a key for good."""
    with opened(voice.options, must_exist=True) as house:
        key = house.callers.revoke(_of(tenant), caller_id)
    return Answer(shape={"key": caller_shape(key)}, lines=[voice.say("cli.key-ended", prefix=key.prefix)])


def _of(tenant: str) -> AccessContext:
    return AccessContext(tenant=identity("tenant", tenant), owner="")


def _issued(voice: Voice, issued: Issued) -> Answer:
    told = [voice.say("cli.key", name=one_line(issued.key.name), id=issued.key.id), issued.secret]
    return Answer(shape={"key": caller_shape(issued.key), "secret": issued.secret}, lines=told)


def _row(voice: Voice, key: CallerKey) -> str:
    users = voice.say("cli.any-user") if key.grant.users is None else ",".join(sorted(key.grant.users))
    ended = f"  {voice.say('cli.ended', at=key.revoked_at.isoformat())}" if key.revoked_at else ""
    verbs = ",".join(sorted(verb.value for verb in key.grant.verbs))
    return f"{key.id}  {key.prefix}…  {one_line(key.name)}  {users}  {verbs}{ended}"
