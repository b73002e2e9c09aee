"""How often each caller may ask: a bucket that fills again by the minute."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256

from keptmind.errors import TooManyRequests

MOST_CALLERS = 10_000
MINUTE = 60.0
FAILURES_A_MINUTE = 60  # of requests without a valid key, from one address
REMEMBERED_SECONDS = 3_600.0


class Rate:
    """Requests a minute, by name; 0 is no limit. A burst may use a whole minute's at once."""

    def __init__(self, per_minute: int, seconds: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._seconds = seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> None:
        """Count one request. Raises: TooManyRequests."""
        self._see(name, taken=1)

    def look(self, name: str) -> None:
        """See whether one more request would be let in, and count none. Raises: TooManyRequests."""
        self._see(name, taken=0)

    def _see(self, name: str, *, taken: int) -> None:
        if self._per_minute == 0:
            return
        now = self._seconds()
        with self._lock:
            left, at = self._left.pop(name, (float(self._per_minute), now))
            left = min(float(self._per_minute), left + (now - at) * self._per_minute / MINUTE)
            self._left[name] = (left - taken if left >= 1 else left, now)
            if len(self._left) > MOST_CALLERS:
                self._left.popitem(last=False)
        if left < 1:
            raise TooManyRequests(seconds=max(1, round((1 - left) * MINUTE / self._per_minute)))


class Failures:
    """
    Requests without a valid key or token, by the address they come from, so many a minute.

    An address that has used them up has no further key looked up, but for those that were in force within the last hour: whoever was let in
    before is not shut out by somebody who guesses beside them.
    """

    def __init__(self, per_minute: int, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._rate = Rate(per_minute, seconds)
        self._known: OrderedDict[bytes, float] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self, address: str, key: str) -> None:
        """Let a key be looked up. Raises: TooManyRequests."""
        with self._lock:
            until = self._known.get(_hashed(key), 0.0)
        if until <= self._seconds():
            self._rate.look(address)

    def remember(self, key: str) -> None:
        """Take note that a key is in force."""
        with self._lock:
            self._known.pop(_hashed(key), None)
            self._known[_hashed(key)] = self._seconds() + REMEMBERED_SECONDS
            if len(self._known) > MOST_CALLERS:
                self._known.popitem(last=False)

    def count(self, address: str, key: str) -> None:
        """Count a failure, of a key that is in force no longer where it was. Raises: TooManyRequests."""
        with self._lock:
            self._known.pop(_hashed(key), None)
        self._rate.take(address)


def _hashed(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogatepass")).digest()
