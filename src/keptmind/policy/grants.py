"""What a key may be given: words checked, and never more than the one who gives it has; pure."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from keptmind.errors import InvalidField, MissingIdentity
from keptmind.model.context import Grant, Verb
from keptmind.model.memory import SENSITIVITY_WORDS, Kind
from keptmind.model.rulebook import Rulebook
from keptmind.policy import form
from keptmind.policy.identity import identity, listed, word

GRANTED = frozenset({"verbs", "purposes", "excluded_kinds", "highest_sensitivity", "workspaces", "users", "any_user", "fields"})
OF_A_PERSON = frozenset({Verb.READ, Verb.WRITE, Verb.MANAGE, Verb.FORGET, Verb.SETTINGS})
MOST_WORDS = 1_000  # users, or words of another sort, in one grant

Word = TypeVar("Word", bound=StrEnum)


def grant(given: Mapping[str, Any], rulebook: Rulebook, readable: Collection[str]) -> Grant:
    """
    Return a grant as it is asked for: whose users must be said, and everything else is what a person may do for themselves.

    `readable` are the fields of a memory that there are. Raises: UnknownField, UnknownWord, MissingIdentity, InvalidField.
    """
    form.known_only(given, GRANTED)
    asked = {name: one for name, one in given.items() if one is not None}
    sensitivity = listed("highest_sensitivity", asked.get("highest_sensitivity", "sealed"), SENSITIVITY_WORDS)
    return Grant(
        verbs=_members("verbs", asked["verbs"], Verb) if "verbs" in asked else OF_A_PERSON,
        purposes=_listed("purposes", asked.get("purposes"), rulebook.purposes),
        excluded_kinds=_members("excluded_kinds", asked.get("excluded_kinds", ()), Kind),
        highest_sensitivity=SENSITIVITY_WORDS[sensitivity],
        workspaces=_listed("workspaces", asked.get("workspaces"), rulebook.workspaces),
        users=_users(asked),
        fields=_listed("fields", asked.get("fields"), sorted(readable)),
    )


def is_within(narrow: Grant, wide: Grant) -> bool:
    """Tell whether one grant allows nothing that another does not."""
    return not outgrown(narrow, wide)


def outgrown(narrow: Grant, wide: Grant) -> tuple[str, ...]:
    """Return the parts in which one grant allows what another does not, under the names that they are asked for by."""
    parts = {
        "users": _covers(narrow.users, wide.users),
        "verbs": narrow.verbs <= wide.verbs,
        "purposes": _covers(narrow.purposes, wide.purposes),
        "excluded_kinds": narrow.excluded_kinds >= wide.excluded_kinds,
        "highest_sensitivity": narrow.highest_sensitivity <= wide.highest_sensitivity,
        "workspaces": _covers(narrow.workspaces, wide.workspaces),
        "fields": _covers(narrow.fields, wide.fields),
    }
    return tuple(name for name, fits in parts.items() if not fits)


def _covers(inner: frozenset[str] | None, outer: frozenset[str] | None) -> bool:
    """Tell whether some words stay within others; None is every word."""
    return outer is None or (inner is not None and inner <= outer)


def _users(asked: Mapping[str, Any]) -> frozenset[str] | None:
    if form.flag("any_user", asked.get("any_user", False)):
        if "users" in asked:
            raise InvalidField(field="users", problem="either any user or these")
        return None
    if "users" not in asked:
        raise MissingIdentity(field="users")
    return frozenset(identity("users", one) for one in _several("users", asked["users"]))


def _listed(field: str, given: object, allowed: Collection[str]) -> frozenset[str] | None:
    return None if given is None else frozenset(listed(field, one, allowed) for one in _several(field, given))


def _members(field: str, given: object, words: type[Word]) -> frozenset[Word]:
    return frozenset(word(field, one, words) for one in _several(field, given))


def _several(field: str, given: object) -> list[object]:
    if not isinstance(given, (list, tuple, set, frozenset)):
        raise InvalidField(field=field, problem="not a list of words")
    if len(given) > MOST_WORDS:
        raise InvalidField(field=field, problem="too many", limit=MOST_WORDS, size=len(given))
    return list(given)
