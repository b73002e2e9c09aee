"""
The two ends of a process that speaks a protocol over its standard input and output.

Once they are claimed, nothing else can write there: file descriptor 1 leads to standard error, whoever prints to it, and 0 is empty.
"""

import os
import sys
from dataclasses import dataclass
from functools import cache

PRIVATE = 3  # the lowest descriptor that no library takes for a standard one


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """The descriptors on which the protocol runs."""

    reading: int
    writing: int


@cache
def claim() -> Wire:
    """Take the standard streams for the protocol, once for the life of the process. Raises: OSError where they are closed."""
    wire = Wire(reading=_private(0), writing=_private(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.flush()  # what was printed before goes where everything goes now
    return wire


def _private(descriptor: int) -> int:
    """Return a duplicate that no library takes for a standard stream, and no child inherits."""
    standard = []
    while (made := os.dup(descriptor)) < PRIVATE:
        standard.append(made)
    for taken in standard:
        os.close(taken)
    return made
