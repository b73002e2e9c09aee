"""
The path of a read, read downwards: permit → (cache) → retrieve → fuse → budget → disclose, and for a block
permit → retrieve → fuse → cut → disclose → select → render.

No step knows another; only this file knows their order. A row outside the reach is never loaded, scored, counted or cached.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from keptmind.errors import refusal
from keptmind.model.context import AccessContext
from keptmind.model.memory import Kind
from keptmind.model.query import Query
from keptmind.model.ranking import ContextBlock, Found, Hit, Match
from keptmind.model.reach import Reach
from keptmind.model.rulebook import Rulebook
from keptmind.model.settings import UserSettings
from keptmind.policy import access
from keptmind.ports.store import Partition, View
from keptmind.read.budget import budget, cut
from keptmind.read.cache import ResultCache
from keptmind.read.disclose import Disclosure, disclose
from keptmind.read.fuse import fuse
from keptmind.read.permit import Permit, permit
from keptmind.read.render import Costs, Style, costs, render
from keptmind.read.retrieve import retrieve
from keptmind.read.select import Room, select

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STANDING_ROWS = 40
IMPORTANT_ROWS, IMPORTANT_TOKENS = 3, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a read needs beside its view: the rules, the cache, a token counter and the time."""

    rulebook: Rulebook
    cache: ResultCache
    counter: Callable[[str], int]
    now: datetime


def search(view: View, desk: Desk, context: AccessContext, settings: UserSettings, query: Query) -> Found:
    """Return what matches, within limit and tokens. Raises: the refusal of a policy rule."""
    reach = _allowed(permit(context, settings, desk.rulebook))
    partitions = view.partitions.within(reach)
    key = _key(reach, query, context, partitions, settings)
    remembered = desk.cache.get(key, desk.now)
    if remembered is not None:
        return remembered
    hits, path = _ranked(view, desk, partitions, query, reach)
    kept = budget(hits, limit=query.limit, max_tokens=query.max_tokens, row_tokens=query.row_tokens, counter=desk.counter)
    given = disclose(kept.hits, _disclosure(context, query))
    found = Found(hits=given, applied_limit=query.limit, applied_tokens=query.max_tokens, tokens=kept.tokens, path=path)
    desk.cache.put(key, found, desk.now, _next_change(partitions))
    return found


def context_block(view: View, desk: Desk, context: AccessContext, settings: UserSettings, query: Query, style: Style) -> ContextBlock:
    """Return the block to put before a message: what binds, then what matches. Raises: the refusal of a policy rule."""
    reach = _allowed(permit(context, settings, desk.rulebook))
    partitions = view.partitions.within(reach)
    hits, _ = _ranked(view, desk, partitions, query, reach)
    disclosure = _disclosure(context, query)
    found = disclose([cut(hit, query.row_tokens, desk.counter)[0] for hit in hits], disclosure)
    standing = disclose(_standing(view, desk, partitions, reach), disclosure)
    if not found and not standing and desk.rulebook.flags.context_fallback == "important":
        found = disclose(_important(view, desk, partitions, reach), disclosure)
    chosen = select(standing, found, _room(costs(style, desk.counter), query.max_tokens, style.reader))
    text = render(chosen.hits, style)
    return ContextBlock(text=text, hits=chosen.hits, tokens=desk.counter(text), left_out=chosen.left_out)


def _allowed(permitted: Permit) -> Reach:
    if not permitted.verdict.allowed:
        raise refusal(permitted.verdict.rule)
    return permitted.reach


def _ranked(view: View, desk: Desk, partitions: Sequence[Partition], query: Query, reach: Reach) -> tuple[Iterator[Hit], str]:
    retrieved = retrieve(view, partitions, query, reach, desk.now)
    phrase = query.text if desk.rulebook.flags.read_mode == "legacy" else None
    return fuse(retrieved.matches, desk.now, legacy_phrase=phrase), retrieved.path


def _standing(view: View, desk: Desk, partitions: Sequence[Partition], reach: Reach) -> Iterator[Hit]:
    numbers, owners = _opened(partitions)
    rows = view.memories.standing(numbers, owners, reach, desk.now, STANDING_ROWS)
    return fuse((Match(memory=row, lexical=1.0) for row in rows), desk.now)


def _important(view: View, desk: Desk, partitions: Sequence[Partition], reach: Reach) -> Sequence[Hit]:
    numbers, owners = _opened(partitions)
    rows = view.memories.most_important(numbers, owners, set(Kind) - reach.excluded_kinds, reach, desk.now, IMPORTANT_ROWS)
    hits = fuse((Match(memory=row, lexical=row.importance) for row in rows), desk.now)
    limits = desk.rulebook.limits
    return budget(hits, limit=IMPORTANT_ROWS, max_tokens=IMPORTANT_TOKENS, row_tokens=limits.row_tokens, counter=desk.counter).hits


def _opened(partitions: Sequence[Partition]) -> tuple[list[int], set[str]]:
    return [partition.id for partition in partitions], {partition.owner for partition in partitions}


def _room(parts: Costs, max_tokens: int, reader: str) -> Room:
    return Room(reader=reader, max_tokens=max_tokens, base=parts.base, heading=parts.heading, row=parts.row)


def _disclosure(context: AccessContext, query: Query) -> Disclosure:
    fields = access.given_fields(context, query.fields)
    return Disclosure(fields=fields, withheld=access.text_is_withheld(context), explained=query.explain)


def _key(reach: Reach, query: Query, context: AccessContext, partitions: Sequence[Partition], settings: UserSettings) -> Hashable:
    revisions = tuple((partition.id, partition.revision) for partition in partitions)
    return reach, query, context.caller.grant, settings.revision, revisions


def _next_change(partitions: Sequence[Partition]) -> datetime | None:
    soonest = min((partition.changes_at for partition in partitions if partition.changes_at is not None), default=None)
    return None if soonest is None else EPOCH + timedelta(microseconds=soonest)
