"""Signed-in browsers: a link that works once, and a cookie that only this process knows."""

import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from keptmind.model.context import Caller

COOKIE = "keptmind_session"
LINK_SECONDS = 3_600
SESSION_SECONDS = 12 * 3_600
MOST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Whose browser it is, and what it may do."""

    tenant: str
    user: str
    caller: Caller


class Sessions:
    """Links that wait to be used, and sessions that were opened; a restart ends all of them."""

    def __init__(self) -> None:
        self._links: OrderedDict[str, tuple[Session, float]] = OrderedDict()
        self._open: OrderedDict[str, tuple[Session, float]] = OrderedDict()
        self._lock = threading.Lock()

    def link(self, session: Session) -> str:
        """Return a token that opens this session once, within an hour."""
        return self._put(self._links, session, LINK_SECONDS)

    def enter(self, token: str) -> tuple[str, Session] | None:
        """Open the session of a link; return its cookie, or None where the link was used or has had its time."""
        with self._lock:
            session, until = self._links.pop(token, (None, 0.0))
        if session is None or until < time.monotonic():
            return None
        return self._put(self._open, session, SESSION_SECONDS), session

    def of(self, cookie: str) -> Session | None:
        """Return the open session of a cookie."""
        with self._lock:
            session, until = self._open.get(cookie, (None, 0.0))
        return session if until >= time.monotonic() else None

    def leave(self, cookie: str) -> None:
        """End a session."""
        with self._lock:
            self._open.pop(cookie, None)

    def _put(self, where: OrderedDict[str, tuple[Session, float]], session: Session, seconds: float) -> str:
        token = secrets.token_urlsafe(32)
        with self._lock:
            where[token] = (session, time.monotonic() + seconds)
            if len(where) > MOST:
                where.popitem(last=False)
        return token
