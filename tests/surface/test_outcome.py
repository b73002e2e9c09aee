"""Every error has its ending at every door."""

from collections.abc import Iterator

import pytest

from keptmind import errors
from keptmind.errors import Conflict, ContentRefused, Invalid, KeptmindError, NotFound, Refused, Unavailable
from keptmind.surfaces.outcome import UNEXPECTED, outcome

EXITS: dict[type, int] = {Invalid: 2, Refused: 3, NotFound: 4, Conflict: 5, Unavailable: 6}
STATUSES = {Invalid: 400, Refused: 403, NotFound: 404, Conflict: 409, Unavailable: 503}


def tree(root: type[KeptmindError]) -> Iterator[type[KeptmindError]]:
    """Yield an error class and everything below it."""
    yield root
    for leaf in root.__subclasses__():
        yield from tree(leaf)


BELOW_THE_ROOT = list(tree(KeptmindError))[1:]


@pytest.mark.parametrize("leaf", BELOW_THE_ROOT, ids=lambda leaf: leaf.__name__)
def test_no_error_of_ours_goes_unmapped(leaf: type[KeptmindError]) -> None:
    ending = outcome(leaf())

    assert ending != UNEXPECTED
    assert ending.exit == next(EXITS[family] for family in leaf.__mro__ if family in EXITS)
    assert ending.message == leaf.code


@pytest.mark.parametrize("family", STATUSES, ids=lambda family: family.__name__)
def test_a_family_answers_with_its_status(family: type[KeptmindError]) -> None:
    assert outcome(family()).http == STATUSES[family]


def test_a_verdict_on_the_content_is_unprocessable_and_not_forbidden() -> None:
    assert outcome(ContentRefused(rule="secret")).http == 422


def test_every_class_of_the_tree_is_tested() -> None:
    defined = {one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, KeptmindError)}

    assert {*BELOW_THE_ROOT, KeptmindError} == defined


@pytest.mark.parametrize("error", [ValueError("x"), KeptmindError()], ids=["foreign", "root"])
def test_what_is_nobodys_fault_but_ours_ends_unexpectedly(error: Exception) -> None:
    ending = outcome(error)

    assert (ending.http, ending.exit) == (500, 1)
