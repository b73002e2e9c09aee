"""Step: clean one place after another; each can be run again, and none says done before it is."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from keptmind.model.erasure import Deletion, Stage, Step, StepName, StepState
from keptmind.ports.store import Shredder


def sweep(deletion: Deletion, shredder: Shredder, drop_caches: Callable[[], None], texts: Sequence[str] | None) -> Deletion:
    """Return the operation with every step tried that was not done; `texts` None means that nobody knows them any more."""
    steps: list[Step] = []
    for step in deletion.steps:
        waits = step.name is StepName.LOG and not _is_rewritten(steps)  # the log takes in what rewriting writes
        steps.append(step if waits or step.state is StepState.DONE else _tried(step, shredder, drop_caches, texts))
    return replace(deletion, steps=tuple(steps), state=reached(steps))


def _is_rewritten(steps: Sequence[Step]) -> bool:
    return any(step.name is StepName.BYTES and step.state is StepState.DONE for step in steps)


def _tried(step: Step, shredder: Shredder, drop_caches: Callable[[], None], texts: Sequence[str] | None) -> Step:
    match step.name:
        case StepName.CACHES:
            drop_caches()
            outcome = replace(step, state=StepState.DONE)
        case StepName.MIGRATION_BACKUPS:
            outcome = shredder.drop_migration_backups()
        case StepName.BYTES:
            outcome = shredder.shred(texts)
        case StepName.LOG:
            outcome = shredder.outwait(step)
            if outcome == step:
                return step  # looking whether time has passed is no attempt
        case StepName.ROWS:
            outcome = step
    return replace(outcome, attempts=step.attempts + 1)


def reached(steps: Sequence[Step]) -> Stage:
    """Return the stage that the steps amount to; without a step on record nothing is known to be done."""
    left = {step.name for step in steps if step.state is not StepState.DONE}
    if not steps or left - {StepName.BYTES, StepName.LOG}:
        return Stage.UNREADABLE
    return Stage.DERIVED_CLEANED if left else Stage.BYTES_GONE
