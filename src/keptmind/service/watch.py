"""
Notices a caller that reads very many rows of one owner in a short while.

Of more windows than are kept, those that have seen least are let go: to have one forgotten that has seen much, a caller would have to
read as much of thousands of others.
"""

import threading
from collections import OrderedDict
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

    def __init__(self, *, rows: int, minutes: int, most: int = MOST_WINDOWS) -> None:
        self._rows = rows
        self._length = timedelta(minutes=minutes)
        self._most = most
        self._windows: OrderedDict[tuple[str, str, str], Window] = OrderedDict()  # in the order in which they were opened
        self._lock = threading.Lock()

    def is_wide(self, caller: str, tenant: str, owner: str, read: Iterable[MemoryId], now: datetime) -> bool:
        """Take note of a read; True the first time a window exceeds its rows."""
        with self._lock:
            window = self._windows.get((caller, tenant, owner))
            if window is None or self._is_over(window, now):
                window = self._opened((caller, tenant, owner), now)
            if window.alerted:
                return False
            window.seen.update(map(hash, read))
            if len(window.seen) <= self._rows:
                return False
            window.alerted, window.seen = True, set()
            return True

    def _is_over(self, window: Window, now: datetime) -> bool:
        return now - window.opened_at >= self._length

    def _opened(self, key: tuple[str, str, str], now: datetime) -> Window:
        self._windows.pop(key, None)
        while self._windows and self._is_over(next(iter(self._windows.values())), now):
            self._windows.popitem(last=False)
        if len(self._windows) >= self._most:
            self._let_go()
        window = self._windows[key] = Window(now)
        return window

    def _let_go(self) -> None:
        """Drop the quarter that has seen least, so that all are looked through once in very many openings."""
        by_rows = sorted(self._windows, key=lambda key: self._seen(self._windows[key]))
        for key in by_rows[: max(1, self._most // 4)]:
            del self._windows[key]

    def _seen(self, window: Window) -> int:
        return self._rows + 1 if window.alerted else len(window.seen)
