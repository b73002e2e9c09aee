"""
What became of a transaction whose connection broke over the commit.

A number alone does not tell: after a crash the server gives out again those that had not got to its log, so that another's commit can
stand under ours. What the transaction has written tells: the last of its audit events.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import psycopg

from keptmind.engines.postgres_session import Connection

STATUS = "SELECT pg_xact_status(CAST(CAST(%(number)s AS TEXT) AS xid8))"
PROOF = "SELECT 1 FROM audit_events WHERE tenant = %(tenant)s AND owner = %(owner)s AND id = %(id)s"


class Fate(StrEnum):
    """Whether it was kept; `open` while the server is at it still, `unknown` where it wrote nothing to know it by."""

    KEPT = "kept"
    LOST = "lost"
    OPEN = "open"
    UNKNOWN = "unknown"


def fate(connection: Connection, number: str, event: Mapping[str, Any] | None) -> Fate:
    """Return what became of the transaction of this number that was to put this event on record."""
    status = _status(connection, number)
    if status == "in progress":
        return Fate.OPEN
    if status == "aborted":
        return Fate.LOST
    if event is None:
        return Fate.UNKNOWN
    return Fate.KEPT if connection.execute(PROOF, event).fetchone() else Fate.LOST


def _status(connection: Connection, number: str) -> str | None:
    try:
        row = connection.execute(STATUS, {"number": number}).fetchone()
    except psycopg.errors.InvalidParameterValue:  # a number still to be given out: the server has crashed, and never logged ours
        return "aborted"
    return None if row is None else row[0]
