"""Denials and alerts, put on record in the call itself."""

import re

from keptmind.errors import KeptmindError, MemoryNotFound, refusal
from keptmind.model.audit import Action, AuditEvent
from keptmind.model.context import AccessContext
from keptmind.model.memory import MemoryId
from keptmind.policy.admission import RULE_VERSION
from keptmind.ports.store import Transaction
from keptmind.service.ground import Ground

_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def denied(tx: Transaction, ground: Ground, context: AccessContext, rule: str) -> KeptmindError:
    """Record a refusal and return the error to raise after the commit."""
    tx.audit.append(event(ground, context, Action.POLICY_DENIED, rule=rule))
    return refusal(rule)


def missing(tx: Transaction, ground: Ground, context: AccessContext, memory_id: MemoryId) -> MemoryNotFound:
    """
    Record a miss and return its error, the same whether nobody or somebody else has that id.

    Both cases probe and write one event, so that neither body nor time tells them apart; only the event does.
    """
    foreign = tx.memories.exists_elsewhere(memory_id, context.tenant, context.owner)
    action, rule = (Action.ALERT, "cross-owner") if foreign else (Action.POLICY_DENIED, "not-found")
    tx.audit.append(event(ground, context, action, rule=rule))
    return MemoryNotFound()


def known_form(given: str) -> MemoryId:
    """Return an id as it could have been given out; anything else becomes the empty id, which nobody has."""
    return MemoryId(given if _ID.fullmatch(given) else "")


def event(
    ground: Ground,
    context: AccessContext,
    action: Action,
    *,
    rule: str = "",
    memory_ids: tuple[MemoryId, ...] = (),
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
        fingerprint=fingerprint,
    )
