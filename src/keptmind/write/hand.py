"""Who writes, by which rules, when and under which fresh names; and how what they do is put on record."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from keptmind.errors import KeptmindError
from keptmind.model.audit import Action, AuditEvent
from keptmind.model.context import AccessContext
from keptmind.model.evidence import Evidence
from keptmind.model.memory import ChangedVia, Memory, Source
from keptmind.policy.admission import Circumstances
from keptmind.policy.edition import RULE_VERSION
from keptmind.ports.keys import Ids, Keys
from keptmind.ports.store import Transaction
from keptmind.text.normalise import value

ROLES = {Source.IMPORTED: "import", Source.OBSERVED: "tool", Source.INFERRED: "host"}  # everything else is the person's own word
UNVERIFIED = "imported, unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What a write needs beside its transaction."""

    context: AccessContext
    circumstances: Circumstances
    ids: Ids
    keys: Keys
    via: ChangedVia
    now: datetime
    candidate: str | None = None

    def later(self, position: int) -> "Hand":
        """Return the hand some microseconds on, so that what is saved together is listed in the order given."""
        return replace(self, now=self.now + timedelta(microseconds=position)) if position else self

    def accepting(self, candidate: str) -> "Hand":
        """Return the hand as it makes a memory of a candidate."""
        return replace(self, via=ChangedVia.CANDIDATE, candidate=candidate)

    def fingerprint(self, content: str) -> str:
        """Return the keyed fingerprint of what a text says."""
        return self.keys.fingerprint(self.context.tenant, value(content))

    def evidence(self, memory: Memory, source: Source, fingerprint: str, *, sign: int = 1, occurred_at: datetime | None = None) -> Evidence:
        """Return one statement, made in this context, for or against a row."""
        return Evidence(
            id=self.ids.mint(self.now),
            memory_id=memory.id,
            source=source,
            role=ROLES.get(source, "user"),
            sign=sign,
            conversation=self.context.route.conversation,
            run=self.context.route.run,
            occurred_at=occurred_at or self.now,
            recorded_at=self.now,
            fingerprint=fingerprint,
            note=UNVERIFIED if source is Source.IMPORTED else None,
        )

    def event(
        self,
        action: Action,
        *,
        memory: Memory | None = None,
        rule: str = "",
        scope: str = "",
        fingerprint: str = "",
    ) -> AuditEvent:
        """Return the audit event of an act; ids, scope, rule and revision, never content."""
        return AuditEvent(
            id=self.ids.mint(self.now),
            at=self.now,
            tenant=self.context.tenant,
            owner=self.context.owner,
            action=action,
            caller=self.context.caller.id,
            purpose=self.context.purpose,
            scope=scope or (str(memory.scope) if memory else ""),
            memory_ids=(memory.id,) if memory else (),
            rule=rule,
            rule_version=RULE_VERSION,
            revision=memory.revision if memory else None,
            fingerprint=fingerprint,
            request_id=self.context.request_id,
        )


def refused(tx: Transaction, hand: Hand, error: KeptmindError, *, memory: Memory | None = None, rule: str = "") -> KeptmindError:
    """Put a refusal on record, counted by its rule, and return its error, to be raised after the commit."""
    tx.audit.append(hand.event(Action.REFUSED, memory=memory, rule=rule or error.code))
    tx.rule_counts.add(hand.context.tenant, hand.context.owner, rule or error.code, RULE_VERSION)
    return error
