"""
By what a statement is met again, pure: its words, the gist of them, its title.

A row bears a few marks and a new statement looks for the same ones, so that what is compared word for word is a handful of rows,
however many there are.
"""

from collections.abc import Iterable

from keptmind.model.memory import Kind, Memory
from keptmind.text.gist import gist_text, reading
from keptmind.text.normalise import fold, value

VERSION = 1  # raise it with any change to what is marked: the rows of a store are then marked anew when it opens


def marks_of(memory: Memory) -> tuple[str, ...]:
    """Return the marks that a row bears."""
    said = value(memory.content) if memory.value is None else memory.value
    where = f"{memory.scope} {memory.target.value}"
    return marks(where, said, subject=memory.subject, title=memory.title, state=memory.kind is Kind.STATE)


def marks(where: str, said: str, *, subject: str | None, title: str | None, state: bool) -> tuple[str, ...]:
    """Return the marks of a statement; `where` is its scope and target, `said` what it says, folded."""
    about = f"{where} {fold(subject)}" if subject else where
    found = [*worded(where, (said,)), *_gists(about, said, state=state)]
    return (*found, f"title {about}|{fold(title)}") if title else tuple(found)


def worded(where: str, several: Iterable[str]) -> list[str]:
    """Return the marks of statements by their exact words, whatever they are about."""
    return [f"text {where}|{said}" for said in several]


def _gists(about: str, said: str, *, state: bool) -> list[str]:
    found = [f"gist {about}|{gist_text(reading(said))}"]
    return [*found, f"state {about}|{gist_text(reading(said, dates_aside=True))}"] if state else found
