"""PostgreSQL beside SQLite: searches over the same rows, saves from several threads, and whether strangers' rows cost anything."""

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from keptmind.surfaces.cli.bench.figures import Figure, Target
from keptmind.surfaces.cli.bench.plan import Sizes
from keptmind.surfaces.cli.bench.schemas import lent_schemas
from keptmind.surfaces.cli.bench.stand import Stand, open_stand
from keptmind.surfaces.cli.bench.texts import Texts
from keptmind.surfaces.cli.bench.timing import in_turns, milliseconds, p50

SEED = 21
THREADS = 8
FEWER = 10  # so many times fewer owners stand in the smaller schema
WARM = 20  # saves of each thread that are not counted

INSERT = "INSERT INTO bare (content) VALUES (%s)"
CREATE = "CREATE TABLE bare (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content TEXT NOT NULL)"


def measure_server(folder: Path, url: str, sizes: Sizes) -> Iterator[Figure]:
    """Measure in schemas of its own, which are dropped afterwards; the role must be allowed to make them."""
    asking = Texts(seed=1)
    questions = [asking.question() for _ in range(sizes.questions)]
    few, many = _owners(sizes.owners // FEWER), _owners(sizes.owners)
    with lent_schemas(url, 2) as (smaller, larger), ExitStack() as stack:
        embedded = stack.enter_context(open_stand(folder / "embedded.db"))
        beside = stack.enter_context(_on_server(smaller))
        stand = stack.enter_context(_on_server(larger))
        embedded.fill(few[:1], sizes.rows, Texts(SEED), "filling the file")
        beside.fill(few, sizes.rows, Texts(SEED), f"filling for {len(few):,} owners")
        stand.fill(many, sizes.rows, Texts(SEED), f"filling for {len(many):,} owners")
        _analyse(beside, stand)
        yield _searches(beside, embedded, few[0], questions, sizes)
        yield _flat(stand, beside, questions, sizes)
        yield _saves(stand, many, sizes)


def _searches(stand: Stand, embedded: Stand, owner: str, questions: Sequence[str], sizes: Sizes) -> Figure:
    pairs = [(partial(stand.search, question, owner), partial(embedded.search, question, owner)) for question in questions]
    ours, reference = in_turns(pairs, sizes.rounds)
    return Figure(
        name=f"PostgreSQL: search, {sizes.rows:,} rows of one owner, p50",
        ours=p50(ours),
        unit="ms",
        reference=p50(reference),
        beside="SQLite",
        target=Target(limit=3, on_ratio=True),
    )


def _flat(stand: Stand, beside: Stand, questions: Sequence[str], sizes: Sizes) -> Figure:
    pick = random.Random(SEED)  # noqa: S311 (a sample, not a secret)
    pairs = [
        (
            partial(stand.search, question, f"owner-{pick.randrange(sizes.owners)}"),
            partial(beside.search, question, f"owner-{pick.randrange(sizes.owners // FEWER)}"),
        )
        for question in questions
    ]
    ours, reference = in_turns(pairs, sizes.rounds)
    return Figure(
        name=f"PostgreSQL: search among {sizes.owners * sizes.rows:,} rows, p50",
        ours=p50(ours),
        unit="ms",
        reference=p50(reference),
        beside=f"among {sizes.owners // FEWER * sizes.rows:,}",
        target=Target(limit=1.2, on_ratio=True),
    )


def _saves(stand: Stand, owners: Sequence[str], sizes: Sizes) -> Figure:
    """Save and insert the same statements from eight threads, in turns, through one pool of connections."""
    store: Any = stand.house.store
    with store.lines.pool.connection() as connection:
        connection.execute(CREATE)
    count = sizes.saves // THREADS
    texts = Texts(SEED + 1)
    batches = [[texts.statement() for _ in range(count + WARM)] for _ in range(THREADS)]
    takes: list[Callable[[int, str], object]] = [
        lambda number, text: stand.save(text, owners[number]),
        lambda _, text: _insert(store.lines.pool, text),
    ]
    for take in takes:
        _together(take, [batch[:WARM] for batch in batches])
    ours, theirs = (milliseconds(partial(_together, take, [batch[WARM:] for batch in batches])) for take in takes)
    return Figure(
        name=f"PostgreSQL: saves from {THREADS} threads",
        ours=count * THREADS / ours * 1_000,
        unit="/s",
        reference=count * THREADS / theirs * 1_000,
        beside="bare inserts",
        target=Target(limit=0.15, on_ratio=True, at_least=True),
    )


def _together(take: Callable[[int, str], object], batches: Sequence[Sequence[str]]) -> None:
    def one(number: int) -> None:
        for text in batches[number]:
            take(number, text)

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(one, range(len(batches))))


def _insert(pool: Any, text: str) -> None:
    with pool.connection() as connection:
        connection.execute(INSERT, (text,))


def _analyse(*stands: Stand) -> None:
    """Let the planner learn what it would have learned by itself soon after."""
    for stand in stands:
        store: Any = stand.house.store
        with store.lines.pool.connection() as connection:
            connection.execute("ANALYZE")


@contextmanager
def _on_server(url: str) -> Iterator[Stand]:
    with open_stand(Path(), url=url, key=secrets.token_hex(32), connections=THREADS) as stand:
        yield stand


def _owners(count: int) -> list[str]:
    return [f"owner-{number}" for number in range(max(1, count))]
