"""Processes forked from a script, each with a log of what it has been told, which outlives it."""

import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path

from keptmind import Memory

FORK = multiprocessing.get_context("fork")  # opening a store in a new interpreter would take longer than what is looked at

Say = Callable[..., None]


class Child:
    """One process at work; open no store while starting it, for its connections would be shared."""

    def __init__(self, log: Path, work: Callable[[Say], None]) -> None:
        self._log = log
        log.touch()
        self.process = FORK.Process(target=_run, args=(log, work))
        self.process.start()

    def said(self) -> list[list[str]]:
        """Return the words of every whole line so far."""
        return [line.split() for line in self._log.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def until(self, word: str, seconds: float = 60.0) -> None:
        """Wait until it has said this as the first word of a line. Raises: TimeoutError where it does not."""
        end = time.monotonic() + seconds
        while not any(line[0] == word for line in self.said()):
            if time.monotonic() > end or self.process.exitcode is not None:
                raise TimeoutError(f"never said {word}: {self.said()[-3:]}")
            time.sleep(0.001)

    def kill(self) -> None:
        """Kill it, as a machine out of memory would."""
        self.process.kill()
        self.process.join()

    def end(self, seconds: float = 120.0) -> list[str]:
        """Wait for its end, and return what is wrong with how it ended."""
        self.process.join(seconds)
        if self.process.exitcode is None:
            self.kill()
            return ["a process never ended"]
        return [f"a process ended with {self.process.exitcode}"] if self.process.exitcode else []


def warm() -> None:
    """Load what is loaded at first use, so that a process that is forked afterwards is at its work at once."""
    with Memory(":memory:") as store:
        me = store.for_user("u1")
        saved, guessed = me.save("the lamp is green").memory, me.save("the door is red", source="inferred", reason="r").candidate
        assert saved is not None  # noqa: S101
        assert guessed is not None  # noqa: S101
        me.accept(guessed.id)
        me.search("lamp")
        me.update(saved.id, expected_revision=1, content="the lamp is blue")
        me.forget(saved.id)
        store.house.doctor.examine()


def _run(log: Path, work: Callable[[Say], None]) -> None:
    handle = os.open(log, os.O_WRONLY | os.O_APPEND)
    work(lambda *words: os.write(handle, (" ".join(map(str, words)) + "\n").encode()))
