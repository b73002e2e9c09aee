"""Step: look again, and only then give the receipt."""

from dataclasses import replace
from datetime import datetime

from keptmind.model.erasure import Deletion, Receipt, Stage, StepName, StepState
from keptmind.ports.store import Transaction


def attest(tx: Transaction, deletion: Deletion, now: datetime) -> Deletion:
    """Return the operation with its receipt where no table holds an id of it any more; else it goes back to its first stage."""
    if deletion.state is not Stage.BYTES_GONE:
        return deletion
    if tx.deletions.traces(deletion.tenant, deletion.owner, deletion.memory_ids):
        return _doubted(deletion)
    receipt = Receipt(operation=deletion.id, memories=deletion.count, requested_at=deletion.requested_at, bytes_gone_at=now)
    return replace(deletion, completed_at=now, receipt=receipt)


def _doubted(deletion: Deletion) -> Deletion:
    steps = tuple(
        replace(step, state=StepState.FAILING, note="rows still there") if step.name in (StepName.ROWS, StepName.BYTES) else step
        for step in deletion.steps
    )
    return replace(deletion, steps=steps, state=Stage.UNREADABLE)
