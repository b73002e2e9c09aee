"""What a process counts of its own work; counting changes nothing, and holds no text, no key and no name of a person."""

from typing import Protocol

from keptmind.model.audit import AuditEvent

FAILED = "error-"


class Meter(Protocol):
    """Counts; what it is told must not make it raise."""

    def heard(self, event: AuditEvent) -> None:
        """Take note of an act whose transaction has been committed."""
        ...

    def answered(self, verb: str, *, path: str, rows: int, tokens: int, seconds: float) -> None:
        """
        Take note of one call: which way it was answered, how much was given out, how long it took.

        `path` is the last stage of a search, the outcome of a save, the stage of an erasure, `error-` and the family of an error, or empty.
        """
        ...

    def verified(self, seconds: float) -> None:
        """Take note that an erasure is verified, so long after it was asked for."""
        ...

    def lost(self, reads: int) -> None:
        """Take note that so many reads will not be on record: more waited to be written than are kept."""
        ...


class Silence:
    """Counts nothing."""

    def heard(self, event: AuditEvent) -> None:
        """Let it pass."""

    def answered(self, verb: str, *, path: str, rows: int, tokens: int, seconds: float) -> None:
        """Let it pass."""

    def verified(self, seconds: float) -> None:
        """Let it pass."""

    def lost(self, reads: int) -> None:
        """Let it pass."""


SILENT = Silence()
