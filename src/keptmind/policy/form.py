"""Whether a wish to keep something is well-formed; pure. What is wrong with a content's meaning is for admission."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime, tzinfo
from typing import Any

from keptmind.errors import (
    InvalidField,
    InvalidTime,
    KeyEncodesScope,
    NoPurposes,
    NulCharacter,
    ScopeNeedsRoute,
    TextEmpty,
    TextTooLong,
    UnknownField,
)
from keptmind.model.context import AccessContext, Channel
from keptmind.model.draft import Draft
from keptmind.model.kinds import AUDIT, KINDS
from keptmind.model.memory import (
    MAX_CONTENT,
    MAX_KEY,
    MAX_REASON,
    MAX_SUBJECT,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    SENSITIVITY_WORDS,
    Consent,
    Kind,
    Sensitivity,
    Source,
    Target,
)
from keptmind.model.rulebook import Rulebook
from keptmind.model.scope import PRIVATE, Scope, ScopeType, group_share, shared_group
from keptmind.policy.identity import identity, listed, word
from keptmind.text.dates import parse_instant
from keptmind.text.normalise import clean, fold, fold_key

_FOREIGN_KEY = re.compile(
    r"^\s*(?:global|workspace|account|assistant|conversation|user|owner|tenant|group|agent|run)(?:_?id)?\s*[:/=|]"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\bkm_[0-9a-zA-Z]{8,}",
    re.IGNORECASE,
)

_WORDY = re.compile("[A-Za-z0-9\u4e00-\u9fff]")  # what is surely not blank; only the rest is folded to see

DEFAULTS = {"kind": Kind.FACT, "target": Target.USER, "tags": (), "consent": False, "replace": False, "source": Source.EXPLICIT}

TIMES = ("expires_at", "review_after", "valid_from", "valid_to", "occurred_at")

FIELDS = frozenset({
    "content", "kind", "key", "title", "scope", "target", "subject", "tags", "sensitivity", "purposes", "share",
    "expires_at", "review_after", "valid_from", "valid_to", "consent", "reason", "replace", "source", "occurred_at",
})  # fmt: skip


def draft(
    context: AccessContext, rulebook: Rulebook, zone: tzinfo, now: datetime, wish: Mapping[str, Any], *, at: Scope | None = None
) -> Draft:
    """
    Turn a wish, as it came through a door, into a draft; `at` is the scope of a row that stands already.

    Raises: the leaves of Invalid; each names its field and its limit, none repeats the text.
    """
    known_only(wish, FIELDS)
    kind = word("kind", wish.get("kind", Kind.FACT), Kind)
    scope = at or scope_for(context, kind, wish.get("scope"))
    purposes = purposes_for(kind, wish.get("purposes"), rulebook.purposes)
    valid_from, valid_to = validity(wish.get("valid_from"), wish.get("valid_to"), zone)
    return Draft(
        content=content(wish.get("content")),
        kind=kind,
        scope=scope,
        share=share_for(context, scope, wish.get("share")),
        target=target_for(kind, wish.get("target", Target.USER)),
        source=word("source", wish.get("source", Source.EXPLICIT), Source),
        purposes=purposes,
        key=key(wish.get("key")),
        title=short_text("title", wish.get("title"), MAX_TITLE),
        subject=short_text("subject", wish.get("subject"), MAX_SUBJECT),
        tags=tags(wish.get("tags", ())),
        sensitivity=sensitivity(wish.get("sensitivity")),
        consent=consent(wish.get("consent", False), purposes, context.destination, rulebook.purposes),
        expires_at=future("expires_at", wish.get("expires_at"), zone, now),
        review_after=future("review_after", wish.get("review_after"), zone, now),
        valid_from=valid_from,
        valid_to=valid_to,
        reason=short_text("reason", wish.get("reason"), MAX_REASON),
        replace=flag("replace", wish.get("replace", False)),
        occurred_at=past("occurred_at", wish.get("occurred_at"), zone, now),
        raw_key=short_text("key", wish.get("key"), MAX_KEY),
        given=frozenset(name for name, asked in wish.items() if asked is not None and DEFAULTS.get(name) != asked),
    )


def names_a_time(wish: Mapping[str, Any]) -> bool:
    """Tell whether a wish gives a time, which may have to be read in the person's zone."""
    return any(wish.get(name) is not None for name in TIMES)


def known_only(wish: Mapping[str, Any], fields: Collection[str]) -> None:
    """Refuse a field nobody knows. Raises: UnknownField."""
    for name in wish:
        if name not in fields:
            raise UnknownField(field=str(name)[:MAX_KEY], allowed=tuple(sorted(fields)))


def content(given: object) -> str:
    """Return the content, verbatim but for lone surrogates. Raises: InvalidField, NulCharacter, TextEmpty, TextTooLong."""
    text = _text("content", given, MAX_CONTENT)
    if is_blank(text):
        raise TextEmpty(field="content")
    return text


def is_blank(text: str) -> bool:
    """Tell whether nothing of a text is left once white space and invisible characters are taken away."""
    return _WORDY.search(text) is None and not fold(text)


def short_text(field: str, given: object, limit: int) -> str | None:
    """Return an optional text; blank counts as absent."""
    if given is None:
        return None
    text = _text(field, given, limit)
    return None if is_blank(text) else text


def _text(field: str, given: object, limit: int) -> str:
    if not isinstance(given, str):
        raise InvalidField(field=field, problem="not a string")
    if "\0" in given:
        raise NulCharacter(field=field)
    text = clean(given)
    if len(text) > limit:
        raise TextTooLong(field=field, limit=limit, size=len(text))
    return text


def key(given: object) -> str | None:
    """Return a key, folded. Raises: KeyEncodesScope when it carries a scope or a foreign id."""
    text = short_text("key", given, MAX_KEY)
    if text is None:
        return None
    if _FOREIGN_KEY.search(text):
        raise KeyEncodesScope(field="key")
    folded = fold_key(text)
    if not folded:
        raise TextEmpty(field="key")
    if len(folded) > MAX_KEY:
        raise TextTooLong(field="key", limit=MAX_KEY, size=len(folded))
    return folded


def tags(given: object) -> tuple[str, ...]:
    """Return the tags, blanks and repetitions dropped."""
    if not isinstance(given, (list, tuple, set, frozenset)):
        raise InvalidField(field="tags", problem="not a list of strings")
    if len(given) > MAX_TAGS:
        raise TextTooLong(field="tags", limit=MAX_TAGS, size=len(given))
    texts = (short_text("tags", tag, MAX_TAG) for tag in (sorted(given, key=str) if isinstance(given, (set, frozenset)) else given))
    return tuple(dict.fromkeys(text for text in texts if text))


def sensitivity(given: object) -> Sensitivity | None:
    """Return the level a caller declares, if any."""
    return None if given is None else SENSITIVITY_WORDS[listed("sensitivity", given, SENSITIVITY_WORDS)]


def target_for(kind: Kind, given: object) -> Target:
    """Return whom it is about; a procedure is always about the agent."""
    target = word("target", given, Target)
    return target if KINDS[kind].target is Target.USER else KINDS[kind].target


def purposes_for(kind: Kind, given: object, registered: Collection[str]) -> tuple[str, ...]:
    """Return the purposes: as given, or by kind. Raises: NoPurposes for an empty list given on purpose."""
    if given is None:
        return default_purposes(kind, registered)
    if isinstance(given, str) or not isinstance(given, (list, tuple, set, frozenset)):
        raise InvalidField(field="purposes", problem="not a list of strings")
    if not given:
        raise NoPurposes(field="purposes")
    wanted = {listed("purposes", purpose, registered) for purpose in given}
    return tuple(purpose for purpose in registered if purpose in wanted)


def default_purposes(kind: Kind, registered: Collection[str]) -> tuple[str, ...]:
    """Return a kind's purposes, in the order in which they were registered."""
    by_kind = KINDS[kind].purposes
    return tuple(purpose for purpose in registered if (purpose != AUDIT if by_kind is None else purpose in by_kind))


def scope_for(context: AccessContext, kind: Kind, given: object) -> Scope:
    """Return the scope of a type, with the route's id; None is the kind's own. Raises: ScopeNeedsRoute."""
    wanted = _default_scope(context, kind) if given is None else word("scope", given, ScopeType)
    for scope in context.route.scopes():
        if scope.type is wanted:
            return scope
    raise ScopeNeedsRoute(field="scope", scope=wanted.value)


def _default_scope(context: AccessContext, kind: Kind) -> ScopeType:
    wanted = KINDS[kind].scope
    if wanted is ScopeType.CONVERSATION and context.route.conversation is None:
        return ScopeType.GLOBAL
    return wanted


def share_for(context: AccessContext, scope: Scope, given: object) -> str:
    """Return with whom it is shared: as given, or by channel. Raises: InvalidField when it names no group."""
    group = context.route.group
    if given is None:
        in_group = context.route.channel is Channel.GROUP and scope.type is ScopeType.CONVERSATION and group is not None
        return group_share(group) if in_group and group is not None else PRIVATE
    if given == PRIVATE:
        return PRIVATE
    named = shared_group(given) if isinstance(given, str) else None
    if named is None:
        raise InvalidField(field="share", problem="neither private nor group:<id>")
    return group_share(identity("share", named))


def consent(given: object, purposes: tuple[str, ...], destination: str, registered: Collection[str]) -> Consent | None:
    """Return what the owner agreed to: True covers the row's purposes and this context's destination."""
    if given is True:
        return Consent(purposes=purposes, destinations=(destination,))
    if given is False or given is None:
        return None
    if not isinstance(given, Consent):
        raise InvalidField(field="consent", problem="neither true, false nor a Consent")
    if not all(isinstance(named, (list, tuple)) for named in (given.purposes, given.destinations)):
        raise InvalidField(field="consent", problem="not a list of strings")
    if not given.purposes or not given.destinations:
        raise NoPurposes(field="consent")
    for purpose in given.purposes:
        listed("consent", purpose, registered)
    return Consent(purposes=tuple(given.purposes), destinations=tuple(identity("consent", name) for name in given.destinations))


def when(field: str, given: object, zone: tzinfo, *, end_of_day: bool) -> datetime | None:
    """Return an instant; a date alone means the end (or start) of that day in the user's zone. Raises: InvalidTime."""
    if given is None:
        return None
    try:
        return parse_instant(given, zone=zone, end_of_day=end_of_day)
    except (ValueError, OverflowError):
        raise InvalidTime(field=field) from None


def validity(begins: object, ends: object, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
    """Return from when and until when it holds. Raises: InvalidTime when it would end before it begins."""
    valid_from = when("valid_from", begins, zone, end_of_day=False)
    valid_to = when("valid_to", ends, zone, end_of_day=True)
    if valid_from is not None and valid_to is not None and valid_to <= valid_from:
        raise InvalidTime(field="valid_to", problem="not after valid_from")
    return valid_from, valid_to


def future(field: str, given: object, zone: tzinfo, now: datetime) -> datetime | None:
    """Return an instant that lies ahead. Raises: InvalidTime."""
    instant = when(field, given, zone, end_of_day=True)
    if instant is not None and instant <= now:
        raise InvalidTime(field=field, problem="not in the future")
    return instant


def past(field: str, given: object, zone: tzinfo, now: datetime) -> datetime | None:
    """Return an instant that has been; a date alone means the start of that day. Raises: InvalidTime."""
    instant = when(field, given, zone, end_of_day=False)
    if instant is not None and instant > now:
        raise InvalidTime(field=field, problem="in the future")
    return instant


def flag(field: str, given: object) -> bool:
    """Return a yes or no. Raises: InvalidField."""
    if not isinstance(given, bool):
        raise InvalidField(field=field, problem="neither true nor false")
    return given
