"""What a store knows of itself: the salt of its hashes, and by which rules its rows are marked."""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from keptmind.engines.sql.session import Session
from keptmind.engines.sql.words import DESTINATION, PURPOSE, Words

LOCAL = "local"  # the destination that is always registered

READ_META = "SELECT content FROM meta WHERE name = :name"
PUT_META = "INSERT INTO meta (name, content) VALUES (:name, :content) ON CONFLICT (name) DO UPDATE SET content = excluded.content"
WRITE_META = "INSERT INTO meta (name, content) VALUES (:name, :content) ON CONFLICT DO NOTHING"


def read_meta(session: Session, name: str) -> str | None:
    """Return what stands under a name."""
    row = session.one(READ_META, {"name": name})
    return None if row is None else str(row[0])


def put_meta(session: Session, name: str, content: str) -> None:
    """Write down, or write over, what stands under a name."""
    session.run(PUT_META, {"name": name, "content": content})


def prepare(session: Session, words: Words, purposes: Sequence[str], alone: Callable[[], AbstractContextManager[None]]) -> bytes:
    """
    Return the salt of a store, made where it has none, and register the purposes; `alone` opens a transaction in which nobody else writes.

    Whatever is written is read once more outside the transaction, and so remembered.
    """
    known = words.mask(session, PURPOSE, purposes).bit_count()
    words.mask(session, DESTINATION, (LOCAL,))
    if read_meta(session, "salt") is None or known < len(set(purposes)):
        with alone():
            session.run(WRITE_META, {"name": "salt", "content": os.urandom(16).hex()})
            words.register(session, PURPOSE, purposes)
            words.register(session, DESTINATION, (LOCAL,))
        words.mask(session, PURPOSE, purposes)
        words.mask(session, DESTINATION, (LOCAL,))
    return bytes.fromhex(read_meta(session, "salt") or "")
