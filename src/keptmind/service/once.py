"""A request that may come twice is carried out once: what it came to is kept for a day, under the name its caller gave it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from keptmind.errors import KeptmindError, MemoryNotFound, RequestReused
from keptmind.model.candidate import Candidate
from keptmind.model.context import AccessContext
from keptmind.model.decision import Outcome, Saved
from keptmind.model.reply import Reply
from keptmind.policy import access
from keptmind.policy.identity import identity
from keptmind.ports.store import Transaction
from keptmind.service.ground import Ground

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """One named request of one caller, ready to be looked up; the name and what is asked are kept as keyed hashes."""

    ground: Ground
    context: AccessContext
    name: str
    asked: str

    def earlier(self, tx: Transaction) -> Saved | KeptmindError | None:
        """Return what the request came to before, as the rows stand now; an error where it asked something else or the row is gone."""
        reply = tx.replies.find(self._reply(), self.ground.clock.now())
        if reply is None:
            return None
        if reply.asked != self.asked:
            return RequestReused(field="Idempotency-Key")
        return self._again(tx, reply)

    def keep(self, tx: Transaction, saved: Saved) -> None:
        """Keep what the request came to; a refused one may be sent again."""
        if saved.outcome is Outcome.REFUSED:
            return
        memory_id = None if saved.memory is None else saved.memory.id
        candidate_id = None if saved.candidate is None else saved.candidate.id
        named = replace(self._reply(), outcome=saved.outcome, memory_id=memory_id, candidate_id=candidate_id, rule=saved.rule or "")
        tx.replies.keep(named)

    def _again(self, tx: Transaction, reply: Reply) -> Saved | KeptmindError:
        now = self.ground.clock.now()
        memory, candidate = None, None
        if reply.memory_id is not None:
            memory = tx.memories.get(reply.memory_id, access.managed_reach(self.context, self.ground.rulebook), now)
        if reply.candidate_id is not None:
            candidate = self._seen(tx.candidates.get(reply.candidate_id, reply.tenant, reply.owner, now))
        if memory is None and candidate is None:
            return MemoryNotFound()
        return Saved(outcome=reply.outcome, memory=memory, candidate=candidate, rule=reply.rule or None)

    def _seen(self, candidate: Candidate | None) -> Candidate | None:
        within = access.managed_reach(self.context, self.ground.rulebook)
        hidden = candidate is None or (candidate.proposed is not None and not access.may_be_judged(candidate.proposed, within).allowed)
        return None if hidden else candidate

    def _reply(self) -> Reply:
        context = self.context
        return Reply(
            tenant=context.tenant,
            owner=context.owner,
            caller=context.caller.id,
            request=self.name,
            asked=self.asked,
            expires_at=self.ground.clock.now() + KEPT,
        )


def once(ground: Ground, context: AccessContext, name: object, wish: Mapping[str, Any]) -> Once | None:
    """Return a named request; None where it was given no name. Raises: InvalidField."""
    if name is None:
        return None
    given = identity("Idempotency-Key", name)
    route = [str(scope) for scope in context.route.scopes()]
    asked = json.dumps([wish, route, context.mode, context.route.group], sort_keys=True, default=str)
    return Once(
        ground=ground,
        context=context,
        name=ground.keys.fingerprint(context.tenant, f"request\x1f{given}"),
        asked=ground.keys.fingerprint(context.tenant, f"asked\x1f{asked}"),
    )
