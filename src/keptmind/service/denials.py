"""What a door turned away before any service was asked, put on record all the same."""

from keptmind.model.audit import Action
from keptmind.model.context import AccessContext
from keptmind.service.ground import Ground
from keptmind.service.record import event


class Denials:
    """Records refusals of doors; a rule is a word of the product, never one of the caller's."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def record(self, context: AccessContext, rule: str) -> None:
        """Put a refusal on record at once. Raises: Unavailable."""
        with self._ground.writing(context) as tx:
            tx.audit.append(event(self._ground, context, Action.POLICY_DENIED, rule=rule))
