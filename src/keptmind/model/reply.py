"""What was answered to a request that may come twice: which rows it came to, never what they say."""

from dataclasses import dataclass
from datetime import datetime

from keptmind.model.decision import Outcome
from keptmind.model.memory import MemoryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer of one caller about one owner; `request` and `asked` are keyed hashes of the name it was given and of what it said."""

    tenant: str
    owner: str
    caller: str
    request: str
    asked: str
    expires_at: datetime
    outcome: Outcome = Outcome.SAME
    memory_id: MemoryId | None = None
    candidate_id: str | None = None
    rule: str = ""
