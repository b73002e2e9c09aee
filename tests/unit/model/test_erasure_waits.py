"""An erasure tells whether it waits for time alone."""

import pytest

from factories import NOON
from keptmind.model.erasure import Deletion, Stage, Step, StepName, StepState


@pytest.mark.parametrize(
    ("steps", "waits"),
    [
        ({}, False),
        ({"rows": "done"}, False),
        ({"rows": "done", "bytes": "done", "log": "pending"}, True),
        ({"rows": "done", "bytes": "pending", "log": "pending"}, False),
        ({"rows": "done", "bytes": "done", "log": "failing"}, False),
        ({"rows": "done", "bytes": "done", "log": "done"}, False),
    ],
)
def test_an_erasure_only_waits_where_nothing_but_the_log_is_left(steps: dict[str, str], waits: bool) -> None:
    made = tuple(Step(name=StepName(name), state=StepState(state)) for name, state in steps.items())

    deletion = Deletion(
        id="op",
        tenant="t",
        owner="u",
        memory_ids=(),
        state=Stage.UNREADABLE,
        steps=made,
        requested_at=NOON,
        completed_at=None,
        receipt=None,
    )

    assert deletion.only_waits is waits
