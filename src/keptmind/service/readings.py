"""
Puts reads on record: guarded ones and alerts in the call itself, ordinary ones together and soon.

Only what was recalled for a caller counts as recalled; what the owner looks through by hand does not.
"""

import logging
from collections.abc import Sequence
from typing import Any

from keptmind.model.audit import Action, AuditEvent
from keptmind.model.context import AccessContext, Mode, ReadMode
from keptmind.model.memory import Memory, MemoryId, Sensitivity
from keptmind.service.ground import Ground
from keptmind.service.journal import Journal
from keptmind.service.record import event
from keptmind.service.watch import Watch

log = logging.getLogger("keptmind.recall")


class Readings:
    """One for all services, so that a caller's reads through any of them add up."""

    def __init__(self, ground: Ground, journal: Journal) -> None:
        self._ground = ground
        self._journal = journal
        limits = ground.rulebook.limits
        self._watch = Watch(rows=limits.wide_read_rows, minutes=limits.wide_read_minutes)

    def record(
        self,
        context: AccessContext,
        action: Action,
        read: Sequence[Memory],
        rule: str,
        *,
        recalled: bool,
        about: Sequence[MemoryId] = (),
    ) -> None:
        """Take note of the rows that a read gave out; `about` are rows that it only spoke of."""
        rows = [memory for memory in read if memory.id]  # what is only proposed has no id yet
        ids = tuple(dict.fromkeys((*(memory.id for memory in rows), *about)))
        revision = rows[0].revision if len(rows) == 1 else None
        noted = event(self._ground, context, action, rule=rule, memory_ids=ids, revision=revision)
        restricted = any(memory.sensitivity >= Sensitivity.RESTRICTED for memory in read)
        alerts = self._alerts(context, rows, restricted=restricted)
        guarded = bool(alerts) or context.read_mode is ReadMode.EXPLICIT
        if guarded:
            with self._ground.writing(context) as tx:
                tx.audit.append(noted)
                for alert in alerts:
                    tx.audit.append(event(self._ground, context, Action.ALERT, rule=alert, memory_ids=ids))
        counted = [(memory.owner, memory.id) for memory in read] if recalled and context.mode is not Mode.NO_WRITE else []
        self._journal.note(None if guarded else noted, context.tenant, counted)
        if recalled and log.isEnabledFor(logging.INFO):
            log.info("recalled", extra=_line(noted))

    def _alerts(self, context: AccessContext, read: Sequence[Memory], *, restricted: bool) -> list[str]:
        by_owner: dict[str, list[MemoryId]] = {}
        for memory in read:
            by_owner.setdefault(memory.owner, []).append(memory.id)
        now = self._ground.clock.now()
        wide = [self._watch.is_wide(context.caller.id, context.tenant, owner, ids, now) for owner, ids in by_owner.items()]
        return [*(["restricted-read"] if restricted else []), *(["wide-read"] if any(wide) else [])]


def _line(noted: AuditEvent) -> dict[str, Any]:
    """Return what the log says of a recall."""
    return {
        "tenant": noted.tenant,
        "caller": noted.caller,
        "purpose": noted.purpose,
        "scope": noted.scope,
        "rule": noted.rule,
        "rows": len(noted.memory_ids),
        "ids": list(noted.memory_ids),
        "request_id": noted.request_id,
    }
