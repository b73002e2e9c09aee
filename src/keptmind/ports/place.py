"""Where the index keeps a memory."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where the index keeps one memory; `number` is None for a row that is not searchable."""

    partition: int
    number: int | None
