"""What the library offers for one person, under one context."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from keptmind.bootstrap import House
from keptmind.model.candidate import Candidate
from keptmind.model.context import AccessContext
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.evidence import Provenance
from keptmind.model.memory import Consent, Memory
from keptmind.model.question import Question
from keptmind.model.ranking import ContextBlock, CoreBlock, Hit, Page, Stats
from keptmind.model.settings import UserSettings

if TYPE_CHECKING:  # who offers no tools need not load them
    from keptmind.surfaces.messages import Locale
    from keptmind.surfaces.tools.context import ToolContext

Moment = datetime | date | str
Deletions = list[Deletion]
Candidates = list[Candidate]
Questions = list[Question]
History = list[Memory]


class Unset:
    """Marks an argument that was not given; None is a value of its own."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


class OwnerMemory:
    """One person's memories as one context may see them; made by `Memory.for_user`."""

    def __init__(self, house: House, context: AccessContext) -> None:
        self._house = house
        self._context = context

    def __repr__(self) -> str:
        return f"OwnerMemory(tenant={self._context.tenant!r}, user_id={self._context.owner!r})"

    def save(
        self,
        content: str,
        *,
        kind: str = "fact",
        key: str | None = None,
        title: str | None = None,
        scope: str | None = None,
        target: str = "user",
        subject: str | None = None,
        tags: Sequence[str] = (),
        sensitivity: str | None = None,
        purposes: Sequence[str] | None = None,
        share: str | None = None,
        expires_at: Moment | None = None,
        review_after: Moment | None = None,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        consent: bool | Consent = False,
        reason: str | None = None,
        replace: bool = False,
        source: str = "explicit",
        occurred_at: Moment | None = None,
    ) -> Saved:
        """
        Keep one statement.

        `scope` is a type; its id comes from the context. None means conversation for tasks, else global. `consent=True` covers
        the row's purposes and this context's destination. A date alone as `expires_at` holds through that local day. `occurred_at` is
        when it was said, where that was not now: an older statement only adds to the history of what is known.

        Raises: Invalid when it is malformed, Refused when it is not permitted here. What the content itself is refused for is
        an outcome: `Saved.outcome == "refused"` with its `rule`.
        """
        wish = {name: given for name, given in locals().items() if name != "self"}
        return self._house.memories.save(self._context, wish)

    def save_many(self, items: Sequence[Mapping[str, Any]]) -> list[Saved]:
        """Keep several statements, each a mapping of what `save` takes, in one transaction: all of them or none."""
        return self._house.memories.save_many(self._context, items)

    def search(
        self,
        query: str,
        *,
        limit: int = 5,
        max_tokens: int = 600,
        kinds: Sequence[str] | None = None,
        fields: Sequence[str] | None = None,
        as_of: Moment | None = None,
        explain: bool = False,
    ) -> list[Hit]:
        """
        Return what matches, best first; `limit` and `max_tokens` over the installation's caps are lowered to them.

        `as_of` answers from what was valid and known at that instant; a date alone is the end of that local day.

        Raises: Invalid, Refused.
        """
        found = self._house.recall.search(
            self._context, query, limit=limit, max_tokens=max_tokens, kinds=kinds, fields=fields, as_of=as_of, explain=explain
        )
        return list(found.hits)

    def context(
        self, query_or_messages: str | Sequence[Mapping[str, Any]], *, max_tokens: int = 600, locale: str | None = None
    ) -> ContextBlock:
        """Return the block to put before a message of at most so many tokens, in the message's language. Raises: Invalid, Refused."""
        return self._house.recall.context(self._context, query_or_messages, max_tokens=max_tokens, locale=locale)

    def core_block(self, locale: str | None = None) -> CoreBlock:
        """Return the block for the system prompt, made of what is pinned, in this language or the person's. Raises: Invalid, Refused."""
        return self._house.recall.core_block(self._context, locale)

    def grep(
        self, pattern: str, *, regex: bool = False, scope: str | None = None, kind: str | None = None, cursor: str | None = None
    ) -> Page:
        """Return visible rows that hold a piece of text or match a regular expression, 50 a page, by id. Raises: Invalid, Refused."""
        return self._house.recall.grep(self._context, pattern, regex=regex, scope=scope, kind=kind, cursor=cursor)

    def get(self, memory_id: str) -> Memory:
        """Return one row in any state. Raises: MemoryNotFound, Refused."""
        return self._house.memories.get(self._context, memory_id)

    def list(
        self,
        *,
        kind: str | None = None,
        target: str | None = None,
        scope: str | None = None,
        status: str | None = None,
        sensitivity: str | None = None,
        text: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page:
        """Return rows in order of creation, at most 200 a page. Raises: Invalid, Refused."""
        narrowed = {name: given for name, given in locals().items() if name != "self"}
        return self._house.memories.page(self._context, narrowed)

    def stats(self) -> Stats:
        """Return counts of the rows within reach. Raises: Refused."""
        return self._house.memories.stats(self._context)

    def update(
        self,
        memory_id: str,
        *,
        expected_revision: int,
        content: str | Unset = UNSET,
        kind: str | Unset = UNSET,
        key: str | Unset | None = UNSET,
        title: str | Unset | None = UNSET,
        subject: str | Unset | None = UNSET,
        target: str | Unset = UNSET,
        tags: Sequence[str] | Unset = UNSET,
        sensitivity: str | Unset = UNSET,
        purposes: Sequence[str] | Unset = UNSET,
        share: str | Unset = UNSET,
        expires_at: Moment | Unset | None = UNSET,
        review_after: Moment | Unset | None = UNSET,
        valid_from: Moment | Unset | None = UNSET,
        valid_to: Moment | Unset | None = UNSET,
        consent: bool | Consent | Unset = UNSET,
        reason: str | Unset | None = UNSET,
    ) -> Memory:
        """
        Correct a row by hand; what is not given stays, None clears.

        Raises: MemoryNotFound, StaleRevision (`.current_revision`), KeyTaken, ContentRefused, Invalid, Refused.
        """
        given = {name: one for name, one in locals().items() if name not in ("self", "memory_id", "expected_revision")}
        changes = {name: one for name, one in given.items() if not isinstance(one, Unset)}
        return self._house.changes.update(self._context, memory_id, expected_revision, changes)

    def suppress(self, memory_id: str) -> Memory:
        """Pause a row until it is restored. Raises: MemoryNotFound, Refused."""
        return self._house.changes.suppress(self._context, memory_id)

    def archive(self, memory_id: str) -> Memory:
        """Retire a row; restore brings it back. Raises: MemoryNotFound, Refused."""
        return self._house.changes.archive(self._context, memory_id)

    def restore(self, memory_id: str) -> Memory:
        """Bring a paused or retired row back. Raises: MemoryNotFound, KeyTaken, Refused."""
        return self._house.changes.restore(self._context, memory_id)

    def pin(self, memory_id: str) -> Memory:
        """Put a row into the core block. Raises: MemoryNotFound, CoreFull (`.details["room"]`: what could go), Unconfirmed, Refused."""
        return self._house.changes.pin(self._context, memory_id)

    def unpin(self, memory_id: str) -> Memory:
        """Take a row out of the core block. Raises: MemoryNotFound, Refused."""
        return self._house.changes.unpin(self._context, memory_id)

    def confirm(self, memory_id: str) -> Memory:
        """Take the person's word that a row holds; its revision stays. Raises: MemoryNotFound, Refused."""
        return self._house.changes.confirm(self._context, memory_id)

    def complete(self, memory_id: str) -> Memory:
        """Say that a task, goal or event is done; it ends a day later. Raises: MemoryNotFound, Invalid, Refused."""
        return self._house.changes.complete(self._context, memory_id)

    def feedback(self, memory_id: str, said: str) -> Memory:
        """
        Take the person's word about a row that was used: wrong, irrelevant or outdated.

        Wrong pauses it, outdated ends it, irrelevant makes it weigh less. Raises: MemoryNotFound, Invalid, Refused.
        """
        return self._house.changes.feedback(self._context, memory_id, said)

    def used(self, memory_ids: str | Sequence[str]) -> None:
        """Count that these rows were used in an answer; only use raises importance. Raises: MemoryNotFound, Invalid, Refused."""
        self._house.memories.used(self._context, memory_ids)

    def history(self, memory_id: str) -> History:
        """Return every revision of a row, oldest first, the present one last. Raises: MemoryNotFound, Refused."""
        return self._house.memories.history(self._context, memory_id)

    def restore_version(self, memory_id: str, revision: int, *, expected_revision: int) -> Memory:
        """
        Let a row say again what it said at an earlier revision, as a new one.

        Raises: MemoryNotFound, VersionNotFound, StaleRevision, KeyTaken, CoreFull, ContentRefused, Invalid, Refused.
        """
        return self._house.changes.restore_version(self._context, memory_id, revision, expected_revision)

    def provenance(self, memory_id: str) -> Provenance:
        """Return why a row is known: source, evidence, confidence, rule. Raises: MemoryNotFound, Refused."""
        return self._house.memories.provenance(self._context, memory_id)

    def candidates(self, status: str = "pending") -> Candidates:
        """Return what waits for the person, or what became of it, oldest first. Raises: Invalid, Refused."""
        return self._house.candidates.all(self._context, status)

    def accept(self, candidate_id: str, *, content: str | None = None, kind: str | None = None, scope: str | None = None) -> Memory:
        """
        Make a memory of what waits, as proposed or as edited; accepting it again changes nothing.

        Raises: CandidateNotFound, CandidateDecided, CandidateMoved (`.details["candidate"]` waits instead), ContentRefused, CoreFull,
        Invalid, Refused.
        """
        return self._house.candidates.accept(self._context, candidate_id, {"content": content, "kind": kind, "scope": scope})

    def reject(self, candidate_id: str) -> Candidate:
        """
        Turn down what waits: its text goes, and it is not proposed again for 90 days.

        Raises: CandidateNotFound, CandidateDecided, Refused.
        """
        return self._house.candidates.reject(self._context, candidate_id)

    def undo(self, candidate_id: str) -> Memory:
        """Take back what was applied without asking. Raises: CandidateNotFound, CandidateDecided, CandidateMoved, Refused."""
        return self._house.candidates.undo(self._context, candidate_id)

    def questions(self) -> Questions:
        """Return what only the person can tell: two rows that cannot both hold. Raises: Refused."""
        return self._house.candidates.questions(self._context)

    def answer(self, question_id: str, keep: str) -> Question:
        """Say which of two rows holds: first, second, both or neither. Raises: QuestionNotFound, QuestionClosed, Invalid, Refused."""
        return self._house.candidates.answer(self._context, question_id, keep)

    def forget(self, id_or_ids: str | Sequence[str]) -> Deletion:
        """Erase rows for good, all or none, and return how far it came. Raises: MemoryNotFound, Invalid, Refused."""
        return self._house.erasure.forget(self._context, id_or_ids)

    def forget_all(self, *, confirm: str, scope: str | None = None) -> Deletion:
        """Erase everything, or everything in one scope; `confirm` repeats the user id. Raises: NotConfirmed, Refused."""
        return self._house.erasure.forget_all(self._context, confirm=confirm, scope=scope)

    def deletions(self) -> Deletions:
        """Return this person's erasures, oldest first."""
        return self._house.erasure.deletions(self._context)

    def tools(
        self,
        *,
        tool_mode: str = "default",
        confirm: Callable[[Memory], bool] | None = None,
        message: str | None = None,
        without: Collection[str] = (),
        locale: "Locale" = "en",
    ) -> "ToolContext":
        """
        Return a conversation in which a model may call tools for this person: for `tool_schemas` and `call_tool`.

        `message` is what the person has just said; `.hearing(message)` goes on with the next. `confirm` asks the person before something
        is erased. Raises: UnknownWord.
        """
        from keptmind.surfaces.tools.context import ToolContext

        return ToolContext(
            house=self._house,
            access=self._context,
            tool_mode=tool_mode,
            confirm=confirm,
            message=message,
            without=frozenset(without),
            locale=locale,
        )

    def settings(self, **changes: Any) -> UserSettings:
        """Return this person's settings, after changing those given. Raises: Invalid, Refused."""
        return self._house.settings.change(self._context, changes) if changes else self._house.settings.show(self._context)
