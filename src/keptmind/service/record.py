"""Denials and alerts, put on record in the call itself."""

import re
from typing import TypeVar

from keptmind.errors import InvalidField, KeptmindError, MemoryNotFound, NotFound, refusal
from keptmind.model.audit import Action, AuditEvent
from keptmind.model.context import AccessContext
from keptmind.model.memory import Memory, MemoryId
from keptmind.model.verdict import Verdict
from keptmind.policy import access
from keptmind.policy.edition import RULE_VERSION
from keptmind.ports.store import Transaction
from keptmind.read.disclose import Disclosure, shown
from keptmind.service.ground import Ground

Missed = TypeVar("Missed", bound=NotFound)
_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def denied(tx: Transaction, ground: Ground, context: AccessContext, rule: str) -> KeptmindError:
    """Record a refusal and return the error to raise after the commit."""
    tx.audit.append(event(ground, context, Action.POLICY_DENIED, rule=rule))
    return refusal(rule)


def allow(ground: Ground, context: AccessContext, verdict: Verdict) -> None:
    """Go on where it is allowed; a refusal is put on record and raised. Raises: Refused."""
    if not verdict.allowed:
        with ground.writing(context) as tx:
            error = denied(tx, ground, context, verdict.rule)
        raise error


def missing(tx: Transaction, ground: Ground, context: AccessContext, memory_id: MemoryId) -> MemoryNotFound:
    """Record a miss of a memory and return its error."""
    return absent(tx, ground, context, MemoryNotFound(), is_anothers=tx.memories.exists_elsewhere(memory_id, *context.whose))


def absent(tx: Transaction, ground: Ground, context: AccessContext, error: Missed, *, is_anothers: bool) -> Missed:
    """
    Record a miss and return its error, the same whether nobody or somebody else has that id.

    Both cases probe and write one event, so that neither body nor time tells them apart; only the event does.
    """
    action, rule = (Action.ALERT, "cross-owner") if is_anothers else (Action.POLICY_DENIED, "not-found")
    tx.audit.append(event(ground, context, action, rule=rule))
    return error


def known_form(given: str) -> MemoryId:
    """Return an id as it could have been given out; anything else becomes the empty id, which nobody has."""
    return MemoryId(given if _ID.fullmatch(given) else "")


def named_id(given: object, field: str = "memory_id") -> MemoryId:
    """Return an id as it could have been given out. Raises: InvalidField."""
    if not isinstance(given, str):
        raise InvalidField(field=field, problem="not a string")
    return known_form(given)


def several_ids(given: object) -> list[MemoryId]:
    """Return one id or several, each once. Raises: InvalidField."""
    several = [given] if isinstance(given, str) else given
    if not isinstance(several, (list, tuple, set, frozenset)) or not several:
        raise InvalidField(field="memory_id", problem="neither an id nor a list of ids")
    return list(dict.fromkeys(named_id(one) for one in several))


def disclosure(context: AccessContext) -> Disclosure:
    """Return what this context is given of a row that it may see."""
    return Disclosure(fields=access.given_fields(context, None), withheld=access.text_is_withheld(context))


def readable(tx: Transaction, ground: Ground, context: AccessContext, memory: Memory) -> Memory:
    """Return a changed row without its texts where this context may change it and not read it."""
    within, now = access.managed_reach(context, ground.rulebook), ground.clock.now()
    seen = access.may_look(context).allowed and tx.memories.get(memory.id, within, now) is not None
    return memory if seen else shown(memory, Disclosure(withheld=True))


def event(
    ground: Ground,
    context: AccessContext,
    action: Action,
    *,
    rule: str = "",
    memory_ids: tuple[MemoryId, ...] = (),
    revision: int | None = None,
    fingerprint: str = "",
) -> AuditEvent:
    """Return an event of a read or a refusal, at this moment."""
    now = ground.clock.now()
    return AuditEvent(
        id=ground.ids.mint(now),
        at=now,
        tenant=context.tenant,
        owner=context.owner,
        action=action,
        caller=context.caller.id,
        purpose=context.purpose,
        scope=",".join(str(scope) for scope in context.route.scopes()),
        memory_ids=memory_ids,
        rule=rule,
        rule_version=RULE_VERSION,
        revision=revision,
        fingerprint=fingerprint,
        request_id=context.request_id,
    )
