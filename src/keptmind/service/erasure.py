"""Forgetting: rows gone at once for every reader, bytes gone before it says so."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from keptmind.erase import pipeline
from keptmind.erase.pipeline import Broom, Removal
from keptmind.errors import DeletionNotFound, KeptmindError, NotConfirmed, StaleRevision, Unavailable
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext, ReadMode, Whose
from keptmind.model.erasure import Deletion, DeletionPage, Stage, StepName, StepState
from keptmind.model.memory import Kind, Memory, MemoryId
from keptmind.model.query import MAX_PAGE
from keptmind.model.reach import Reach
from keptmind.model.scope import Scope
from keptmind.policy import access, form
from keptmind.ports.store import Transaction
from keptmind.read import disclose
from keptmind.service.ground import Ground
from keptmind.service.paging import sealed, unsealed, whole
from keptmind.service.preview import Preview, bound, preview
from keptmind.service.readings import Readings
from keptmind.service.record import absent, allow, denied, disclosure, event, missing, named_id, readable, several_ids
from keptmind.service.timing import timed
from keptmind.write.dispute import settle_questions
from keptmind.write.entry import indexed
from keptmind.write.sequel import go_on

LATEST = "g"  # after every id
DELETIONS = "deletions"  # the list that a cursor belongs to

log = logging.getLogger("keptmind.erasure")


class Erasure:
    """Erases rows and can show how far each erasure has come."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings
        self._broom = Broom(
            store=ground.store,
            shredder=ground.shredder,
            keys=ground.keys,
            clock=ground.clock,
            drop_caches=ground.cache.clear,
            blocks_relearning=ground.rulebook.flags.forget_block_relearning == "on",
        )

    @timed("forget")
    def forget(self, context: AccessContext, memory_ids: object, *, expected_revision: object = None) -> Deletion:
        """Erase rows of the owner, as they were read, all or none. Raises: MemoryNotFound, StaleRevision, Invalid, Refused."""
        wanted = several_ids(memory_ids)
        read = None if expected_revision is None else dict.fromkeys(wanted, whole("expected_revision", expected_revision))
        with self._ground.writing(context) as tx:
            outcome = self._removed(tx, context, wanted, shown=read)
        return self._finished(outcome)

    @timed("forget")
    def forget_previewed(self, context: AccessContext, token: object) -> Deletion:
        """
        Erase what a preview showed, all or none.

        Raises: InvalidCursor for a token not given out to this owner or too old, StaleRevision where a row has changed since,
        MemoryNotFound, Invalid, Refused.
        """
        shown = bound(self._ground.keys, context, token, self._ground.clock.now())
        if not shown:
            return nothing(context, self._ground.clock.now())
        with self._ground.writing(context) as tx:
            outcome = self._removed(tx, context, list(shown), self._shown_reach(context), shown=shown)
        return self._finished(outcome)

    @timed("about_to_forget")
    def about(self, context: AccessContext, memory_id: object) -> Preview:
        """
        Return the row that an erasure would take, for the question to its owner, with the token that erases it as it was shown.

        Its texts are there as far as this context may read them. Raises: as `forget` would.
        """
        wanted = named_id(memory_id)
        with self._ground.writing(context) as tx:
            outcome = self._asked_about(tx, context, wanted)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return preview(self._ground.keys, context, [disclose.shown(outcome, disclosure(context))], self._ground.clock.now())

    def question(self, context: AccessContext, memory: Memory) -> str:
        """Return the name of the question whether a row is to be erased as it stands: nobody who was not asked it can make it up."""
        said = f"erase\x1f{context.owner}\x1f{memory.id}\x1f{memory.revision}"
        return self._ground.keys.fingerprint(context.tenant, said)

    def _asked_about(self, tx: Transaction, context: AccessContext, memory_id: MemoryId) -> Memory | KeptmindError:
        verdict = access.may_forget(context)
        if not verdict.allowed:
            return denied(tx, self._ground, context, verdict.rule)
        memory = tx.memories.get(memory_id, access.own_reach(context, self._ground.rulebook), self._ground.clock.now())
        if memory is None:
            return missing(tx, self._ground, context, memory_id)
        tx.audit.append(event(self._ground, context, Action.READ, rule="forget", memory_ids=(memory.id,)))
        return readable(tx, self._ground, context, memory)

    def _shown_reach(self, context: AccessContext) -> Reach:
        """Return how far a preview looks: as an explicit read of the owner, within the caller's grant."""
        return access.own_reach(replace(context, read_mode=ReadMode.EXPLICIT), self._ground.rulebook)

    @timed("forget_all")
    def forget_all(self, context: AccessContext, *, confirm: object, scope: object = None) -> Deletion:
        """
        Erase everything of the owner in every scope, or all in one scope of the route; what waits there as a candidate goes too.

        Raises: NotConfirmed unless `confirm` repeats the user id; Invalid, Refused.
        """
        if confirm != context.owner:
            raise NotConfirmed(field="confirm")
        only = None if scope is None else form.scope_for(context, Kind.FACT, scope)
        within = access.whole_reach(context, self._ground.rulebook, only)
        with self._ground.writing(context) as tx:
            outcome = self._emptied(tx, context, within, only)
        return self._finished(outcome)

    @timed("deletions")
    def deletions(self, context: AccessContext) -> list[Deletion]:
        """Return the owner's operations, oldest first. Raises: Refused."""
        allow(self._ground, context, access.may_look(context))
        with self._ground.store.view() as view:
            found = view.deletions.all(context.tenant, context.owner)
        self._readings.record(context, Action.READ, (), "deletions", recalled=False)
        return found

    @timed("deletions")
    def page(self, context: AccessContext, *, cursor: object = None, limit: object = 50) -> DeletionPage:
        """Return some of the owner's operations, latest first. Raises: Invalid, Refused."""
        most = min(whole("limit", limit), MAX_PAGE)
        before = LATEST if cursor is None else unsealed(self._ground.keys, context, DELETIONS, cursor)
        allow(self._ground, context, access.may_look(context))
        with self._ground.store.view() as view:
            found = view.deletions.page(context.tenant, context.owner, before, most + 1)
        self._readings.record(context, Action.READ, (), "deletions", recalled=False)
        following = sealed(self._ground.keys, context, DELETIONS, found[most - 1].id) if len(found) > most else None
        return DeletionPage(items=tuple(found[:most]), next_cursor=following, applied_limit=most)

    @timed("deletion")
    def deletion(self, context: AccessContext, operation: object) -> Deletion:
        """Return one of the owner's operations. Raises: DeletionNotFound, Invalid, Refused."""
        wanted = named_id(operation, "deletion_id")
        allow(self._ground, context, access.may_look(context))
        with self._ground.store.view() as view:
            found = view.deletions.get(wanted, context.tenant, context.owner)
        if found is None:
            with self._ground.writing(context) as tx:
                is_anothers = tx.deletions.exists_elsewhere(wanted, *context.whose)
                error = absent(tx, self._ground, context, DeletionNotFound(), is_anothers=is_anothers)
            raise error
        self._readings.record(context, Action.READ, (), "deletion", recalled=False)
        return found

    def resume(self) -> list[Deletion]:
        """Finish what is unfinished, of any owner."""
        finished = pipeline.resume(self._broom)
        for deletion in finished:
            self._tell(deletion)
        return finished

    def again(self, whose: Whose, most: int) -> int:
        """
        Erase once more what came back under tombstones, such as a row of a restored copy, at most so many; return how many ids those were.

        The bytes go when the operation is resumed: nobody knows any more what texts had come back beside the rows.
        """
        with self._ground.store.transaction(whose) as tx:
            ids = tx.examination.buried(whose, most)
            if not ids:
                return 0
            context = AccessContext(tenant=whose[0], owner=whose[1])
            now = self._ground.clock.now()
            memories = tx.examination.named(whose, ids, now)
            removal = pipeline.remove(tx, self._broom, self._ground.ids.mint(now), *whose, memories, indexed, now)
            tx.deletions.expunge(*whose, ids)
            rule = removal.deletion.id
            tx.audit.append(event(self._ground, context, Action.DELETED, rule=rule, memory_ids=removal.deletion.memory_ids))
        return len(ids)

    def blank(self, tx: Transaction, context: AccessContext, texts: Sequence[str]) -> Removal:
        """Open the operation that sees the bytes of a turned-down proposal gone; the text itself has just been blanked."""
        now = self._ground.clock.now()
        removal = pipeline.remove(tx, self._broom, self._ground.ids.mint(now), context.tenant, context.owner, (), indexed, now)
        return replace(removal, texts=tuple(texts))

    def finish(self, removal: Removal) -> Deletion:
        """Sweep what an operation removed."""
        return self._finished(removal)

    def _emptied(self, tx: Transaction, context: AccessContext, within: Reach, only: Scope | None) -> Removal | KeptmindError:
        ids = tx.memories.all_ids(within) if access.may_forget(context).allowed else []
        everything = access.may_forget(context).allowed and access.is_unbound(context)
        waiting = tx.candidates.erase_all(context.tenant, context.owner, only) if everything else []
        if access.may_forget(context).allowed:
            tx.observations.erase_all(context.tenant, context.owner, only)
        return self._removed(tx, context, ids, within, waiting)

    def _removed(
        self,
        tx: Transaction,
        context: AccessContext,
        ids: Sequence[MemoryId],
        within: Reach | None = None,
        waiting: Sequence[str] = (),
        shown: Mapping[MemoryId, int] | None = None,
    ) -> Removal | KeptmindError:
        verdict = access.may_forget(context)
        if not verdict.allowed:
            return denied(tx, self._ground, context, verdict.rule)
        now = self._ground.clock.now()
        memories: list[Memory] = []
        for memory_id in ids:
            memory = tx.memories.get(memory_id, within or access.own_reach(context, self._ground.rulebook), now)
            if memory is None:
                return missing(tx, self._ground, context, memory_id)
            if shown is not None and shown[memory_id] != memory.revision:
                stale, at = StaleRevision(current_revision=memory.revision), memory.revision
                tx.audit.append(event(self._ground, context, Action.REFUSED, rule=stale.code, memory_ids=(memory.id,), revision=at))
                return stale
            memories.append(memory)
        if not memories and not waiting:
            tx.audit.append(event(self._ground, context, Action.DELETED, rule="nothing"))
            return Removal(deletion=nothing(context, now), texts=())
        hand = self._ground.hand(context, tx.settings.of(context.tenant, context.owner))
        for memory in memories:
            settle_questions(tx, hand, memory, None, besides=ids)
            go_on(tx, hand, memory, None, besides=ids)
        operation = self._ground.ids.mint(now)
        removal = pipeline.remove(tx, self._broom, operation, context.tenant, context.owner, memories, indexed, now)
        tx.audit.append(event(self._ground, context, Action.DELETED, rule=operation, memory_ids=removal.deletion.memory_ids))
        return replace(removal, texts=(*removal.texts, *waiting))

    def _finished(self, outcome: Removal | KeptmindError) -> Deletion:
        if isinstance(outcome, KeptmindError):
            raise outcome
        if not outcome.deletion.id:
            return outcome.deletion
        finished = pipeline.finish(self._broom, outcome.deletion, outcome.texts)
        self._tell(finished)
        if all(step.state is StepState.DONE for step in finished.steps if step.name is not StepName.LOG):
            self._resume_quietly()  # what readers or a crash had held up can go now too
        return finished

    def _tell(self, deletion: Deletion) -> None:
        """Let the meter know how long an erasure took that is verified now."""
        if deletion.receipt is not None:
            self._ground.meter.verified((deletion.receipt.bytes_gone_at - deletion.requested_at).total_seconds())

    def _resume_quietly(self) -> None:
        try:
            self.resume()
        except Unavailable as error:
            log.warning("erasures not finished yet: %s", error.code)


def nothing(context: AccessContext, now: datetime) -> Deletion:
    """Return the answer where there was nothing to erase: no operation, no step, no receipt."""
    return Deletion(
        id="",
        tenant=context.tenant,
        owner=context.owner,
        memory_ids=(),
        state=Stage.BYTES_GONE,
        steps=(),
        requested_at=now,
        completed_at=now,
        receipt=None,
    )
