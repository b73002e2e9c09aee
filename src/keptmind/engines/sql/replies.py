"""What was answered to requests that may come twice."""

from datetime import datetime
from typing import Any

from keptmind.engines.sql.session import EPOCH, Session, instant, micros
from keptmind.model.decision import Outcome
from keptmind.model.memory import MemoryId
from keptmind.model.reply import Reply

FIND_REPLY = """
SELECT asked, outcome, memory_id, candidate_id, rule, expires_at
  FROM replies
 WHERE tenant = :tenant AND owner = :owner AND caller = :caller AND request = :request AND expires_at > :now
"""

DROP_OLD_REPLIES = """
DELETE FROM replies
 WHERE tenant = :tenant AND owner = :owner AND expires_at <= :now
"""

KEEP_REPLY = """
INSERT INTO replies (tenant, owner, caller, request, asked, outcome, memory_id, candidate_id, rule, expires_at)
VALUES (:tenant, :owner, :caller, :request, :asked, :outcome, :memory_id, :candidate_id, :rule, :expires_at)
"""


class SqlReplies:
    """Replies, by whom they were given to and about whom."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, reply: Reply, now: datetime) -> Reply | None:
        """Return what this caller was answered to the request of this name; replies that have had their time go."""
        named = {"tenant": reply.tenant, "owner": reply.owner, "now": micros(now)}
        self._session.run(DROP_OLD_REPLIES, named)
        row = self._session.one(FIND_REPLY, {**named, "caller": reply.caller, "request": reply.request})
        if row is None:
            return None
        asked, outcome, memory_id, candidate_id, rule, expires_at = row
        return Reply(
            tenant=reply.tenant,
            owner=reply.owner,
            caller=reply.caller,
            request=reply.request,
            asked=asked,
            outcome=Outcome(outcome),
            memory_id=None if memory_id is None else MemoryId(memory_id),
            candidate_id=candidate_id,
            rule=rule,
            expires_at=instant(expires_at) or EPOCH,
        )

    def keep(self, reply: Reply) -> None:
        """Keep what was answered."""
        row: dict[str, Any] = {
            "tenant": reply.tenant,
            "owner": reply.owner,
            "caller": reply.caller,
            "request": reply.request,
            "asked": reply.asked,
            "outcome": reply.outcome.value,
            "memory_id": reply.memory_id,
            "candidate_id": reply.candidate_id,
            "rule": reply.rule,
            "expires_at": micros(reply.expires_at),
        }
        self._session.run(KEEP_REPLY, row)
