"""Keeping, looking at and correcting memories."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Any

from keptmind.errors import InvalidField, KeptmindError, MemoryNotFound, refusal
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext, ReadMode
from keptmind.model.decision import Outcome, Saved
from keptmind.model.draft import Draft
from keptmind.model.memory import ChangeType, Memory, MemoryId, Status
from keptmind.model.query import Filter
from keptmind.model.ranking import Page, Stats
from keptmind.model.reach import Reach
from keptmind.model.scope import Scope, shared_group
from keptmind.model.verdict import ALLOWED, Verdict, refused
from keptmind.policy import access, form
from keptmind.ports.store import Transaction, View
from keptmind.read.disclose import Disclosure, shown
from keptmind.service.ground import Ground
from keptmind.service.paging import cursor, filters
from keptmind.service.readings import Readings
from keptmind.service.record import denied, known_form, missing
from keptmind.text.normalise import fold
from keptmind.write import pipeline
from keptmind.write.amend import wish_for
from keptmind.write.pipeline import Hand

MOST_AT_ONCE = 10_000

Change = Callable[[Transaction, Hand, Memory], Memory | KeptmindError]


class Memories:
    """The owner's rows, by hand."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    def save(self, context: AccessContext, wish: dict[str, Any]) -> Saved:
        """Keep one thing. Raises: Invalid, Refused; what the content is refused for is an outcome."""
        return self.save_many(context, [wish])[0]

    def save_many(self, context: AccessContext, items: object) -> list[Saved]:
        """Keep several things in one transaction. Raises: Invalid, Refused, and then keeps none of them."""
        wishes = _wishes(items)
        if len(wishes) > MOST_AT_ONCE:
            raise InvalidField(field="items", problem="too many at once", limit=MOST_AT_ONCE, size=len(wishes))
        drafts = self._drafts(context, wishes)
        turned_away: Verdict | None = None
        saved: list[Saved] = []
        with self._ground.store.transaction() as tx:
            settings = tx.settings.of(context.tenant, context.owner)
            hand = self._ground.hand(context, settings)
            for verdict in (self._may_save(tx, context, hand, draft.scope, draft.share) for draft in drafts):
                if not verdict.allowed:
                    turned_away = verdict
                    denied(tx, self._ground, context, verdict.rule)
                    break
            else:
                saved = [self._told(tx, context, one, hand.now) for one in pipeline.save(tx, hand, drafts)]
        if turned_away is not None:
            raise refusal(turned_away.rule)
        return [self._given(context, one) for one in saved]

    def _given(self, context: AccessContext, saved: Saved) -> Saved:
        shown = saved.memory and self._shown(context, saved.memory)
        return saved if shown is saved.memory else replace(saved, memory=shown)

    def _drafts(self, context: AccessContext, wishes: Sequence[dict[str, Any]]) -> list[Draft]:
        """Form the drafts before anybody's lock is taken: a malformed wish never waits for one."""
        zone = self._zone(context) if any(form.names_a_time(wish) for wish in wishes) else UTC
        now = self._ground.clock.now()
        return [form.draft(context, self._ground.rulebook, zone, now, wish) for wish in wishes]

    def _zone(self, context: AccessContext) -> tzinfo:
        with self._ground.store.view() as view:
            return self._ground.zone(view.settings.of(context.tenant, context.owner))

    def _told(self, tx: Transaction, context: AccessContext, saved: Saved, now: datetime) -> Saved:
        if saved.memory is None or saved.outcome is Outcome.CREATED:
            return saved
        return replace(saved, memory=self._readable(tx, context, saved.memory, now))

    def _readable(self, tx: Transaction, context: AccessContext, memory: Memory, now: datetime) -> Memory:
        """Return a changed row without its texts where this context may change it and not read it."""
        seen = tx.memories.get(memory.id, access.managed_reach(context, self._ground.rulebook), now)
        return memory if seen is not None else shown(memory, Disclosure(withheld=True))

    def _may_save(self, tx: Transaction, context: AccessContext, hand: Hand, scope: Scope, share: str) -> Verdict:
        group = shared_group(share)
        is_member = group is None or tx.groups.has(context.tenant, group, context.owner)
        settings, rulebook = hand.circumstances.settings, self._ground.rulebook
        return access.may_save(context, settings, scope, group, rulebook, is_member=is_member)

    def get(self, context: AccessContext, memory_id: object) -> Memory:
        """Return one of the owner's rows in any state. Raises: MemoryNotFound, Refused."""
        wanted = _id(memory_id)
        self._look(context)
        now = self._ground.clock.now()
        with self._ground.store.view() as view:
            memory = view.memories.get(wanted, access.managed_reach(context, self._ground.rulebook), now)
        if memory is None:
            raise self._missed(context, wanted)
        self._readings.record(context, Action.READ, [memory], "get", recalled=False)
        return self._shown(context, memory)

    def page(self, context: AccessContext, narrowed: Mapping[str, Any]) -> Page:
        """Return some of the owner's rows in order of creation. Raises: Invalid, Refused."""
        self._look(context)
        now = self._ground.clock.now()
        wanted = filters(self._ground.keys, context, narrowed)
        if wanted.text is not None and access.text_is_withheld(context):
            return Page(items=(), next_cursor=None, has_more=False, applied_limit=wanted.limit)
        within = access.managed_reach(context, self._ground.rulebook)
        with self._ground.store.view() as view:
            rows = self._matching(view, within, wanted, now)
        items = rows[: wanted.limit]
        more = len(rows) > wanted.limit
        self._readings.record(context, Action.READ, items, "list", recalled=False)
        given = tuple(self._shown(context, memory) for memory in items)
        next_cursor = cursor(self._ground.keys, context, items[-1].id) if more else None
        return Page(items=given, next_cursor=next_cursor, has_more=more, applied_limit=wanted.limit)

    def _matching(self, view: View, within: Reach, wanted: Filter, now: datetime) -> list[Memory]:
        found: list[Memory] = []
        while len(found) <= wanted.limit:
            rows = view.memories.page(within, wanted, now)
            found += [row for row in rows[: wanted.limit] if _says(row, wanted.text)]
            if len(rows) <= wanted.limit:
                return found
            wanted = replace(wanted, after=rows[wanted.limit - 1].id)
        return found

    def stats(self, context: AccessContext) -> Stats:
        """Return counts of the owner's rows. Raises: Refused."""
        self._look(context)
        now = self._ground.clock.now()
        with self._ground.store.view() as view:
            counted = view.memories.stats(access.managed_reach(context, self._ground.rulebook), now)
            revision = view.settings.memory_revision(context.tenant, context.owner)
        return replace(counted, memory_revision=revision)

    def update(self, context: AccessContext, memory_id: object, expected_revision: object, changes: dict[str, Any]) -> Memory:
        """
        Correct a row by hand. Raises: MemoryNotFound, StaleRevision (with the current revision), KeyTaken, ContentRefused,
        Invalid, Refused; then nothing has changed.
        """
        expected = _revision(expected_revision)

        def change(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
            wish = wish_for(memory, changes)
            zone = self._ground.zone(hand.circumstances.settings)
            draft = form.draft(context, self._ground.rulebook, zone, hand.now, wish, at=memory.scope)
            verdict = self._may_share(tx, context, memory, draft.share)
            if not verdict.allowed:
                return denied(tx, self._ground, context, verdict.rule)
            lowers = context.read_mode is ReadMode.EXPLICIT and "sensitivity" in changes
            return pipeline.correct(tx, hand, memory, draft, frozenset(changes), expected, lowers=lowers)

        return self._change(context, memory_id, change)

    def _may_share(self, tx: Transaction, context: AccessContext, memory: Memory, share: str) -> Verdict:
        group = shared_group(share)
        unchanged = share == memory.share or group is None
        return ALLOWED if unchanged or tx.groups.has(context.tenant, group or "", context.owner) else refused("not-a-member")

    def suppress(self, context: AccessContext, memory_id: object) -> Memory:
        """Pause a row until it is restored. Raises: MemoryNotFound, Refused."""
        return self._move(context, memory_id, Status.SUPPRESSED, ChangeType.SUPPRESS, Action.SUPPRESSED)

    def archive(self, context: AccessContext, memory_id: object) -> Memory:
        """Retire a row; its key is free again. Raises: MemoryNotFound, Refused."""
        return self._move(context, memory_id, Status.ARCHIVED, ChangeType.ARCHIVE, Action.ARCHIVED)

    def restore(self, context: AccessContext, memory_id: object) -> Memory:
        """Bring a paused or retired row back. Raises: MemoryNotFound, KeyTaken, Refused."""
        return self._move(context, memory_id, Status.ACTIVE, ChangeType.RESTORE, Action.RESTORED)

    def _move(self, context: AccessContext, memory_id: object, status: Status, change: ChangeType, action: Action) -> Memory:
        return self._change(context, memory_id, lambda tx, hand, memory: pipeline.move(tx, hand, memory, status, change, action))

    def _change(self, context: AccessContext, memory_id: object, change: Change) -> Memory:
        wanted = _id(memory_id)
        verdict = access.may_manage(context)
        outcome: Memory | KeptmindError
        with self._ground.store.transaction() as tx:
            hand = self._ground.hand(context, tx.settings.of(context.tenant, context.owner))
            memory = tx.memories.get(wanted, access.own_reach(context, self._ground.rulebook), hand.now) if verdict.allowed else None
            if not verdict.allowed:
                outcome = denied(tx, self._ground, context, verdict.rule)
            elif memory is None:
                outcome = missing(tx, self._ground, context, wanted)
            else:
                outcome = change(tx, hand, memory)
            if isinstance(outcome, Memory):
                outcome = self._readable(tx, context, outcome, hand.now)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return self._shown(context, outcome)

    def _look(self, context: AccessContext) -> None:
        verdict = access.may_look(context)
        if not verdict.allowed:
            with self._ground.store.transaction() as tx:
                error = denied(tx, self._ground, context, verdict.rule)
            raise error

    def _missed(self, context: AccessContext, memory_id: MemoryId) -> MemoryNotFound:
        with self._ground.store.transaction() as tx:
            return missing(tx, self._ground, context, memory_id)

    def _shown(self, context: AccessContext, memory: Memory) -> Memory:
        return shown(memory, Disclosure(fields=access.given_fields(context, None), withheld=access.text_is_withheld(context)))


def _wishes(items: object) -> list[dict[str, Any]]:
    if isinstance(items, (str, Mapping)) or not isinstance(items, Iterable):
        raise InvalidField(field="items", problem="not a list of mappings")
    wishes = list(items)
    if not all(isinstance(item, Mapping) for item in wishes):
        raise InvalidField(field="items", problem="not a list of mappings")
    return [dict(item) for item in wishes]


def _id(given: object) -> MemoryId:
    if not isinstance(given, str):
        raise InvalidField(field="memory_id", problem="not a string")
    return known_form(given)


def _revision(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise InvalidField(field="expected_revision", problem="not a positive whole number")
    return given


def _says(memory: Memory, text: str | None) -> bool:
    return text is None or text in fold(f"{memory.title or ''}\n{memory.content}\n{memory.key or ''}")
