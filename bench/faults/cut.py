"""
Has PostgreSQL cut connections in mid transaction with pg_terminate_backend: before or after any message, and around the commit.

Whoever is told that something was kept finds it; whoever is told `Unavailable` finds that it was not, unless the answer says that
it may have been. A quarter of the points cut just before the commit gets to the server, a quarter after it has committed and before
the client hears of it. Run it as `python bench/faults/cut.py --points 200`; it ends 0 where every answer was true.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from children import warm
from stores import SchemaPlace, ailing, fresh_word, opened, options, own_server, schemas
from wire import Cut, Wire

from keptmind import OwnerMemory
from keptmind.errors import NotFound, OutcomeUnknown, Unavailable

TRIES = 20  # an operation may take fewer messages than the last one did, and so be over before the cut


@dataclass(slots=True)
class Round:
    """One operation: what it asks for, whether it is done for all others to see, and whether nothing of it is."""

    act: Callable[[], object]
    is_kept: Callable[[], bool]


@dataclass(slots=True)
class Book:
    """What was told, and what of it was not true."""

    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Operations:
    """What can be asked for, on rows and guesses made for it; `other` looks at it over a connection that nobody cuts."""

    def __init__(self, me: OwnerMemory, other: OwnerMemory, dice: random.Random) -> None:
        self._me, self._other, self._dice = me, other, dice

    def save(self) -> Round:
        """Save a row."""
        text = self._text()
        return Round(lambda: self._me.save(text), lambda: self._holds(text))

    def update(self) -> Round:
        """Edit a row."""
        memory_id, text = self._row(), self._text()
        edit = lambda: self._me.update(memory_id, expected_revision=1, content=text)  # noqa: E731
        return Round(edit, lambda: (self._other.get(memory_id).revision, self._holds(text)) == (2, True))

    def accept(self) -> Round:
        """Accept a guess."""
        text = self._text()
        waiting = self._other.save(text, source="inferred", reason="r").candidate
        assert waiting is not None  # noqa: S101
        return Round(lambda: self._me.accept(waiting.id), lambda: self._holds(text))

    def forget(self) -> Round:
        """Forget a row."""
        memory_id = self._row()
        return Round(lambda: self._me.forget(memory_id), lambda: not self._stands(memory_id))

    def _row(self) -> str:
        saved = self._other.save(self._text()).memory
        assert saved is not None  # noqa: S101
        return saved.id

    def _text(self) -> str:
        return f"{fresh_word(self._dice)} is kept"

    def _holds(self, text: str) -> bool:
        return any(row.content == text for row in self._other.grep(text).items)

    def _stands(self, memory_id: str) -> bool:
        try:
            self._other.get(memory_id)
        except NotFound:
            return False
        return True


def answer(act: Callable[[], object]) -> str:
    """Return what a caller is told: kept, perhaps, or not, with the words of the error."""
    try:
        act()
    except Unavailable as error:
        return f"{'perhaps' if isinstance(error, OutcomeUnknown) else 'not'}: {error}"
    return "kept"


def point(wire: Wire, make: Callable[[], Round], cut_at: Callable[[int], Cut], book: Book) -> bool:
    """Do it once undisturbed, to learn how many messages it takes, and once with a cut; tell whether it came in time."""
    before = make()
    wire.disarm()
    told = answer(before.act)
    book.wrong += [f"undisturbed it is told {told}"] if told != "kept" or not before.is_kept() else []
    cut = cut_at(wire.count)
    operation = make()
    wire.arm(cut)
    told = answer(operation.act)
    wire.disarm()
    book.told["cut"] += cut.done
    book.told[told.partition(":")[0]] += cut.done
    if not told.startswith("perhaps") and (told == "kept") != operation.is_kept():
        where = "the commit" if cut.number is None else f"message {cut.number}"
        book.wrong.append(f"cut {'after' if cut.after else 'before'} {where}: told {told}, kept is {operation.is_kept()}")
    return cut.done


def places_to_cut(dice: random.Random, number: int) -> Callable[[int], Cut]:
    """Return where the points of this number cut: around the commit every second time, else anywhere."""
    if number % 2:
        return lambda messages: Cut(dice.randrange(1, messages + 1), after=dice.random() < 0.5)
    return lambda _: Cut(None, after=number % 4 == 0)


def ran(server: str, points: int, dice: random.Random) -> Book:
    """Cut so often, and return what was told and what is wrong."""
    book = Book()
    with tempfile.TemporaryDirectory(prefix="km-wire-") as folder, schemas(server) as make:
        place = make()
        opened(place).close()
        wire = Wire(server, Path(folder))
        through = SchemaPlace(wire.url, place.schema)
        with opened(through, connections=1) as store, opened(place) as other:
            operations = Operations(store.for_user("u1"), other.for_user("u1"), dice)
            makes = (operations.save, operations.update, operations.accept, operations.forget)
            for number in range(points):
                cut_at = places_to_cut(dice, number)
                before = len(book.wrong)
                if not any(point(wire, makes[number // 4 % len(makes)], cut_at, book) for _ in range(TRIES)):
                    book.wrong.append("it was never cut")
                book.wrong[before:] = [f"point {number}, {makes[number // 4 % 4].__name__}: {one}" for one in book.wrong[before:]]
            book.wrong += ailing(other, place)
        book.wrong += place.faults()
        wire.close()
    return book


def main() -> int:
    """Cut as often as asked; end 1 where an answer was not true."""
    parser = options(__doc__)
    parser.add_argument("--server")
    asked = parser.parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    warm()
    if asked.server:
        book = ran(asked.server, asked.points, dice)
    else:
        with own_server() as server:
            book = ran(server.get_uri(), asked.points, dice)
    sys.stdout.writelines(f"{one}\n" for one in book.wrong)
    sys.stdout.write(
        f"postgres: {asked.points} points (seed {asked.seed}), {book.told['cut']} cut, told kept {book.told['kept']}, "
        f"not kept {book.told['not']}, perhaps {book.told['perhaps']}; {len(book.wrong)} faults\n"
    )
    return 1 if book.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
