"""A request that may come twice is carried out once: what it came to is kept for a day, under the name its caller gave it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from keptmind.errors import KeptmindError, RequestReused
from keptmind.model.candidate import Candidate
from keptmind.model.context import AccessContext
from keptmind.model.decision import Outcome, Saved
from keptmind.model.reply import Reply
from keptmind.policy import access
from keptmind.policy.identity import identity
from keptmind.ports.store import Transaction
from keptmind.read.disclose import Disclosure, shown
from keptmind.service.ground import Ground
from keptmind.service.record import readable

KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """One named request of one caller, ready to be looked up; the name and what is asked are kept as keyed hashes."""

    ground: Ground
    context: AccessContext
    name: str
    asked: str

    def earlier(self, tx: Transaction) -> Saved | KeptmindError | None:
        """
        Return what the request came to before, with the rows as they stand now; an error where it asked something else.

        A row that is gone is left out; of one that this caller could not read now there are no texts.
        """
        reply = tx.replies.find(self._reply(), self.ground.clock.now())
        if reply is None:
            return None
        if reply.asked != self.asked:
            return RequestReused(field="Idempotency-Key")
        return self._again(tx, reply)

    def answered_at(self, tx: Transaction) -> datetime | None:
        """Return when the request was carried out, where it was."""
        reply = tx.replies.find(self._reply(), self.ground.clock.now())
        return None if reply is None else reply.expires_at - KEPT

    def keep(self, tx: Transaction, saved: Saved) -> None:
        """Keep what the request came to; a refused one may be sent again."""
        if saved.outcome is Outcome.REFUSED:
            return
        memory_id = None if saved.memory is None else saved.memory.id
        candidate_id = None if saved.candidate is None else saved.candidate.id
        named = replace(self._reply(), outcome=saved.outcome, memory_id=memory_id, candidate_id=candidate_id, rule=saved.rule or "")
        tx.replies.keep(named)

    def _again(self, tx: Transaction, reply: Reply) -> Saved:
        now = self.ground.clock.now()
        memory, candidate = None, None
        if reply.memory_id is not None:
            memory = tx.memories.get(reply.memory_id, access.everything(reply.tenant, reply.owner), now)
        if reply.candidate_id is not None:
            candidate = tx.candidates.get(reply.candidate_id, reply.tenant, reply.owner, now)
        if memory is not None:
            memory = readable(tx, self.ground, self.context, memory)
        return Saved(outcome=reply.outcome, memory=memory, candidate=candidate and self._seen(candidate), rule=reply.rule or None)

    def _seen(self, candidate: Candidate) -> Candidate:
        proposed, within = candidate.proposed, access.managed_reach(self.context, self.ground.rulebook)
        if proposed is None or (access.may_look(self.context).allowed and access.may_be_judged(proposed, within).allowed):
            return candidate
        return replace(candidate, proposed=shown(proposed, Disclosure(withheld=True)))

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
    circumstances = [context.mode, context.route.group, context.route.channel, context.destination]  # each decides what is kept
    asked = json.dumps([wish, route, *circumstances], sort_keys=True, default=str)
    return Once(
        ground=ground,
        context=context,
        name=ground.keys.fingerprint(context.tenant, f"request\x1f{given}"),
        asked=ground.keys.fingerprint(context.tenant, f"asked\x1f{asked}"),
    )
