"""
Answers remembered for up to a minute, valid only for the state they were made from.

The key digests who reads, how far, what for, and the revision of every partition in reach, read from the store at each
look-up: any node's change, another member's forgetting included, makes another key.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta

from keptmind.model.ranking import Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An answer and the instant from which it may no longer be given."""

    found: Found
    dies_at: datetime


class ResultCache:
    """Bounded by entries and age; the oldest entry goes first."""

    def __init__(self, *, entries: int, seconds: int) -> None:
        self._entries: OrderedDict[Hashable, Entry] = OrderedDict()
        self._most = entries
        self._life = timedelta(seconds=seconds)
        self._lock = threading.Lock()

    def get(self, key: Hashable, now: datetime) -> Found | None:
        """Return the remembered answer, if it still holds."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or now < entry.dies_at:
                return None if entry is None else entry.found
            del self._entries[key]
            return None

    def put(self, key: Hashable, found: Found, now: datetime, changes_at: datetime | None) -> None:
        """Remember an answer until it is a minute old, or something in reach starts, ends or falls due."""
        dies_at = now + self._life if changes_at is None else min(changes_at, now + self._life)
        if dies_at <= now or not self._most:
            return
        with self._lock:
            self._bury(now)
            self._entries[key] = Entry(found=found, dies_at=dies_at)
            self._entries.move_to_end(key)
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)

    def _bury(self, now: datetime) -> None:
        """Drop the dead among the oldest: nobody may ever ask for them again, and they hold texts."""
        while self._entries and next(iter(self._entries.values())).dies_at <= now:
            self._entries.popitem(last=False)

    def clear(self) -> None:
        """Forget every answer: none may hold what was just erased."""
        with self._lock:
            self._entries.clear()
