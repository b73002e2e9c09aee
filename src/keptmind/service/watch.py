"""Notices a caller that reads very many rows of one owner in a short while."""

import threading
from collections.abc import Iterable
from datetime import datetime, timedelta

from keptmind.model.memory import MemoryId

MOST_WINDOWS = 4_096


class Window:
    """The distinct rows one caller read of one owner since the window opened, as numbers: ids would take twice the room."""

    __slots__ = ("alerted", "opened_at", "seen")

    def __init__(self, opened_at: datetime) -> None:
        self.opened_at = opened_at
        self.seen: set[int] = set()
        self.alerted = False


class Watch:
    """Counts per caller and owner; says so once a window."""

    def __init__(self, *, rows: int, minutes: int) -> None:
        self._rows = rows
        self._length = timedelta(minutes=minutes)
        self._windows: dict[tuple[str, str, str], Window] = {}
        self._lock = threading.Lock()

    def is_wide(self, caller: str, tenant: str, owner: str, read: Iterable[MemoryId], now: datetime) -> bool:
        """Take note of a read; True the first time a window exceeds its rows."""
        with self._lock:
            window = self._windows.get((caller, tenant, owner))
            if window is None or now - window.opened_at >= self._length:
                window = self._opened(caller, tenant, owner, now)
            if window.alerted:
                return False
            window.seen.update(map(hash, read))
            window.alerted = len(window.seen) > self._rows
            return window.alerted

    def _opened(self, caller: str, tenant: str, owner: str, now: datetime) -> Window:
        if len(self._windows) >= MOST_WINDOWS:
            self._windows.pop(next(iter(self._windows)))
        window = self._windows[caller, tenant, owner] = Window(now)
        return window
