"""Step: how sure a row is after a change, from the statements that support what it says now; pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from keptmind.model.evidence import Evidence
from keptmind.model.memory import Memory
from keptmind.policy.confidence import confidence


def weigh(memory: Memory, evidence: Sequence[Evidence], fingerprint: str, now: datetime) -> Memory:
    """Return the row with its confidence; what was said for other words of it than the present ones does not count."""
    for_these_words = [one for one in evidence if one.fingerprint == fingerprint]
    return replace(memory, confidence=confidence(for_these_words, kind=memory.kind, now=now))
