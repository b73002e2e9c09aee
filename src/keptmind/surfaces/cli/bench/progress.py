"""Progress bars on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[int], None]


@contextmanager
def stage(label: str, total: int) -> Iterator[Advance]:
    """Show a bar while something of so many parts is done; the caller says how many more are done."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(label, total=total)
        yield lambda done: bars.advance(bar, done)


def _unseen(done: int) -> None:
    """Show nothing."""
    del done
