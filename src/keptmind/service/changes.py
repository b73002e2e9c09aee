"""Changes of a row by hand: correcting, pinning, confirming, pausing, retiring, restoring."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from keptmind.errors import InvalidField, KeptmindError, StaleRevision, VersionNotFound
from keptmind.model.audit import UNCHANGED, Action
from keptmind.model.context import AccessContext, ReadMode
from keptmind.model.decision import Outcome, Saved
from keptmind.model.draft import Draft
from keptmind.model.memory import ChangeType, Memory, Source, Status
from keptmind.model.scope import shared_group
from keptmind.model.verdict import ALLOWED, Verdict, refused
from keptmind.policy import access, form
from keptmind.policy.identity import word
from keptmind.ports.store import Transaction
from keptmind.read.disclose import shown
from keptmind.service.ground import Ground
from keptmind.service.record import denied, disclosure, missing, named_id, readable
from keptmind.service.timing import timed
from keptmind.write import correction, judgement
from keptmind.write.amend import wish_for
from keptmind.write.correction import Correction, Feedback
from keptmind.write.hand import Hand
from keptmind.write.hand import refused as turned_away

Answer = TypeVar("Answer")
Change = Callable[[Transaction, Hand, Memory], Memory | KeptmindError]


class Changes:
    """
    What the owner does to a row by hand; no setting of theirs stands in the way.

    Whoever names the revision that they have read changes that one, or meets StaleRevision.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    @timed("update")
    def update(self, context: AccessContext, memory_id: object, expected_revision: object, changes: dict[str, Any]) -> Memory:
        """
        Correct a row by hand. Raises: MemoryNotFound, StaleRevision (with the current revision), KeyTaken, CoreFull, ContentRefused,
        Invalid, Refused; then nothing has changed.
        """
        expected = revision("expected_revision", expected_revision)
        lowers = context.read_mode is ReadMode.EXPLICIT and "sensitivity" in changes

        def change(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
            draft = self._draft(context, hand, memory, changes)
            verdict = self._may_share(tx, context, memory, draft.share)
            if not verdict.allowed:
                return denied(tx, self._ground, context, verdict.rule)
            wanted = Correction(draft=draft, changes=frozenset(changes), expected_revision=expected, lowers=lowers)
            return correction.correct(tx, hand, memory, wanted)

        return self._change(context, memory_id, change)

    @timed("revise")
    def revise(
        self,
        context: AccessContext,
        memory_id: object,
        expected_revision: object,
        changes: dict[str, Any],
        *,
        vouched: Callable[[str], bool],
    ) -> Saved:
        """
        Correct a row for a program that may only guess: by hand where the person vouches for it, else as the consent mode has it.

        `vouched` is told what the row says. Raises: as `update`; but what a guess is refused for is an outcome.
        """
        expected = revision("expected_revision", expected_revision)

        def revise(tx: Transaction, hand: Hand, memory: Memory) -> Saved | KeptmindError:
            if not vouched(memory.content):
                return self._suggested(tx, context, hand, memory, changes, expected)
            wanted = Correction(draft=self._draft(context, hand, memory, changes), changes=frozenset(changes), expected_revision=expected)
            corrected = correction.correct(tx, hand, memory, wanted)
            return Saved(outcome=Outcome.UPDATED, memory=corrected) if isinstance(corrected, Memory) else corrected

        def told(tx: Transaction, hand: Hand, memory: Memory) -> Saved | KeptmindError:
            saved = revise(tx, hand, memory)
            if isinstance(saved, KeptmindError) or saved.memory is None:
                return saved
            return replace(saved, memory=shown(readable(tx, self._ground, context, saved.memory), disclosure(context)))

        return self._done(context, memory_id, told)

    def _suggested(
        self, tx: Transaction, context: AccessContext, hand: Hand, memory: Memory, changes: dict[str, Any], expected: int
    ) -> Saved | KeptmindError:
        settings, rulebook = hand.circumstances.settings, self._ground.rulebook
        verdict = access.may_save(context, settings, memory.scope, None, rulebook, is_member=True)
        if not verdict.allowed:
            return denied(tx, self._ground, context, verdict.rule)
        wish = {"content": memory.content, "kind": memory.kind.value, **changes, "source": Source.INFERRED.value}
        draft = form.draft(context, rulebook, self._ground.zone(settings), hand.now, wish, at=memory.scope)
        return judgement.suggest(tx, hand, memory, draft, expected_revision=expected)

    @timed("restore_version")
    def restore_version(self, context: AccessContext, memory_id: object, version: object, expected_revision: object) -> Memory:
        """
        Let a row say again what it said at an earlier revision, as a new one.

        Raises: MemoryNotFound, VersionNotFound, StaleRevision, KeyTaken, CoreFull, ContentRefused, Invalid, Refused.
        """
        wanted, expected = revision("revision", version), revision("expected_revision", expected_revision)

        def change(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
            earlier = next((one for one in tx.memories.versions(memory, hand.now) if one.revision == wanted), None)
            if earlier is None and wanted != memory.revision:
                return turned_away(tx, hand, VersionNotFound(field="revision"), memory=memory)
            said = earlier or memory
            guarded = replace(said, sensitivity=max(said.sensitivity, memory.sensitivity))
            if not access.may_surface(guarded, access.own_reach(context, self._ground.rulebook)).allowed:
                return turned_away(tx, hand, VersionNotFound(field="revision"), memory=memory)
            changes = {name: getattr(said, name) for name in SAID}
            draft = self._draft(context, hand, memory, changes)
            restored = Correction(
                draft=replace(draft, sensitivity=guarded.sensitivity, consent=said.consent or draft.consent),
                changes=frozenset(changes),
                expected_revision=expected,
                change=ChangeType.RESTORE,
                action=Action.RESTORED,
                rule="version-restored",
            )
            return correction.correct(tx, hand, memory, restored)

        return self._change(context, memory_id, change)

    def _draft(self, context: AccessContext, hand: Hand, memory: Memory, changes: dict[str, Any]) -> Draft:
        zone = self._ground.zone(hand.circumstances.settings)
        return form.draft(context, self._ground.rulebook, zone, hand.now, wish_for(memory, changes), at=memory.scope)

    def _may_share(self, tx: Transaction, context: AccessContext, memory: Memory, share: str) -> Verdict:
        group = shared_group(share)
        unchanged = share == memory.share or group is None
        return ALLOWED if unchanged or tx.groups.has(context.tenant, group or "", context.owner) else refused("not-a-member")

    @timed("pin")
    def pin(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Put a row into the core block. Raises: MemoryNotFound, CoreFull (what could make room), Unconfirmed, Refused."""
        return self._change(context, memory_id, correction.pin, expected_revision)

    @timed("unpin")
    def unpin(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Take a row out of the core block. Raises: MemoryNotFound, Refused."""
        return self._change(context, memory_id, correction.unpin, expected_revision)

    @timed("confirm")
    def confirm(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Take the person's word that a row holds; its revision stays. Raises: MemoryNotFound, Refused."""
        return self._change(context, memory_id, correction.confirm, expected_revision)

    @timed("complete")
    def complete(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Say that a task, goal or event is done; it ends a day later. Raises: MemoryNotFound, Invalid, Refused."""
        return self._change(context, memory_id, correction.complete, expected_revision)

    @timed("feedback")
    def feedback(self, context: AccessContext, memory_id: object, said: object, expected_revision: object = None) -> Memory:
        """Say that a row was wrong, irrelevant or outdated. Raises: MemoryNotFound, Invalid, Refused."""
        verdict = word("feedback", said, Feedback)
        return self._change(context, memory_id, lambda tx, hand, memory: correction.feedback(tx, hand, memory, verdict), expected_revision)

    @timed("suppress")
    def suppress(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Pause a row until it is restored. Raises: MemoryNotFound, Refused."""
        return self._change(context, memory_id, moving(Status.SUPPRESSED, ChangeType.SUPPRESS, Action.SUPPRESSED), expected_revision)

    @timed("archive")
    def archive(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Retire a row; its key is free again. Raises: MemoryNotFound, Refused."""
        return self._change(context, memory_id, moving(Status.ARCHIVED, ChangeType.ARCHIVE, Action.ARCHIVED), expected_revision)

    @timed("restore")
    def restore(self, context: AccessContext, memory_id: object, expected_revision: object = None) -> Memory:
        """Bring a paused or retired row back. Raises: MemoryNotFound, KeyTaken, CoreFull, Refused."""
        return self._change(context, memory_id, moving(Status.ACTIVE, ChangeType.RESTORE, Action.RESTORED), expected_revision)

    def _change(self, context: AccessContext, memory_id: object, change: Change, expected_revision: object = None) -> Memory:
        read = None if expected_revision is None else revision("expected_revision", expected_revision)

        def changed(tx: Transaction, hand: Hand, memory: Memory) -> Memory | KeptmindError:
            if read not in (None, memory.revision):
                return turned_away(tx, hand, StaleRevision(current_revision=memory.revision), memory=memory)
            outcome = change(tx, hand, memory)
            if outcome is memory:
                tx.audit.append(hand.event(Action.READ, memory=memory, rule=UNCHANGED))
            return readable(tx, self._ground, context, outcome) if isinstance(outcome, Memory) else outcome

        return shown(self._done(context, memory_id, changed), disclosure(context))

    def _done(
        self, context: AccessContext, memory_id: object, act: Callable[[Transaction, Hand, Memory], Answer | KeptmindError]
    ) -> Answer:
        """Do something to one of the owner's rows in one transaction; what stands in the way is raised after the commit."""
        wanted = named_id(memory_id)
        outcome: Answer | KeptmindError
        with self._ground.writing(context) as tx:
            settings = tx.settings.of(context.tenant, context.owner)
            verdict, hand = access.may_change(context, settings), self._ground.hand(context, settings)
            memory = tx.memories.get(wanted, access.own_reach(context, self._ground.rulebook), hand.now) if verdict.allowed else None
            if not verdict.allowed:
                outcome = denied(tx, self._ground, context, verdict.rule)
            elif memory is None:
                outcome = missing(tx, self._ground, context, wanted)
            else:
                outcome = act(tx, hand, memory)
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome


SAID = ("content", "kind", "key", "title", "subject", "target", "tags", "reason")  # what a revision said; the rest is the row's own


def moving(status: Status, change: ChangeType, action: Action) -> Change:
    """Return what puts a row into another status."""
    return lambda tx, hand, memory: correction.move(tx, hand, memory, status, change, action)


def revision(field: str, given: object) -> int:
    """Return a revision. Raises: InvalidField."""
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise InvalidField(field=field, problem="not a positive whole number")
    return given
