"""How long a connection to SQLite waits for the locks of others."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

PAUSE = 0.005  # seconds between tries of what answers busy at once


def patiently(connection: sqlite3.Connection, pragma: str, seconds: float) -> None:
    """Run a pragma that answers busy at once instead of waiting, as switching to a write-ahead log does."""
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute(pragma)
            return
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorname", "") != "SQLITE_BUSY" or time.monotonic() >= until:
                raise
        time.sleep(PAUSE)


@contextmanager
def hurried(connection: sqlite3.Connection, patience: float, otherwise: float) -> Iterator[None]:
    """Have a connection wait so many seconds, and then as long as it did before."""
    connection.execute(f"PRAGMA busy_timeout = {int(patience * 1_000)}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(otherwise * 1_000)}")
