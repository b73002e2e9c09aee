"""A server that cannot be reached: what there is to look at, and one line in the log for each time that it is away.

The driver's own words name the host, the user and the file of the socket, so none of them is passed on.
"""

import logging
import re
import threading

import psycopg
from psycopg import pq
from psycopg.conninfo import make_conninfo

from keptmind.engines.postgres_session import Line
from keptmind.errors import StoreFailed

PING_SECONDS = 2
_POOL = re.compile(r"keptmind-\d+")
_AWAY = "no connection to PostgreSQL for %s; it is tried again until there is one"


def ping(url: str) -> pq.Ping:
    """Ask whether a server takes connections there; the user, the password and the database need not be right for that."""
    nobody = pq.PGconn.connect_start(b"=")  # what libpq cannot read it sends nowhere: its ping needs a connection of any kind
    return pq.Ping(nobody.ping(make_conninfo(url, connect_timeout=PING_SECONDS).encode()))


def unreached(error: psycopg.OperationalError, url: str) -> StoreFailed:
    """Return what is wrong where no connection came about: libpq gives no code for that, but more than nothing can be told."""
    if isinstance(error, psycopg.errors.ConnectionTimeout):
        return StoreFailed(problem="no server answers there, or not with the encryption that is asked for")
    if error.pgconn is None:
        return StoreFailed(problem="there is no host of that name")
    if error.pgconn.needs_password:
        return StoreFailed(problem="the server asks for a password")
    match ping(url):
        case pq.Ping.OK:
            return StoreFailed(problem="the server refuses the user, the password, the database or an option, or has too many connections")
        case pq.Ping.REJECT:
            return StoreFailed(problem="the server takes no connections now")
        case _:
            return StoreFailed(problem="no server answers there, or not with the encryption that is asked for")


class Outages(logging.Filter):
    """
    For the logger of psycopg's pools: of ours it says once an outage that there is no connection, and nothing that names the address.

    What it says of other pools of the program passes as it is.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._away: set[str] = set()

    def over(self, pool: str) -> None:
        """Take note that a pool has a connection again."""
        with self._lock:
            self._away.discard(pool)

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line is said, and put the first of an outage into our words."""
        told = record.args if isinstance(record.args, tuple) else ()
        if any(isinstance(one, Line) for one in told):
            return False
        ours = next((found[0] for one in told if isinstance(one, str) and (found := _POOL.match(one))), "")
        if not ours or record.levelno < logging.WARNING:
            return True
        record.msg, record.args = _AWAY, (ours,)
        return self._is_first(ours)

    def _is_first(self, pool: str) -> bool:
        with self._lock:
            is_first = pool not in self._away
            self._away.add(pool)
        return is_first
