"""The programs that may call: keys made, listed, given another secret, ended; and who a secret belongs to."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from keptmind.errors import CallerNotFound, GrantTooWide, KeptmindError, Unauthenticated
from keptmind.model.audit import Action
from keptmind.model.caller import CallerKey, Issued
from keptmind.model.context import AccessContext, Grant
from keptmind.policy import access, grants
from keptmind.policy.identity import identity
from keptmind.ports.store import Transaction
from keptmind.read.disclose import NAMES as READABLE
from keptmind.service.ground import Ground
from keptmind.service.paging import sealed, unsealed, whole
from keptmind.service.readings import Readings
from keptmind.service.record import allow, denied, event, named_id
from keptmind.service.timing import timed

MARK = "km_"
SECRET_BYTES = 32
SHOWN = 8  # characters of a key after its mark, of 43
MOST_LISTED = 200
CALLERS = "callers"  # the list that a cursor belongs to


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPage:
    """Some keys of a tenant, in order of creation."""

    items: tuple[CallerKey, ...]
    next_cursor: str | None
    applied_limit: int


class Callers:
    """Keys of one tenant at a time; secrets are kept as hashes only, and told once."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    def recognise(self, secret: str) -> CallerKey:
        """Return the key in force of this secret. Raises: Unauthenticated, alike for one that never was and one that was ended."""
        presented = hashed(secret)
        with self._ground.store.view() as view:
            key = view.callers.by_secret(presented)
        if key is None or key.revoked_at is not None:
            raise Unauthenticated()
        return replace(key, presented=presented)

    def is_anybody_known(self) -> bool:
        """Tell whether some key is in force."""
        with self._ground.store.view() as view:
            return view.callers.any()

    @timed("issue_key")
    def issue(self, context: AccessContext, name: object, granted: Mapping[str, Any]) -> Issued:
        """Make a key of the context's tenant. Raises: Invalid; Refused, as where it would allow more than its maker may do."""
        called = identity("name", name)
        grant = grants.grant(granted, self._ground.rulebook, READABLE)
        outcome: Issued | KeptmindError
        with self._ground.writing(context) as tx:
            error = self._refused(tx, context) or self._too_wide(tx, context, grant)
            outcome = error or self._made(tx, context, called, grant)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome

    @timed("keys")
    def page(self, context: AccessContext, *, after: object = None, limit: object = 50) -> KeyPage:
        """Return keys of the context's tenant, ended ones too, by prefix and never by secret. Raises: Invalid, Refused."""
        most = min(whole("limit", limit), MOST_LISTED)
        begin = "" if after is None else unsealed(self._ground.keys, context, CALLERS, after)
        self.admit(context, CALLERS)
        with self._ground.store.view() as view:
            found = view.callers.page(context.tenant, begin, most + 1)
        items = tuple(found[:most])
        following = sealed(self._ground.keys, context, CALLERS, items[-1].id) if len(found) > most else None
        return KeyPage(items=items, next_cursor=following, applied_limit=most)

    def in_force(self, context: AccessContext, prefix: str) -> CallerKey | None:
        """Return the key in force that is shown by this prefix, where that is one alone. Raises: Refused."""
        page = self.page(context, limit=MOST_LISTED)
        found = _shown_as(prefix, page)
        while page.next_cursor is not None:
            page = self.page(context, after=page.next_cursor, limit=MOST_LISTED)
            found += _shown_as(prefix, page)
        return found[0] if len(found) == 1 else None

    @timed("rotate_key")
    def rotate(self, context: AccessContext, caller_id: object) -> Issued:
        """Give a key another secret; the old one ends at once. Raises: CallerNotFound, Invalid, Refused."""
        secret = fresh_secret()

        def rotate(tx: Transaction, key: CallerKey) -> Issued | None:
            fresh = CallerKey(id=key.id, tenant=key.tenant, name=key.name, prefix=shown(secret), grant=key.grant, created_at=key.created_at)
            return Issued(key=fresh, secret=secret) if tx.callers.rotate(fresh, hashed(secret)) else None

        issued: Issued = self._change(context, caller_id, Action.CALLER_ROTATED, rotate)
        return issued

    @timed("revoke_key")
    def revoke(self, context: AccessContext, caller_id: object) -> CallerKey:
        """End a key for good. Raises: CallerNotFound, Invalid, Refused."""

        def revoke(tx: Transaction, key: CallerKey) -> CallerKey | None:
            return tx.callers.get(key.id, key.tenant) if tx.callers.revoke(key.id, key.tenant, self._ground.clock.now()) else None

        ended: CallerKey = self._change(context, caller_id, Action.CALLER_REVOKED, revoke)
        return ended

    def _change(self, context: AccessContext, caller_id: object, action: Action, change: Any) -> Any:
        wanted = named_id(caller_id, "caller_id")
        outcome: Any
        with self._ground.writing(context) as tx:
            outcome = self._refused(tx, context)
            if outcome is None:
                key = tx.callers.get(wanted, context.tenant)
                outcome = key and (self._too_wide(tx, context, key.grant) or change(tx, key))
                if outcome is None:
                    tx.audit.append(event(self._ground, context, Action.POLICY_DENIED, rule="not-found"))
                elif not isinstance(outcome, KeptmindError):
                    tx.audit.append(event(self._ground, context, action, rule=wanted))
        if outcome is None:
            raise CallerNotFound()
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome

    def _made(self, tx: Transaction, context: AccessContext, name: str, grant: Grant) -> Issued:
        now, secret = self._ground.clock.now(), fresh_secret()
        key = CallerKey(id=self._ground.ids.mint(now), tenant=context.tenant, name=name, prefix=shown(secret), grant=grant, created_at=now)
        tx.callers.add(key, hashed(secret))
        tx.audit.append(event(self._ground, context, Action.CALLER_CREATED, rule=key.id))
        return Issued(key=key, secret=secret)

    def _refused(self, tx: Transaction, context: AccessContext) -> KeptmindError | None:
        verdict = access.may_administer(context)
        return None if verdict.allowed else denied(tx, self._ground, context, verdict.rule)

    def _too_wide(self, tx: Transaction, context: AccessContext, grant: Grant) -> KeptmindError | None:
        parts = grants.outgrown(grant, context.caller.grant)
        if not parts:
            return None
        denied(tx, self._ground, context, GrantTooWide.code)
        return GrantTooWide(parts=parts)

    def admit(self, context: AccessContext, verb: str) -> None:
        """Let those in who may administer the tenant, and put on record what they look at. Raises: VerbNotGranted."""
        allow(self._ground, context, access.may_administer(context))
        self._readings.record(context, Action.READ, (), verb, recalled=False)


def _shown_as(prefix: str, page: KeyPage) -> list[CallerKey]:
    return [key for key in page.items if key.prefix == prefix and key.revoked_at is None]


def fresh_secret() -> str:
    """Return a new key: its mark and 256 random bits."""
    return MARK + secrets.token_urlsafe(SECRET_BYTES)


def shown(secret: str) -> str:
    """Return the part of a key by which it may be spoken of."""
    return secret[: len(MARK) + SHOWN]


def hashed(secret: str) -> str:
    """Return what is kept of a key. It holds 256 random bits, so that no slow hash is needed to keep it from being guessed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
