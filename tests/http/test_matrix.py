"""
Who sees what: tenants, people, workspaces and modes against every verb, through every door alike.

What is expected is worked out here, from what is promised, and never asked of the code that keeps the promise: one sees one's own rows of
global scope and of the route's workspace (all of one's own in an explicit read), and nobody else's, whatever the verb.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import settings

from doors import Cell, Door, HttpDoor, LibraryDoor, Seen
from engines import a_store
from keptmind import Memory, OwnerMemory
from keptmind.model.memory import Consent
from keptmind.surfaces.cli.mounted import doors
from service import Service, serving
from tool_door import ToolDoor

TENANTS = ("T1", "T2")
USERS = ("u1", "u10", "U1")
WORKSPACES = ("alpha", "beta", "gamma", "delta")
MODES = (("normal", "default"), ("no_write", "default"), ("isolated", "default"), ("normal", "explicit"))
OWNERS = tuple(itertools.product(TENANTS, USERS))
CELLS = tuple(
    Cell(tenant=tenant, user=user, workspace=workspace, mode=mode, read_mode=read_mode)
    for (tenant, user), workspace, (mode, read_mode) in itertools.product(OWNERS, WORKSPACES, MODES)
)
WORDS = dict(zip(OWNERS, ("amber", "birch", "cedar", "dahlia", "elder", "fennel"), strict=True))
GUESS: dict[str, Any] = {"source": "inferred", "reason": "said so"}
ELSEWHERE = Consent(purposes=("personalization",), destinations=("a clinic",))
OPEN: dict[str, Any] = {
    "workspaces": WORKSPACES, "search_limit": 100, "search_tokens": 20_000, "context_tokens": 20_000, "requests_per_minute": 0,
}  # fmt: skip

# "make prove" goes through all on SQLite; else there is each person, workspace and mode at least once. On the second engine a sample
# will do: what each statement gives is held alike by other tests
WHOLE = settings.default is not None and settings.default.max_examples >= 2000
STRIDES = {"sqlite": 1, "postgres": 7} if WHOLE else {"sqlite": 11, "postgres": 23}

pytestmark = [pytest.mark.slow, pytest.mark.hypothesis]  # "make prove" goes through all of it

REMOTE: dict[str, Callable[[Service, tuple[str, ...]], HttpDoor | ToolDoor]] = {"HTTP": HttpDoor, "MCP": ToolDoor}

OK, REFUSED = "ok", "refused"
PUT_ASIDE = ("paused", "retired")
NOTHING: Seen = (OK, frozenset())
ISOLATED: Seen = (REFUSED, "isolated-conversation")
READ_ONLY: Seen = (REFUSED, "read-only-conversation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row that stands all the while: its id and its text."""

    id: str
    text: str


class World:
    """What everybody has: rows by what they are, and what else has an id."""

    def __init__(self, store: Memory) -> None:
        self.store = store
        put_aside = {owner: self._put_aside(owner) for owner in OWNERS}
        self.rows = {owner: self._rows(owner) for owner in OWNERS}
        self.others = {owner: {**put_aside[owner], **self._others(owner)} for owner in OWNERS}
        self._numbers = itertools.count(1)

    def me(self, at: Cell) -> OwnerMemory:
        """Return the person of a cell, with everything within reach: what prepares a cell and tidies up after it."""
        return self.store.for_user(at.user, tenant=at.tenant, workspace=at.workspace, conversation=at.conversation, read_mode="explicit")

    def fresh(self, at: Cell) -> str:
        """Return words that nobody has said yet."""
        number = next(self._numbers)
        return f"Chore {WORDS[at.tenant, at.user]} {''.join(chr(ord('a') + int(digit)) for digit in str(number))}zz"

    def all_texts(self) -> set[str]:
        """Return every text that anybody has."""
        rows = {row.text for owner in OWNERS for row in self.rows[owner].values()}
        return rows | {row.text for owner in OWNERS for row in self.others[owner].values() if row.text}

    def standing(self) -> list[tuple[Any, ...]]:
        """Return everybody's rows and what waits, as they stand."""
        people = [self.me(Cell(tenant=tenant, user=user, workspace="alpha")) for tenant, user in OWNERS]
        rows = [(row.id, row.revision, row.status, row.content, row.pinned_at) for me in people for row in me.list(limit=200).items]
        return [*rows, *((one.id, one.status, one.proposed_content) for me in people for one in me.candidates())]

    def _rows(self, owner: tuple[str, str]) -> dict[str, Row]:
        word = WORDS[owner]
        made = {"global": self._saved(owner, f"Oolong {word} on the kitchen shelf", key="shelf")}
        for name in WORKSPACES:
            made[name] = self._saved(owner, f"Oolong {word} at the {name} desk", workspace=name, scope="workspace", kind="preference")
        made["restricted"] = self._saved(owner, f"Oolong {word} against the pain", sensitivity="restricted", consent=True)
        made["meant for another"] = self._saved(owner, f"Oolong {word} against the fever", sensitivity="restricted", consent=ELSEWHERE)
        made["sealed"] = self._saved(owner, f"Oolong {word} behind the drawer", sensitivity="sealed")
        self.store.for_user(owner[1], tenant=owner[0]).pin(made["global"].id)
        return made

    def _put_aside(self, owner: tuple[str, str]) -> dict[str, Row]:
        """Keep what is paused and what is retired, in global scope; another row will stand under the key of the second."""
        me, word = self.store.for_user(owner[1], tenant=owner[0]), WORDS[owner]
        paused = self._saved(owner, f"Oolong {word} out of the red tin", key="tin")
        retired = self._saved(owner, f"Oolong {word} in the old cupboard", key="shelf")
        me.suppress(paused.id)
        me.archive(retired.id)
        return {"paused": paused, "retired": retired}

    def _saved(self, owner: tuple[str, str], text: str, workspace: str | None = None, **said: Any) -> Row:
        memory = self.store.for_user(owner[1], tenant=owner[0], workspace=workspace).save(text, **said).memory
        assert memory is not None
        return Row(id=memory.id, text=text)

    def _others(self, owner: tuple[str, str]) -> dict[str, Row]:
        me, word = self.store.for_user(owner[1], tenant=owner[0]), WORDS[owner]
        candidate = me.save(f"Oolong {word} may be liked", **GUESS).candidate
        assert candidate is not None
        deletion = me.forget(self._saved(owner, f"Gone {word}").id)
        for floor in (3, 4):
            me.save(f"The tower of {word} has floor {floor} of oolong", source="imported")
        (question,) = me.questions()
        return {
            "candidate": Row(id=candidate.id, text=candidate.proposed_content),
            "deletion": Row(id=deletion.id, text=""),
            "question": Row(id=question.id, text=""),
            "first": Row(id=question.first_id, text=f"The tower of {word} has floor 3 of oolong"),
            "second": Row(id=question.second_id, text=f"The tower of {word} has floor 4 of oolong"),
        }


class Promise:
    """What a cell is promised."""

    def __init__(self, at: Cell, world: World) -> None:
        self.at = at
        self.rows, self.others = world.rows[at.tenant, at.user], world.others[at.tenant, at.user]
        self.everything = at.read_mode == "explicit"
        self.isolated, self.read_only = at.mode == "isolated", at.mode == "no_write"

    def within_reach(self, what: str) -> bool:
        """Tell whether one's own row may be seen from here."""
        return self.everything or what in ("global", self.at.workspace, "restricted")

    def own(self) -> set[str]:
        """Return the texts of one's own rows that may be recalled."""
        return {row.text for what, row in self.rows.items() if self.within_reach(what)}

    def managed(self) -> set[str]:
        """Return the texts that a list by hand shows: what waits to be settled and what was put aside stand in it too."""
        return self.own() | {self.others[row].text for row in ("first", "second", *PUT_ASIDE)}

    def reading(self, texts: set[str]) -> Seen:
        """Return what a read gives."""
        return ISOLATED if self.isolated else (OK, frozenset(texts))

    def block(self, texts: set[str]) -> Seen:
        """Return what a block gives: it is never refused, it is empty."""
        return NOTHING if self.isolated else (OK, frozenset(texts))

    def writing(self, then: Seen) -> Seen:
        """Return what a change gives, or why it is not made."""
        return ISOLATED if self.isolated else READ_ONLY if self.read_only else then


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A verb that was tried, what it was promised to give, and how to try it."""

    verb: str
    expected: Seen
    call: Callable[[Door, Cell], Seen | None]


def reads(promise: Promise) -> Iterator[Tried]:
    """Yield every verb that looks without naming a row."""
    own, shelf = promise.own(), promise.rows["global"].text
    looks: dict[str, tuple[Seen, Callable[[Door, Cell], Seen | None]]] = {
        "search": (promise.reading(own), lambda door, at: door.search(at, "oolong")),
        "grep": (promise.reading(own), lambda door, at: door.grep(at, "Oolong")),
        "list": (promise.reading(promise.managed()), lambda door, at: door.list(at)),
        "old_list": (promise.reading({shelf}), lambda door, at: door.old_list(at)),
        "told": (promise.reading(own), lambda door, at: door.told_of_all(at)),
        "core_rows": (promise.reading({shelf}), lambda door, at: door.core_rows(at)),
        "stats": (promise.reading({str(len(promise.managed()))}), lambda door, at: door.stats(at)),
        "context": (promise.block(own - {shelf}), lambda door, at: door.context(at, "Which oolong do I have?")),
        "core_block": (promise.block({shelf}), lambda door, at: door.core_block(at)),
        # what one wants forgotten is looked for in all that one has
        "preview": (promise.reading({row.text for row in promise.rows.values()}), lambda door, at: door.preview(at, "oolong")),
        "candidates": (promise.reading({promise.others["candidate"].text}), lambda door, at: door.candidates(at)),
        "questions": (promise.reading({promise.others[row].text for row in ("first", "second")}), lambda door, at: door.questions(at)),
        "deletions": (promise.reading(set()), lambda door, at: door.deletions(at)),
        "activity": (promise.reading(set()), lambda door, at: door.activity(at)),
        "settings": (NOTHING, lambda door, at: door.settings(at)),  # nobody is ever locked out of them
    }
    return (Tried(verb=verb, expected=expected, call=call) for verb, (expected, call) in looks.items())


ById = Callable[[Door, Cell, str], Seen | None]
READING: dict[str, ById] = {
    "get": lambda door, at, row: door.get(at, row),
    "history": lambda door, at, row: door.history(at, row),
    "provenance": lambda door, at, row: door.provenance(at, row),
}
CHANGING: dict[str, ById] = {
    "used": lambda door, at, row: door.used(at, row),
    "update": lambda door, at, row: door.update(at, row, 1, "Chore of somebody else"),
    "restore_version": lambda door, at, row: door.restore_version(at, row, 1, 1),
    **{
        verb: lambda door, at, row, verb=verb: door.change(at, verb, row)  # type: ignore[misc]
        for verb in ("suppress", "archive", "restore", "confirm", "pin", "unpin", "complete")
    },
    "feedback": lambda door, at, row: door.feedback(at, row, "irrelevant"),
    "forget": lambda door, at, row: door.forget(at, row),
}
OF_CANDIDATES: dict[str, ById] = {
    "accept": lambda door, at, one: door.accept(at, one),
    "reject": lambda door, at, one: door.reject(at, one),
    "undo": lambda door, at, one: door.undo(at, one),
}


def by_id(promise: Promise, world: World, number: int) -> Iterator[Tried]:
    """Yield every verb that names something, tried on one's own that may not be reached, and on another's: each in turn."""
    owner = (promise.at.tenant, promise.at.user)
    others = [one for one in OWNERS if one != owner]
    other = others[number % len(others)]
    what = tuple(world.rows[other])[number % len(world.rows[other])]
    targets = {f"another's {what}": world.rows[other][what].id}
    elsewhere = [name for name in WORKSPACES if not promise.within_reach(name)]
    targets |= {f"one's own {name}": promise.rows[name].id for name in elsewhere[number % 3 :][:1]}
    missing: Seen = (REFUSED, "memory-not-found")
    for name, target in targets.items():
        yield from _tried(READING, name, target, promise.reading(set()) if promise.isolated else missing)
        yield from _tried(CHANGING, name, target, promise.writing(missing))
    theirs = world.others[other]
    yield from _tried(OF_CANDIDATES, "another's", theirs["candidate"].id, promise.writing((REFUSED, "candidate-not-found")))
    answer: dict[str, ById] = {"answer": lambda door, at, one: door.answer(at, one, "first")}
    yield from _tried(answer, "another's", theirs["question"].id, promise.writing((REFUSED, "question-not-found")))
    gone: dict[str, ById] = {"deletion": lambda door, at, one: door.deletion(at, one)}
    yield from _tried(gone, "another's", theirs["deletion"].id, ISOLATED if promise.isolated else (REFUSED, "deletion-not-found"))
    yield from _tried(gone, "one's own", promise.others["deletion"].id, promise.reading(set()))
    for name in PUT_ASIDE:
        seen = promise.reading({promise.others[name].text})
        yield from _tried({"get": READING["get"]}, f"one's own {name}", promise.others[name].id, seen)
    for name, row in promise.rows.items():
        seen = promise.reading({row.text}) if promise.isolated or promise.within_reach(name) else missing
        yield from _tried({"get": READING["get"]}, f"one's own {name}", row.id, seen)


def _tried(verbs: dict[str, ById], name: str, target: str, expected: Seen) -> Iterator[Tried]:
    for verb, call in verbs.items():
        yield Tried(verb=f"{verb} {name}", expected=expected, call=lambda door, at, call=call: call(door, at, target))  # type: ignore[misc]


def refused(promise: Promise) -> Iterator[Tried]:
    """Yield every verb that changes something, tried on one's own where nothing may be changed."""
    row, others = promise.rows["global"].id, promise.others
    refusal = promise.writing(NOTHING)
    yield from _tried(CHANGING, "one's own", row, refusal)
    yield from _tried(OF_CANDIDATES, "one's own", others["candidate"].id, refusal)
    writes: dict[str, Callable[[Door, Cell], Seen | None]] = {
        "save": lambda door, at: door.save(at, "Chore that is not kept"),
        "answer": lambda door, at: door.answer(at, others["question"].id, "first"),
        "old_put": lambda door, at: door.old_put(at, "shelf", "Chore that is not kept"),
        "old_forget": lambda door, at: door.old_forget(at, "shelf"),
        "forget_previewed": lambda door, at: door.forget_previewed(at, "oolong"),
        "forget_all": lambda door, at: door.forget_all(at, "global"),
    }
    yield from (Tried(verb=verb, expected=refusal, call=call) for verb, call in writes.items())


def changes(at: Cell, world: World, number: int) -> Iterator[Tried]:
    """Yield every verb that changes something, on rows of this cell's own, which are gone when it is through."""
    me, text, later = world.me(at), world.fresh(at), world.fresh(at)
    yield Tried(verb="save", expected=(OK, frozenset({text})), call=lambda door, at: door.save(at, text, kind="task", scope="workspace"))
    (row,) = (one for one in me.list(limit=200).items if one.content == text)
    says: Callable[[str], Seen] = lambda words: (OK, frozenset({words}))  # noqa: E731
    yield Tried(verb="update", expected=says(later), call=lambda door, at: door.update(at, row.id, 1, later))
    yield Tried(verb="restore_version", expected=says(text), call=lambda door, at: door.restore_version(at, row.id, 1, 2))
    for verb in ("confirm", "pin", "unpin", "suppress", "restore", "archive", "restore", "complete"):
        yield Tried(verb=verb, expected=says(text), call=lambda door, at, verb=verb: door.change(at, verb, row.id))  # type: ignore[misc]
    yield Tried(verb="feedback", expected=says(text), call=lambda door, at: door.feedback(at, row.id, "irrelevant"))
    yield Tried(verb="used", expected=NOTHING, call=lambda door, at: door.used(at, row.id))
    yield Tried(verb="history", expected=(OK, frozenset({text, later})), call=lambda door, at: door.history(at, row.id))
    yield Tried(verb="forget", expected=NOTHING, call=lambda door, at: door.forget(at, row.id))
    yield Tried(verb="get", expected=(REFUSED, "memory-not-found"), call=lambda door, at: door.get(at, row.id))
    yield from _decisions(at, world, number)
    yield from _other_ways_to_forget(at, world)


def _decisions(at: Cell, world: World, number: int) -> Iterator[Tried]:
    me, guess = world.me(at), world.fresh(at)
    candidate = me.save(guess, scope="workspace", **GUESS).candidate
    assert candidate is not None
    yield Tried(verb="accept", expected=(OK, frozenset({guess})), call=lambda door, at: door.accept(at, candidate.id))
    yield Tried(verb="undo", expected=(REFUSED, "candidate-decided"), call=lambda door, at: door.undo(at, candidate.id))
    me.forget([row.id for row in me.list(limit=200).items if row.content == guess])
    unwanted = me.save(world.fresh(at), **GUESS).candidate
    assert unwanted is not None
    yield Tried(verb="reject", expected=(OK, frozenset({""})), call=lambda door, at: door.reject(at, unwanted.id))
    house = world.fresh(at)
    rows = [me.save(f"The house {house} has floor {floor}", source="imported").memory for floor in (3, 4)]
    (question,) = (one for one in me.questions() if one.first_id in {row.id for row in rows if row is not None})
    yield Tried(verb="answer", expected=NOTHING, call=lambda door, at: door.answer(at, question.id, "both"))
    me.forget([row.id for row in rows if row is not None])


def _other_ways_to_forget(at: Cell, world: World) -> Iterator[Tried]:
    me, text = world.me(at), world.fresh(at)
    yield Tried(verb="old_put", expected=(OK, frozenset({text})), call=lambda door, at: door.old_put(at, "chore", text))
    yield Tried(verb="old_forget", expected=NOTHING, call=lambda door, at: door.old_forget(at, "chore"))
    elsewhere = next(name for name in WORKSPACES if name != at.workspace)
    world.me(replace(at, workspace=elsewhere)).save(text, scope="workspace")
    yield Tried(verb="forget_previewed", expected=(OK, frozenset({"1"})), call=lambda door, at: door.forget_previewed(at, text.split()[-1]))
    me.forget([row.id for row in me.list(limit=200).items if row.content == text] or [_spare(me, text)])
    talk = replace(at, conversation=text)
    world.me(talk).save(text, scope="conversation")
    yield Tried(verb="forget_all", expected=(OK, frozenset({"1"})), call=lambda door, at: door.forget_all(talk, "conversation"))


def _spare(me: OwnerMemory, text: str) -> str:
    memory = me.save(text).memory
    assert memory is not None
    return memory.id


def tried(at: Cell, world: World, number: int) -> Iterator[Tried]:
    """Yield everything that can be tried from a cell."""
    promise = Promise(at, world)
    yield from reads(promise)
    yield from by_id(promise, world, number)
    yield from refused(promise) if promise.isolated or promise.read_only else changes(at, world, number)
    yield Tried(verb="settings", expected=NOTHING, call=lambda door, at: door.settings(at, locale="en"))


@contextmanager
def opened(name: str, store: Memory) -> Iterator[Door]:
    """Open a door to a store."""
    if name == "library":
        yield LibraryDoor(store)
        return
    with serving(store, doors(store.house)) as service, closing(REMOTE[name](service, TENANTS)) as door:
        yield door


@pytest.mark.parametrize("tenant", TENANTS)
@pytest.mark.parametrize("name", ["library", *REMOTE])
def test_everybody_sees_what_is_theirs_and_in_reach_and_nothing_else_whatever_the_verb(name: str, tenant: str, engine: str) -> None:
    of_tenant = [at for at in CELLS if at.tenant == tenant]
    cells = of_tenant[:: STRIDES[engine]]
    checked, wrong, leaks = Counter[str](), [], []
    with a_store(**OPEN) as store, opened(name, store) as door:
        world, by_hand = World(store), LibraryDoor(store)
        door.known, before = world.all_texts(), world.standing()
        for number, at in enumerate(cells):
            others = [word for owner, word in WORDS.items() if owner != (at.tenant, at.user)]
            for one in tried(at, world, number):
                given = one.call(door, at)
                if given is None:
                    one.call(by_hand, at)  # so that what comes next finds what it would through any other door
                    continue
                checked[one.verb] += 1
                wrong += [(at, one.verb, one.expected, given)] if given != one.expected else []
                leaks += [(at, one.verb, word) for word in others if word in door.told]
        after = world.standing()
    told = f"{checked.total()} combinations of {len(cells)} cells and {len({verb.split()[0] for verb in checked})} verbs"
    print(f"\n{name}, {tenant}, {engine}: {told}")  # noqa: T201

    assert wrong[:5] == []
    assert leaks == []
    assert after == before
    assert door.unasked() == []


def test_every_verb_of_the_library_is_in_the_matrix() -> None:
    verbs = {name for name in vars(OwnerMemory) if not name.startswith("_")}

    # several at once are one after the other in one transaction; tools are a door of their own
    assert verbs - set(vars(LibraryDoor)) - set(CHANGING) == {"save_many", "tools"}


def test_what_the_library_gives_is_looked_through_whole_whatever_its_repr_leaves_out() -> None:
    at = CELLS[0]
    with a_store(**OPEN) as store:
        door = LibraryDoor(store)
        door.save(at, "likes oolong")
        told = []
        for call in (door.list, lambda at: door.search(at, "oolong"), lambda at: door.context(at, "oolong"), door.stats):
            call(at)
            told.append("likes oolong" in door.told)

    assert told == [True, True, True, False]
