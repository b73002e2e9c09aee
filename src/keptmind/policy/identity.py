"""Who asks, checked: no default user, no pattern, no guess; pure."""

from collections.abc import Collection
from enum import StrEnum
from functools import cache
from typing import TypeVar, cast

from keptmind.errors import InvalidField, MissingIdentity, NulCharacter, UnknownWord, UnknownWorkspace
from keptmind.model.context import EMBEDDING_HOST, AccessContext, Caller, Channel, Mode, ReadMode, Route
from keptmind.model.rulebook import Rulebook

MAX_NAME = 256  # characters of any identity, workspace, conversation or destination name

Word = TypeVar("Word", bound=StrEnum)


def access_context(
    user_id: object,
    rulebook: Rulebook,
    *,
    tenant: object,
    workspace: object = None,
    account: object = None,
    assistant: object = None,
    conversation: object = None,
    group: object = None,
    run: object = None,
    mode: object = Mode.NORMAL,
    purpose: object = "personalization",
    channel: object = Channel.PRIVATE,
    destination: object = "local",
    read_mode: object = ReadMode.DEFAULT,
    caller: Caller = EMBEDDING_HOST,
) -> AccessContext:
    """Build a request's context from what the host says. Raises: leaves of Invalid that name the field and never repeat it."""
    return AccessContext(
        tenant=identity("tenant", tenant),
        owner=identity("user_id", user_id),
        caller=caller,
        route=Route(
            workspace=_workspace(workspace, rulebook),
            account=_optional("account", account),
            assistant=_optional("assistant", assistant),
            conversation=_optional("conversation", conversation),
            group=_optional("group", group),
            run=_optional("run", run),
            channel=word("channel", channel, Channel),
        ),
        mode=word("mode", mode, Mode),
        purpose=listed("purpose", purpose, rulebook.purposes),
        destination=identity("destination", destination),
        read_mode=word("read_mode", read_mode, ReadMode),
    )


def identity(field: str, given: object) -> str:
    """Return a name as it was given. Raises: MissingIdentity when it is absent or blank, InvalidField when it is no name."""
    if given is None or given == "":
        raise MissingIdentity(field=field)
    if not isinstance(given, str):
        raise MissingIdentity(field=field, problem="not a string")
    if not given.strip():
        raise MissingIdentity(field=field, problem="blank")
    if "\0" in given:
        raise NulCharacter(field=field)
    if len(given) > MAX_NAME:
        raise InvalidField(field=field, problem="too long", limit=MAX_NAME, size=len(given))
    if not _is_plain(given):
        raise InvalidField(field=field, problem="control character or broken Unicode")
    return given


def _is_plain(given: str) -> bool:
    return (given.isascii() and given.isprintable()) or not any(_is_odd(letter) for letter in given)


def _is_odd(letter: str) -> bool:
    return letter < " " or "\x7f" <= letter <= "\x9f" or "\ud800" <= letter <= "\udfff"


def _optional(field: str, given: object) -> str | None:
    return None if given is None else identity(field, given)


def _workspace(given: object, rulebook: Rulebook) -> str | None:
    name = _optional("workspace", given)
    if name is not None and name not in rulebook.workspaces:
        raise UnknownWorkspace(field="workspace", allowed=rulebook.workspaces)
    return name


def word(field: str, given: object, words: type[Word]) -> Word:
    """Return the member of a closed vocabulary. Raises: UnknownWord, with what is allowed."""
    members = _members(words)
    if not isinstance(given, str) or given not in members:
        raise UnknownWord(field=field, allowed=tuple(members))
    return cast(Word, members[given])


@cache
def _members(words: type[StrEnum]) -> dict[str, StrEnum]:
    return {member.value: member for member in words}


def listed(field: str, given: object, allowed: Collection[str]) -> str:
    """Return a word that stands in a list. Raises: UnknownWord, with the list."""
    if not isinstance(given, str) or given not in allowed:
        raise UnknownWord(field=field, allowed=tuple(allowed))
    return str(given)
