"""
Fills the disk that a store is on while saving: a small file system in memory, which root alone may mount.

Until there is room again every answer is either an acknowledgement or `Unavailable`; afterwards everything acknowledged is there, nothing
else is, saving goes on and what was forgotten gets to its end. Run it as `python bench/faults/disk_full.py --points 20 --engine
postgres`; it ends 0 where nothing was lost, and 2 where nothing can be mounted. A PostgreSQL that stops because it cannot write its log
is started again once there is room, as its operator would.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from stores import FilePlace, Place, ailing, answers, fresh_word, is_running, opened, options, own_server, schemas, start, with_engine

from keptmind import Memory, OwnerMemory
from keptmind.errors import NotFound, Unavailable

MIB = 1 << 20
SIZES = {"sqlite": 12, "postgres": 192}  # MiB of the file system
LEFT = {"sqlite": (0.3, 2.0), "postgres": (0.5, 5.0)}  # MiB that are left when saving begins
ENOUGH = 5  # saves refused, and the disk is full
MOST_SAVES = 5_000
BUSY_SECONDS = 2.0
RISE_SECONDS = 60.0
UNMOUNTED = 2


@dataclass(slots=True)
class Book:
    """What was acknowledged, what was refused and how, and what is wrong."""

    kept: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    errors: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Disk:
    """The small file system: filled with ballast but for a little, and emptied again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, left: float) -> None:
        """Leave so many MiB."""
        with self._ballast.open("wb") as stream:
            while self._free() > left * MIB:
                stream.write(bytes(min(MIB // 8, self._free())))
                stream.flush()

    def clear(self) -> None:
        """Make room."""
        self._ballast.unlink(missing_ok=True)

    def _free(self) -> int:
        return shutil.disk_usage(self.folder).free


@contextmanager
def small_disk(mebibytes: int) -> Iterator[Disk | None]:
    """Mount a file system in memory, or return None where that is not permitted; it is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="km-full-") as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0755", "tmpfs", folder]
        try:
            mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603
        except OSError:
            mounted = False
        if not mounted:
            yield None
            return
        try:
            yield Disk(Path(folder))
        finally:
            lazily = ["umount", "--lazy", folder]  # at once, whoever still holds a file of it
            subprocess.run(lazily, check=True)  # noqa: S603


def fill_up(me: OwnerMemory, dice: random.Random, book: Book) -> None:
    """Save until the disk has been full for a while, and forget a row then."""
    refused = 0
    for _ in range(MOST_SAVES):
        word = fresh_word(dice)
        try:
            saved = me.save(f"{word} {'filler ' * dice.randrange(260)}"[:1900], key=word).memory
        except Unavailable as error:
            book.refused[word] = str(error)
            book.errors[str(error)] += 1
            refused += 1
            if refused == ENOUGH:
                return
        else:
            book.kept[word] = saved.id if saved else "none"
    book.wrong.append("the disk never was full")


def forget_one(me: OwnerMemory, book: Book, dice: random.Random) -> None:
    """Forget a row on the full disk; it is gone where that is acknowledged, and there where it is not."""
    word = dice.choice(sorted(set(book.kept) - book.forgotten) or [""])
    if not word:
        return
    try:
        me.forget(book.kept[word])
    except Unavailable as error:
        book.errors[f"forget: {error}"] += 1
    else:
        book.forgotten.add(word)


def look(me: OwnerMemory, book: Book) -> None:
    """Note what was lost, and what is there although its caller was told that it is not."""
    for word, memory_id in book.kept.items():
        try:
            found = me.get(memory_id).content.startswith(word)
        except NotFound:
            found = False
        if found == (word in book.forgotten):
            book.wrong.append(f"{'back again' if found else 'lost'}: {word}")
    standing = {row.content.split()[0] for row in everything(me)}
    book.wrong += [f"told {book.refused[word]}, and kept: {word}" for word in set(book.refused) & standing]


def everything(me: OwnerMemory) -> Iterator[Any]:
    """Return every row of a list, page by page."""
    page = me.list(limit=200)
    yield from page.items
    while page.has_more:
        page = me.list(limit=200, cursor=page.next_cursor)
        yield from page.items


def point(disk: Disk, place: Place, dice: random.Random, left: tuple[float, float], rise: Callable[[], None]) -> Book:
    """Fill the disk, make room, and look: in the store that went through it and in one that is opened afterwards."""
    book = Book()
    with opened(place, busy_seconds=BUSY_SECONDS) as store:
        me = store.for_user("u1")
        book.kept["zqfirst"] = _saved(me, "zqfirst")
        disk.fill(dice.uniform(*left))
        fill_up(me, dice, book)
        forget_one(me, book, dice)
        disk.clear()
        rise()
        go_on(me, book)
        look(me, book)
    with opened(place) as store:
        me = store.for_user("u1")
        look(me, book)
        book.wrong += [f"an erasure is not finished: {one.state}" for one in me.deletions() if one.state != place.erased]
        book.wrong += ailing(store, place)
    book.wrong += place.faults() + [f"a forgotten word is still there: {one}" for one in place.holding(sorted(book.forgotten))]
    return book


def go_on(me: OwnerMemory, book: Book) -> None:
    """Save once more now that there is room; a server that has just been started is given a few seconds."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            book.kept["zqlast"] = _saved(me, "zqlast")
        except Unavailable:
            time.sleep(0.2)
        else:
            return
    book.wrong.append("it does not go on once there is room")


def _saved(me: OwnerMemory, word: str) -> str:
    saved = me.save(f"{word} is kept", key=word).memory
    return saved.id if saved else "none"


@contextmanager
def files(disk: Disk) -> Iterator[tuple[Callable[[], Place], Callable[[], None]]]:
    """Return what makes stores in files on the disk, and what puts the engine on its feet: nothing has to."""
    count = iter(range(1 << 30))

    def make() -> Place:
        for file in disk.folder.glob("*.db*"):
            file.unlink()
        return FilePlace(disk.folder / f"{next(count)}.db")

    yield make, lambda: None


@contextmanager
def server_on(disk: Disk) -> Iterator[tuple[Callable[[], Place], Callable[[], None]]]:
    """Return the same for a server whose data are on the disk."""
    with own_server(disk.folder / "data") as server:

        def rise() -> None:
            until = time.monotonic() + RISE_SECONDS
            while not answers(server) and time.monotonic() < until:
                if not is_running(server):
                    start(server)
                time.sleep(0.2)

        try:
            _keep_small(server)
            with schemas(server.get_uri()) as make:
                yield make, rise
        finally:
            disk.clear()
            rise()


def _keep_small(server: Any) -> None:
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for name, size in (("max_wal_size", "48MB"), ("min_wal_size", "32MB")):
            connection.execute(f"ALTER SYSTEM SET {name} = '{size}'")
        connection.execute("SELECT pg_reload_conf()")


def main() -> int:
    """Fill the disk as often as asked; end 1 where anything was wrong, 2 where there is no disk to fill."""
    parser = with_engine(options(__doc__, points=20))
    asked = parser.parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    Memory(":memory:").close()
    kept = refused = faults = 0
    errors: Counter[str] = Counter()
    with small_disk(SIZES[asked.engine]) as disk:
        if disk is None:
            sys.stderr.write("no file system can be mounted here: it takes root\n")
            return UNMOUNTED
        with (files if asked.engine == "sqlite" else server_on)(disk) as (make, rise):
            for number in range(asked.points):
                book = point(disk, make(), dice, LEFT[asked.engine], rise)
                sys.stdout.writelines(f"point {number}: {one}\n" for one in book.wrong)
                kept, refused, faults = kept + len(book.kept), refused + len(book.refused), faults + len(book.wrong)
                errors += book.errors
    told = ", ".join(f"{error} {count}" for error, count in sorted(errors.items()))
    summary = f"{asked.engine}: filled {asked.points} times (seed {asked.seed}), {kept} acknowledged, {refused} refused"
    sys.stdout.write(f"{summary} ({told}), {faults} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
