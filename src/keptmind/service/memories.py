"""Keeping memories and looking at them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Any

from keptmind.errors import InvalidField, InvalidTime, KeptmindError, MemoryNotFound
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext
from keptmind.model.decision import Outcome, Saved
from keptmind.model.draft import Draft
from keptmind.model.evidence import Provenance
from keptmind.model.memory import Memory, MemoryId, Status
from keptmind.model.query import Filter
from keptmind.model.ranking import Page, Stats
from keptmind.model.reach import Reach
from keptmind.model.scope import GLOBAL, Scope, shared_group
from keptmind.model.verdict import Verdict
from keptmind.policy import access, form
from keptmind.policy.conflict import begins_later
from keptmind.ports.store import Transaction, View
from keptmind.read.disclose import Disclosure, shown
from keptmind.service.ground import Ground
from keptmind.service.once import Once, once
from keptmind.service.paging import cursor, filters
from keptmind.service.readings import Readings
from keptmind.service.record import allow, denied, disclosure, event, missing, named_id, readable, several_ids
from keptmind.service.timing import timed
from keptmind.text.normalise import fold, value
from keptmind.write import pipeline
from keptmind.write.hand import Hand

MOST_AT_ONCE = 10_000


class Memories:
    """The owner's rows, by hand."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    @timed("save")
    def save(self, context: AccessContext, wish: dict[str, Any], *, request: object = None) -> Saved:
        """
        Keep one thing; sent again under the same name of its request within a day, it is told again and not kept twice.

        Raises: Invalid, Refused, RequestReused; what the content is refused for is an outcome.
        """
        return self._keep(context, [wish], once(self._ground, context, request, wish))[0]

    @timed("save_many")
    def save_many(self, context: AccessContext, items: object) -> list[Saved]:
        """Keep several things in one transaction. Raises: Invalid, Refused, and then keeps none of them."""
        wishes = _wishes(items)
        if len(wishes) > MOST_AT_ONCE:
            raise InvalidField(field="items", problem="too many at once", limit=MOST_AT_ONCE, size=len(wishes))
        return self._keep(context, wishes, None)

    def _keep(self, context: AccessContext, wishes: Sequence[dict[str, Any]], named: Once | None) -> list[Saved]:
        drafts, wrong = self._drafts(context, wishes, named)
        outcome: list[Saved] | KeptmindError
        with self._ground.writing(context) as tx:
            hand = self._ground.hand(context, tx.settings.of(context.tenant, context.owner))
            outcome = (
                self._turned_away(tx, context, hand, drafts)
                or self._told_again(tx, hand, named)
                or wrong
                or self._saved(tx, context, hand, drafts, named)
            )
        if isinstance(outcome, KeptmindError):
            raise outcome
        return [self._given(context, one) for one in outcome]

    def _turned_away(self, tx: Transaction, context: AccessContext, hand: Hand, drafts: Sequence[Draft]) -> KeptmindError | None:
        for draft in drafts:
            verdict = self._may_save(tx, context, hand, draft.scope, draft.share)
            if not verdict.allowed:
                return denied(tx, self._ground, context, verdict.rule)
        return None

    def _told_again(self, tx: Transaction, hand: Hand, named: Once | None) -> list[Saved] | KeptmindError | None:
        earlier = None if named is None else named.earlier(tx)
        if isinstance(earlier, KeptmindError):
            tx.audit.append(hand.event(Action.REFUSED, rule=earlier.code))
            return earlier
        if earlier is not None:
            tx.audit.append(hand.event(Action.READ, memory=earlier.memory, rule="told-again"))
        return None if earlier is None else [earlier]

    def _saved(self, tx: Transaction, context: AccessContext, hand: Hand, drafts: Sequence[Draft], named: Once | None) -> list[Saved]:
        saved = pipeline.save(tx, hand, drafts)
        if named is not None:
            named.keep(tx, saved[0])
        return [self._told(tx, context, one) for one in saved]

    def _given(self, context: AccessContext, saved: Saved) -> Saved:
        memory = saved.memory and self._shown(context, saved.memory)
        candidate = saved.candidate
        if candidate is not None and candidate.proposed is not None:
            candidate = replace(candidate, proposed=self._shown(context, candidate.proposed))
        same = memory is saved.memory and candidate is saved.candidate
        return saved if same else replace(saved, memory=memory, candidate=candidate)

    def _drafts(
        self, context: AccessContext, wishes: Sequence[dict[str, Any]], named: Once | None
    ) -> tuple[list[Draft], KeptmindError | None]:
        """
        Form the drafts before anybody's lock is taken: a malformed wish never waits for one.

        A wish that was well formed when it was carried out under this name is formed as of then, with what is wrong with it by now.
        """
        zone = self._zone(context) if any(form.names_a_time(wish) for wish in wishes) else UTC

        def formed(now: datetime) -> list[Draft]:
            return [form.draft(context, self._ground.rulebook, zone, now, wish) for wish in wishes]

        try:
            return formed(self._ground.clock.now()), None
        except InvalidTime as wrong:
            then = None if named is None else self._answered_at(context, named)
            if then is None:
                raise
            return formed(then), wrong

    def _answered_at(self, context: AccessContext, named: Once) -> datetime | None:
        with self._ground.writing(context) as tx:
            return named.answered_at(tx)

    def _zone(self, context: AccessContext) -> tzinfo:
        with self._ground.store.view() as view:
            return self._ground.zone(view.settings.of(context.tenant, context.owner))

    def _told(self, tx: Transaction, context: AccessContext, saved: Saved) -> Saved:
        if saved.memory is None or saved.outcome is Outcome.CREATED:
            return saved
        return replace(saved, memory=readable(tx, self._ground, context, saved.memory))

    def _may_save(self, tx: Transaction, context: AccessContext, hand: Hand, scope: Scope, share: str) -> Verdict:
        group = shared_group(share)
        is_member = group is None or tx.groups.has(context.tenant, group, context.owner)
        settings, rulebook = hand.circumstances.settings, self._ground.rulebook
        return access.may_save(context, settings, scope, group, rulebook, is_member=is_member)

    @timed("get")
    def get(self, context: AccessContext, memory_id: object) -> Memory:
        """Return one of the owner's rows in any state. Raises: MemoryNotFound, Refused."""
        return self._get(context, memory_id, "get")

    def _get(self, context: AccessContext, memory_id: object, verb: str) -> Memory:
        wanted = named_id(memory_id)
        self._look(context)
        now = self._ground.clock.now()
        with self._ground.store.view() as view:
            memory = view.memories.get(wanted, access.managed_reach(context, self._ground.rulebook), now)
        if memory is None:
            raise self._missed(context, wanted)
        self._readings.record(context, Action.READ, [memory], verb, recalled=False)
        return self._shown(context, memory)

    def by_key(self, context: AccessContext, key: object) -> Memory:
        """Return the owner's live row under a key in global scope. Raises: MemoryNotFound, Invalid, Refused."""
        self._look(context)
        wanted = form.key(key)
        with self._ground.store.view() as view:
            found = view.memories.by_keys(context.tenant, context.owner, [(GLOBAL, wanted)], self._ground.clock.now()) if wanted else []
        return self.get(context, found[0].id if found else "")

    @timed("list")
    def page(self, context: AccessContext, narrowed: Mapping[str, Any]) -> Page:
        """Return some of the owner's rows in order of creation. Raises: Invalid, Refused."""
        return self._page(context, narrowed, lambda _row, _now: True)

    @timed("list")
    def under_keys(self, context: AccessContext, *, kind: object = None, cursor: object = None, limit: object = 50) -> Page:
        """Return some of the owner's rows of global scope that have a key and hold now, so one a key. Raises: Invalid, Refused."""
        narrowed = {"kind": kind, "scope": GLOBAL.type.value, "status": Status.ACTIVE.value, "cursor": cursor, "limit": limit}
        return self._page(context, narrowed, _holds_under_a_key)

    def _page(self, context: AccessContext, narrowed: Mapping[str, Any], wanted_too: Callable[[Memory, datetime], bool]) -> Page:
        self._look(context)
        now = self._ground.clock.now()
        wanted = filters(self._ground.keys, context, narrowed)
        if wanted.text is not None and access.text_is_withheld(context):
            self._readings.record(context, Action.READ, (), "list", recalled=False)
            return Page(items=(), next_cursor=None, has_more=False, applied_limit=wanted.limit)
        within = access.managed_reach(context, self._ground.rulebook)
        with self._ground.store.view() as view:
            rows = self._matching(view, context, within, wanted, now, wanted_too)
        items = rows[: wanted.limit]
        more = len(rows) > wanted.limit
        self._readings.record(context, Action.READ, items, "list", recalled=False)
        given = tuple(self._shown(context, memory) for memory in items)
        next_cursor = cursor(self._ground.keys, context, items[-1].id) if more else None
        return Page(items=given, next_cursor=next_cursor, has_more=more, applied_limit=wanted.limit)

    def _matching(
        self,
        view: View,
        context: AccessContext,
        within: Reach,
        wanted: Filter,
        now: datetime,
        wanted_too: Callable[[Memory, datetime], bool],
    ) -> list[Memory]:
        """Return the rows whose texts, as this reader is given them, hold what is looked for."""
        found: list[Memory] = []
        while len(found) <= wanted.limit:
            rows = view.memories.page(within, wanted, now)
            looked_at = (row for row in rows[: wanted.limit] if wanted_too(row, now))
            found += [row for row in looked_at if _says(self._shown(context, row), wanted.text)]
            if len(rows) <= wanted.limit:
                return found
            wanted = replace(wanted, after=rows[wanted.limit - 1].id)
        return found

    @timed("stats")
    def stats(self, context: AccessContext) -> Stats:
        """Return counts of the owner's rows. Raises: Refused."""
        self._look(context)
        now = self._ground.clock.now()
        with self._ground.store.view() as view:
            counted = view.memories.stats(access.managed_reach(context, self._ground.rulebook), now)
            revision = view.settings.memory_revision(context.tenant, context.owner)
            refused_by_rule = view.rule_counts.of(context.tenant, context.owner)
        self._readings.record(context, Action.READ, (), "stats", recalled=False)
        return replace(counted, memory_revision=revision, refused_by_rule=refused_by_rule)

    @timed("history")
    def history(self, context: AccessContext, memory_id: object) -> list[Memory]:
        """Return every revision of a row, oldest first, the present one last. Raises: MemoryNotFound, Refused."""
        memory = self._get(context, memory_id, "history")
        within = access.managed_reach(context, self._ground.rulebook)
        with self._ground.store.view() as view:
            earlier = view.memories.versions(memory, self._ground.clock.now())
        return [*(self._as_then(context, one, memory, within) for one in earlier), memory]

    def _as_then(self, context: AccessContext, version: Memory, memory: Memory, within: Reach) -> Memory:
        """Return a version as this context may see it, by what it was then as well as by what the row is now."""
        guarded = replace(version, sensitivity=max(version.sensitivity, memory.sensitivity))
        if access.may_surface(guarded, within).allowed:
            return self._shown(context, version)
        return shown(version, Disclosure(withheld=True))

    @timed("provenance")
    def provenance(self, context: AccessContext, memory_id: object) -> Provenance:
        """Return why a row is known. Raises: MemoryNotFound, Refused."""
        memory = self._get(context, memory_id, "provenance")
        with self._ground.store.view() as view:
            evidence = view.evidence.of(memory)
        said = self._ground.keys.fingerprint(context.tenant, value(memory.content))
        return Provenance(
            source=memory.source,
            reason=memory.reason,
            evidence=tuple(one for one in evidence if one.fingerprint == said),
            earlier=tuple(one for one in evidence if one.fingerprint != said),
            confidence=memory.confidence,
            rule=f"{memory.change_type.value}:{memory.source.value}",
            rule_version=memory.rule_version,
        )

    @timed("used")
    def used(self, context: AccessContext, memory_ids: object) -> None:
        """Count that the host used these rows of the owner. Raises: MemoryNotFound, Invalid, Refused."""
        wanted = several_ids(memory_ids)
        verdict = access.may_report(context)
        error: KeptmindError | None = None
        with self._ground.writing(context) as tx:
            now = self._ground.clock.now()
            within = access.managed_reach(context, self._ground.rulebook)
            absent = [one for one in wanted if tx.memories.get(one, within, now) is None] if verdict.allowed else []
            if not verdict.allowed:
                error = denied(tx, self._ground, context, verdict.rule)
            elif absent:
                error = missing(tx, self._ground, context, absent[0])
            else:
                tx.usage.used(context.tenant, context.owner, wanted, now)
                tx.audit.append(event(self._ground, context, Action.READ, rule="used", memory_ids=tuple(wanted)))
        if error is not None:
            raise error

    def _look(self, context: AccessContext) -> None:
        with self._ground.store.view() as view:
            verdict = access.may_list(context, view.settings.of(context.tenant, context.owner))
        allow(self._ground, context, verdict)

    def _missed(self, context: AccessContext, memory_id: MemoryId) -> MemoryNotFound:
        with self._ground.writing(context) as tx:
            return missing(tx, self._ground, context, memory_id)

    def _shown(self, context: AccessContext, memory: Memory) -> Memory:
        return shown(memory, disclosure(context))


def _wishes(items: object) -> list[dict[str, Any]]:
    if isinstance(items, (str, Mapping)) or not isinstance(items, Iterable):
        raise InvalidField(field="items", problem="not a list of mappings")
    wishes = list(items)
    if not all(isinstance(item, Mapping) for item in wishes):
        raise InvalidField(field="items", problem="not a list of mappings")
    return [dict(item) for item in wishes]


def _says(memory: Memory, text: str | None) -> bool:
    return text is None or text in fold(f"{memory.title or ''}\n{memory.content}\n{memory.key or ''}")


def _holds_under_a_key(memory: Memory, now: datetime) -> bool:
    return memory.key is not None and not memory.expired and not begins_later(memory.valid_from, now)
