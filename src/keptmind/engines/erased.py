"""
The list of erasures outside the database, so that no restored copy brings anything back.

`<file>.erased` is append-only, one JSON object a line: operation, tenant, owner, ids, time. No content.
"""

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path

from keptmind.model.erasure import Tombstone


def erased_list(database: Path) -> Path:
    """Return where a database's list stands."""
    return database.with_name(f"{database.name}.erased")


def append(path: Path, tombstones: Sequence[Tombstone]) -> None:
    """Add one operation and wait until it is on disk, the folder's entry included."""
    first = tombstones[0]
    line = {
        "operation": first.operation,
        "tenant": first.tenant,
        "owner": first.owner,
        "ids": list(dict.fromkeys(tombstone.memory_id for tombstone in tombstones)),
        "at": first.erased_at.isoformat(),
    }
    is_new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        _write_whole(handle, (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass"))
        os.fsync(handle)
    finally:
        os.close(handle)
    if is_new:
        _sync_folder(path.parent)


def _write_whole(handle: int, line: bytes) -> None:
    """Write a line or nothing; it begins a new one, whatever an earlier crash left at the end."""
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        line = b"\n" + line
    if os.write(handle, line) != len(line):
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, "the list of erasures cannot be written")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
