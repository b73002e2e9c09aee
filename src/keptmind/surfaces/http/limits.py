"""How often each caller may ask: a bucket that fills again by the minute."""

import threading
import time
from collections import OrderedDict

from keptmind.errors import TooManyRequests

MOST_CALLERS = 10_000
MINUTE = 60.0
FAILURES_A_MINUTE = 60  # of requests without a valid key, from one address


class Rate:
    """Requests a minute, by name; 0 is no limit. A burst may use a whole minute's at once."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> None:
        """Count one request. Raises: TooManyRequests."""
        if self._per_minute == 0:
            return
        now = time.monotonic()
        with self._lock:
            left, at = self._left.pop(name, (float(self._per_minute), now))
            left = min(float(self._per_minute), left + (now - at) * self._per_minute / MINUTE)
            self._left[name] = (left - 1 if left >= 1 else left, now)
            if len(self._left) > MOST_CALLERS:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyRequests(seconds=max(1, round((1 - left) * MINUTE / self._per_minute)))
