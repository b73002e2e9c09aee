"""Pages of a list: what narrows them, and cursors that only their own list accepts."""

import base64
import binascii
import hmac
from collections.abc import Mapping
from typing import Any

from keptmind.errors import InvalidCursor, InvalidField
from keptmind.model.context import AccessContext
from keptmind.model.memory import SENSITIVITY_WORDS, Kind, MemoryId, Status, Target
from keptmind.model.query import MAX_PAGE, Filter
from keptmind.model.scope import ScopeType
from keptmind.policy import form
from keptmind.policy.identity import listed, word
from keptmind.ports.keys import Keys
from keptmind.text.normalise import clean, fold

NAMES = frozenset({"kind", "target", "scope", "status", "sensitivity", "text", "cursor", "limit"})


def filters(keys: Keys, context: AccessContext, narrowed: Mapping[str, Any]) -> Filter:
    """Return the filter a caller asks for; a limit over the most is lowered to it. Raises: the leaves of Invalid."""
    form.known_only(narrowed, NAMES)
    given = {name: wanted for name, wanted in narrowed.items() if wanted is not None}
    scope_type, scope_id = _scope(context, given.get("scope"))
    text = form.short_text("text", given.get("text"), 2_000)
    return Filter(
        kind=word("kind", given["kind"], Kind) if "kind" in given else None,
        target=word("target", given["target"], Target) if "target" in given else None,
        status=word("status", given["status"], Status) if "status" in given else None,
        sensitivity=SENSITIVITY_WORDS[listed("sensitivity", given["sensitivity"], SENSITIVITY_WORDS)] if "sensitivity" in given else None,
        scope_type=scope_type,
        scope_id=scope_id,
        text=fold(text) if text else None,
        after=after(keys, context, given["cursor"]) if "cursor" in given else None,
        limit=min(whole("limit", given.get("limit", 50)), MAX_PAGE),
    )


def whole(field: str, given: object) -> int:
    """Return a positive whole number. Raises: InvalidField."""
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise InvalidField(field=field, problem="not a positive whole number")
    return given


def _scope(context: AccessContext, given: object) -> tuple[ScopeType | None, str | None]:
    """Return a scope's type and id: of `workspace:work` both, of `workspace` the route's id where it names one."""
    if given is None:
        return None, None
    if not isinstance(given, str):
        raise InvalidField(field="scope", problem="not a string")
    name, _, scope_id = clean(given).partition(":")
    scope_type = word("scope", name, ScopeType)
    routed = {scope.type: scope.id for scope in context.route.scopes()}
    return scope_type, scope_id or routed.get(scope_type)


def cursor(keys: Keys, context: AccessContext, last: MemoryId) -> str:
    """Return a cursor after this row; it works for this owner alone."""
    return sealed(keys, context, "cursor", last)


def after(keys: Keys, context: AccessContext, given: object) -> MemoryId:
    """Return the row after which a page begins. Raises: InvalidCursor for one that was not given out to this owner."""
    return MemoryId(unsealed(keys, context, "cursor", given))


def sealed(keys: Keys, context: AccessContext, name: str, place: str) -> str:
    """Return a cursor for a place in the list of this name; it works for this owner alone."""
    return base64.urlsafe_b64encode(f"{place}.{_seal(keys, context, name, place)}".encode()).decode().rstrip("=")


def unsealed(keys: Keys, context: AccessContext, name: str, given: object) -> str:
    """Return the place that a cursor names. Raises: InvalidCursor for one that was not given out to this owner for this list."""
    try:
        spelled = base64.urlsafe_b64decode(str(given) + "=" * (-len(str(given)) % 4)).decode()
    except (binascii.Error, ValueError):
        raise InvalidCursor(field="cursor") from None
    place, _, seal = spelled.rpartition(".")
    if not is_sealed(seal, _seal(keys, context, name, place)):
        raise InvalidCursor(field="cursor")
    return place


def is_sealed(given: str, seal: str) -> bool:
    """Compare a seal in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode(), seal.encode())


def _seal(keys: Keys, context: AccessContext, name: str, place: str) -> str:
    return keys.fingerprint(context.tenant, f"{name}\x1f{context.owner}\x1f{place}")[:16]
