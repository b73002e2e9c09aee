"""The connections of one process to one schema: set up alike, lent one at a time, anew where a restart or a fork left them behind."""

import contextlib
import itertools
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import pq
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool, PoolTimeout

from keptmind.engines.postgres_absence import Outages, ping, unreached
from keptmind.engines.postgres_session import Line, PostgresSession
from keptmind.errors import StoreBusy, StoreFailed

PREPARED_AT = 2  # uses after which a statement is prepared on its connection
PREPARED_MOST = 512
IDLE_SECONDS = 60  # a node that falls silent in mid transaction loses its owner's lock after this
STATEMENT_SECONDS = 60
LOOK_AGAIN_SECONDS = 1.0  # for a server that is away; left to itself the pool would wait twice as long each time
LEAST_WAIT = 2.0  # seconds for a connection to be made, however impatient the writers are
LONGEST_SCHEMA = 48  # bytes; PostgreSQL cuts names at 63, and copies and lists are named after the schema

CONFIGURE = """
SELECT current_schema(), current_setting('server_encoding'),
       set_config('join_collapse_limit', '1', false),
       set_config('jit', 'off', false),
       set_config('lock_timeout', :lock, false),
       set_config('statement_timeout', :statement, false),
       set_config('idle_in_transaction_session_timeout', :idle, false),
       set_config('synchronous_commit', :durable, false)
"""

_OUTAGES = Outages()
logging.getLogger("psycopg.pool").addFilter(_OUTAGES)
_NUMBERS = itertools.count(1)


class Lines:
    """Lends connections; `schema` is that of the first, and a later one that finds itself in another is refused."""

    def __init__(self, url: str, *, durable: str, busy_seconds: float, connections: int) -> None:
        self.schema = ""
        self.most = connections
        self.is_leaving = False  # who leaves waits for a server that is away no longer than a moment
        self._url = url
        self._name = ""
        self._wait = max(LEAST_WAIT, busy_seconds)
        self._wanted = {
            "lock": milliseconds(busy_seconds),
            "statement": milliseconds(STATEMENT_SECONDS + busy_seconds),
            "idle": milliseconds(IDLE_SECONDS),
            "durable": durable,
        }
        with _addressed(url), self.connect() as line:  # said at once, and not after a pool has tried for long
            self.schema = line.session.schema
        self._left_behind: list[Any] = []
        self._open()

    def _open(self) -> None:
        self._process = os.getpid()
        self._name = f"keptmind-{next(_NUMBERS)}"
        self._lent: set[Line] = set()
        self.pool = ConnectionPool(
            self._url,
            name=self._name,
            connection_class=Line,
            kwargs={"autocommit": True, "client_encoding": "utf8", "connect_timeout": int(self._wait)},
            configure=self._configure,
            min_size=1,
            max_size=self.most,
            timeout=self._wait,
            reconnect_timeout=LOOK_AGAIN_SECONDS / 2,
            open=True,
        )

    @property
    def patience(self) -> float:
        """Seconds for which a server that is away is waited for."""
        return LEAST_WAIT if self.is_leaving else self._wait

    @contextmanager
    def lent(self, patience: float | None = None) -> Iterator[PostgresSession]:
        """Lend a connection; whatever is left open on it is rolled back. Raises: StoreBusy, StoreFailed where none is to be had."""
        line = self._taken(patience)
        self._lent.add(line)
        try:
            yield line.session
        finally:
            self._lent.discard(line)
            if not line.session.is_idle():
                with contextlib.suppress(psycopg.Error):
                    line.execute("ROLLBACK")
            if line.session.is_spoilt or not line.session.is_idle():
                line.close()
            self.pool.putconn(line)

    def connect(self) -> Line:
        """Make a connection that belongs to nobody else."""
        try:
            line = Line.connect(self._url, autocommit=True, client_encoding="utf8", connect_timeout=int(self._wait))
        except UnicodeError:
            raise StoreFailed(problem="not an address") from None
        self._configure(line)
        return line

    def is_answered(self) -> bool:
        """Tell whether a server takes connections there: who has waited in vain for others did not wait for one that is away."""
        return ping(self._url) is pq.Ping.OK

    def close(self) -> None:
        """Close every connection."""
        if self._process == os.getpid():
            self.pool.close(timeout=LEAST_WAIT)

    def _taken(self, patience: float | None) -> Line:
        if self._process != os.getpid():  # a fork: what runs over the parent's connections is the parent's
            self._left_behind.append(self.pool)
            self._open()
        began, longest = time.monotonic(), self._wait if patience is None else patience
        while True:
            try:
                return self.pool.getconn(timeout=min(LOOK_AGAIN_SECONDS, longest))
            except PoolTimeout:
                waited = time.monotonic() - began
                if waited < min(self.patience, longest):
                    continue
                if not self._lent or (patience is None and not self.is_answered()):  # whoever has none does not wait for that answer either
                    raise StoreFailed(problem="no connection") from None
                if waited >= longest:
                    raise StoreBusy() from None

    def _configure(self, line: Line) -> None:
        """Set up a new connection: every int is a BIGINT, the order of joins is ours, and nothing waits for ever."""
        line.adapters.register_dumper(int, Int8Dumper)
        line.prepare_threshold = PREPARED_AT
        line.prepared_max = PREPARED_MOST
        line.session = PostgresSession(line)
        schema, encoding, *_ = line.session.only(CONFIGURE, self._wanted)
        problem = _problem(schema or "", str(encoding), self.schema)
        if problem:
            line.close()
            raise StoreFailed(problem=problem)
        line.session.schema = schema
        _OUTAGES.over(self._name)


@contextmanager
def _addressed(url: str) -> Iterator[None]:
    """Say of a first connection that fails what there is to look at; the driver's own words may hold the password."""
    try:
        yield
    except psycopg.ProgrammingError:
        raise StoreFailed(problem="not an address") from None
    except psycopg.OperationalError as error:
        if error.sqlstate is not None:
            raise
        raise unreached(error, url) from None


def _problem(schema: str, encoding: str, known: str) -> str:
    """Say why memories cannot be kept there; an empty text where they can."""
    if encoding != "UTF8":
        return "the database is not in UTF-8"
    if not schema:
        return "there is no such schema, or the role may not use it"
    if len(schema.encode()) > LONGEST_SCHEMA:
        return "the name of the schema is too long"
    return "the search path leads to another schema now" if known and schema != known else ""


def milliseconds(seconds: float) -> str:
    """Return a time as PostgreSQL's settings take it."""
    return str(max(1, int(seconds * 1_000)))
