"""
The path of a read, read downwards: permit → (cache) → retrieve → fuse → budget → disclose, and for a block
permit → retrieve → fuse → cut → disclose → select → render. Looking back, revisit → score stand in for retrieve.

No step knows another; only this file knows their order. A row outside the reach is never loaded, scored, counted or cached.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from keptmind.errors import refusal
from keptmind.model.context import AccessContext
from keptmind.model.memory import Kind, Memory, MemoryId, Target
from keptmind.model.query import Filter, Query
from keptmind.model.ranking import ContextBlock, Found, Hit, Match
from keptmind.model.reach import Reach
from keptmind.model.rulebook import Rulebook
from keptmind.model.settings import UserSettings
from keptmind.policy import access
from keptmind.ports.store import Partition, View
from keptmind.read.budget import budget, cut
from keptmind.read.cache import ResultCache
from keptmind.read.disclose import Disclosure, all_masked, disclose, names_given, shown
from keptmind.read.fuse import fuse
from keptmind.read.grep import Pattern
from keptmind.read.grep import grep as looked_through
from keptmind.read.permit import Permit, permit
from keptmind.read.render import Costs, Style, costs, render
from keptmind.read.retrieve import retrieve
from keptmind.read.revisit import revisit
from keptmind.read.score import score
from keptmind.read.select import Room, select
from keptmind.text import analyse
from keptmind.text.document import terms_of
from keptmind.text.keys import key_term
from keptmind.text.normalise import fold_key

AS_OF, IMPORTANT = "as-of", "important"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STANDING_ROWS = 40
IMPORTANT_ROWS, IMPORTANT_TOKENS = 3, 200
PINNED_ROWS, FILLING_ROWS = 1_000, 150  # more than a core block has room for, and so many a part where it is filled up
FIRST_ROWS, NEXT_ROWS = 1_000, 10_000  # looked through at a time: a common pattern reads few, and a rare one never holds them all


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a read needs beside its view: the rules, the cache, a token counter and the time."""

    rulebook: Rulebook
    cache: ResultCache
    counter: Callable[[str], int]
    now: datetime


def search(view: View, desk: Desk, context: AccessContext, settings: UserSettings, query: Query) -> Found:
    """Return what matches, within limit and tokens. Raises: the refusal of a policy rule."""
    if query.as_of is not None:
        return _looked_back(view, desk, context, settings, query, query.as_of)
    reach = _allowed(permit(context, settings, desk.rulebook))
    partitions = view.partitions.within(reach)
    key = _key(reach, query, context, partitions, settings)
    remembered = desk.cache.get(key, desk.now)
    if remembered is not None:
        return remembered
    hits, path = _ranked(view, desk, partitions, query, reach)
    found = _answered(desk, context, query, hits, path)
    desk.cache.put(key, found, desk.now, _next_change(partitions))
    return found


def _looked_back(view: View, desk: Desk, context: AccessContext, settings: UserSettings, query: Query, at: datetime) -> Found:
    """Answer from what was valid and known at an instant; what has been forgotten since is in no table any more."""
    reach = _allowed(permit(context, settings, desk.rulebook, back=True))
    then = revisit(view.past.at(reach, at), at, reach, _kinds(query, reach))
    hits = fuse(score(then.known, then.eligible, query), at, legacy_phrase=_legacy_phrase(desk, query))
    return _answered(desk, context, query, hits, AS_OF)


def _answered(desk: Desk, context: AccessContext, query: Query, hits: Iterable[Hit], path: str) -> Found:
    kept = budget(hits, limit=query.limit, max_tokens=query.max_tokens, row_tokens=query.row_tokens, counter=desk.counter)
    disclosure = _disclosure(context, query)
    given = _matching(context, disclose(kept.hits, disclosure), query)
    is_whole = disclosure.fields is None and not disclosure.withheld
    tokens = kept.tokens if is_whole else sum(desk.counter(hit.text) for hit in given)  # the length of a text tells of it, too
    return Found(hits=given, applied_limit=query.limit, applied_tokens=query.max_tokens, tokens=tokens, path=path)


def _matching(context: AccessContext, given: Iterable[Hit], query: Query) -> tuple[Hit, ...]:
    """Return the hits that match by what is given of them: who is given some fields only must not learn what the others say."""
    is_narrow = context.caller.grant.fields is not None
    return tuple(hit for hit in given if not is_narrow or _matches_what_is_given(hit, query))


def _matches_what_is_given(hit: Hit, query: Query) -> bool:
    asked = analyse.query_terms(query.text)
    terms = terms_of(hit.memory).counts
    return any(term in terms for term in (*asked.primary, *asked.fallback, key_term(fold_key(query.text))))


def context_block(
    view: View,
    desk: Desk,
    context: AccessContext,
    settings: UserSettings,
    query: Query,
    style: Style,
    exclude: frozenset[str] = frozenset(),
) -> ContextBlock:
    """
    Return the block to put before a message: what binds, then what matches.

    `exclude` names, by id and by content hash, what stands elsewhere in the prompt. Raises: the refusal of a policy rule.
    """
    reach = _allowed(permit(context, settings, desk.rulebook))
    partitions = view.partitions.within(reach)
    hits, path = _ranked(view, desk, partitions, replace(query, limit=query.limit + len(exclude)), reach)
    disclosure = _disclosure(context, query)
    found = _matching(context, disclose([cut(hit, query.row_tokens, desk.counter)[0] for hit in hits], disclosure), query)
    standing = disclose(_standing(view, desk, partitions, reach, STANDING_ROWS + len(exclude)), disclosure)
    if not found and not standing and desk.rulebook.flags.context_fallback == "important":
        found, path = disclose(_important(view, desk, partitions, reach, exclude), disclosure), IMPORTANT
    found, standing = _speaking(_without(found, exclude)), _speaking(_without(standing, exclude))
    chosen = select(standing, found, _room(costs(style, desk.counter), query.max_tokens, style.reader))
    text = render(chosen.hits, style)
    return ContextBlock(text=text, hits=chosen.hits, tokens=desk.counter(text), left_out=chosen.left_out, path=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreRows:
    """
    The owner's pinned rows, and by part those that may stand beside them, most important first; as their reader may see them.

    The latter are read out as they are asked for, inside the view.
    """

    pinned: tuple[Memory, ...]
    rest: Mapping[Target, Iterator[Memory]]


def core_rows(view: View, desk: Desk, context: AccessContext, settings: UserSettings) -> CoreRows:
    """Return the rows that a core block is made of; another member's rows are none of them. Raises: the refusal of a policy rule."""
    reach = _allowed(permit(context, settings, desk.rulebook))
    own = [partition.id for partition in view.partitions.within(reach) if partition.owner == context.owner]
    disclosure = _whole_texts(context)
    pinned = view.core.pinned(own, reach, desk.now, PINNED_ROWS)
    targets = Target if desk.rulebook.flags.core_fill == "auto" else ()
    filling = {target: view.core.filling(own, target, reach, desk.now, FILLING_ROWS) for target in targets}
    rest = {target: (shown(row.whole(), disclosure) for row in rows) for target, rows in filling.items()}
    return CoreRows(pinned=tuple(shown(row, disclosure) for row in pinned), rest=rest)


def grep(view: View, desk: Desk, context: AccessContext, settings: UserSettings, narrowed: Filter, wanted: Pattern) -> tuple[Memory, ...]:
    """
    Return the visible rows that hold a pattern, by id, one more than the limit where more follow.

    Raises: the refusal of a policy rule.
    """
    reach = _allowed(permit(context, settings, desk.rulebook))
    numbers, owners = _opened(view.partitions.within(reach))
    kinds = (frozenset(Kind) if narrowed.kind is None else {narrowed.kind}) - reach.excluded_kinds
    disclosure = _whole_texts(context)
    ids: list[MemoryId] = []
    chunk = replace(narrowed, limit=FIRST_ROWS)
    while len(ids) <= narrowed.limit:
        glimpses = view.texts.glimpses(numbers, owners, kinds, reach, chunk, desk.now)
        ids += looked_through(glimpses, wanted, names_given(disclosure), all_masked)
        if len(glimpses.ids) < chunk.limit:
            break
        chunk = replace(chunk, after=glimpses.ids[-1], limit=NEXT_ROWS)
    rows = view.texts.whole(numbers, owners, ids[: narrowed.limit + 1], reach, desk.now)
    return tuple(shown(row, disclosure) for row in rows)


def _allowed(permitted: Permit) -> Reach:
    if not permitted.verdict.allowed:
        raise refusal(permitted.verdict.rule)
    return permitted.reach


def _ranked(view: View, desk: Desk, partitions: Sequence[Partition], query: Query, reach: Reach) -> tuple[Iterator[Hit], str]:
    retrieved = retrieve(view, partitions, query, reach, desk.now)
    return fuse(retrieved.matches, desk.now, legacy_phrase=_legacy_phrase(desk, query)), retrieved.path


def _legacy_phrase(desk: Desk, query: Query) -> str | None:
    return query.text if desk.rulebook.flags.read_mode == "legacy" else None


def _kinds(query: Query, reach: Reach) -> frozenset[Kind]:
    return (query.kinds or frozenset(Kind)) - reach.excluded_kinds


def _without(hits: Iterable[Hit], exclude: frozenset[str]) -> tuple[Hit, ...]:
    return tuple(hit for hit in hits if exclude.isdisjoint((hit.memory.id, hit.memory.content_hash)))


def _speaking(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return the hits of which something can be written into a block: nothing is said of a row whose texts are not given."""
    return tuple(hit for hit in hits if hit.text or hit.memory.title)


def _standing(view: View, desk: Desk, partitions: Sequence[Partition], reach: Reach, most: int) -> Iterator[Hit]:
    numbers, owners = _opened(partitions)
    rows = view.memories.standing(numbers, owners, reach, desk.now, most)
    return fuse((Match(memory=row, lexical=1.0) for row in rows), desk.now)


def _important(view: View, desk: Desk, partitions: Sequence[Partition], reach: Reach, exclude: frozenset[str]) -> Sequence[Hit]:
    numbers, owners = _opened(partitions)
    most = IMPORTANT_ROWS + len(exclude)
    rows = view.memories.most_important(numbers, owners, set(Kind) - reach.excluded_kinds, reach, desk.now, most)
    others = (row for row in rows if exclude.isdisjoint((row.id, row.content_hash)))
    hits = fuse((Match(memory=row, lexical=row.importance) for row in others), desk.now)
    limits = desk.rulebook.limits
    return budget(hits, limit=IMPORTANT_ROWS, max_tokens=IMPORTANT_TOKENS, row_tokens=limits.row_tokens, counter=desk.counter).hits


def _opened(partitions: Sequence[Partition]) -> tuple[list[int], set[str]]:
    return [partition.id for partition in partitions], {partition.owner for partition in partitions}


def _room(parts: Costs, max_tokens: int, reader: str) -> Room:
    return Room(reader=reader, max_tokens=max_tokens, base=parts.base, heading=parts.heading, row=parts.row)


def _disclosure(context: AccessContext, query: Query) -> Disclosure:
    fields = access.given_fields(context, query.fields)
    return Disclosure(fields=fields, withheld=access.text_is_withheld(context), explained=query.explain)


def _whole_texts(context: AccessContext) -> Disclosure:
    return Disclosure(fields=access.given_fields(context, None), withheld=access.text_is_withheld(context))


def _key(reach: Reach, query: Query, context: AccessContext, partitions: Sequence[Partition], settings: UserSettings) -> Hashable:
    revisions = tuple((partition.id, partition.revision) for partition in partitions)
    return reach, query, context.caller.grant, settings.revision, revisions


def _next_change(partitions: Sequence[Partition]) -> datetime | None:
    soonest = min((partition.changes_at for partition in partitions if partition.changes_at is not None), default=None)
    return None if soonest is None else EPOCH + timedelta(microseconds=soonest)
