"""Step: what a save comes to, given what is known; pure."""

from keptmind.model.decision import Decision
from keptmind.model.draft import Draft
from keptmind.model.memory import Memory
from keptmind.model.settings import Flags
from keptmind.policy.conflict import settle


def decide(draft: Draft, same_key: Memory | None, same_text: Memory | None, flags: Flags, *, forgotten: bool) -> Decision:
    """Return the decision; it can only name rows that were recalled."""
    return settle(draft, same_key, same_text, flags, forgotten=forgotten)
