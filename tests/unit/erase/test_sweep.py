"""What stage the steps of an erasure amount to."""

import pytest

from keptmind.erase.sweep import reached
from keptmind.model.erasure import Stage, Step, StepName, StepState

DONE, PENDING, FAILING = StepState.DONE, StepState.PENDING, StepState.FAILING


@pytest.mark.parametrize(
    ("states", "stage"),
    [
        ({}, Stage.UNREADABLE),  # without a step on record nothing is known to be done
        ({StepName.ROWS: DONE, StepName.CACHES: PENDING, StepName.BYTES: DONE}, Stage.UNREADABLE),
        ({StepName.ROWS: FAILING, StepName.BYTES: DONE}, Stage.UNREADABLE),
        ({StepName.ROWS: DONE, StepName.CACHES: DONE, StepName.BYTES: FAILING}, Stage.DERIVED_CLEANED),
        ({StepName.ROWS: DONE, StepName.BYTES: DONE, StepName.LOG: PENDING}, Stage.DERIVED_CLEANED),
        ({StepName.ROWS: DONE, StepName.BYTES: DONE, StepName.LOG: DONE}, Stage.BYTES_GONE),
    ],
)
def test_the_farthest_stage_is_that_of_what_is_done(states: dict[StepName, StepState], stage: Stage) -> None:
    assert reached([Step(name=name, state=state) for name, state in states.items()]) is stage
