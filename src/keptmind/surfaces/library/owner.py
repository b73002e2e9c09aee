"""What the library offers for one person, under one context."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from keptmind.bootstrap import House
from keptmind.model.context import AccessContext
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Consent, Memory
from keptmind.model.ranking import ContextBlock, Hit, Page, Stats
from keptmind.model.settings import UserSettings

Moment = datetime | date | str
Deletions = list[Deletion]


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
    ) -> Saved:
        """
        Keep one statement.

        `scope` is a type; its id comes from the context. None means conversation for tasks, else global. `consent=True` covers
        the row's purposes and this context's destination. A date alone as `expires_at` holds through that local day.

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
        explain: bool = False,
    ) -> list[Hit]:
        """
        Return what matches, best first; `limit` and `max_tokens` over the installation's caps are lowered to them.

        Raises: Invalid, Refused.
        """
        found = self._house.recall.search(
            self._context, query, limit=limit, max_tokens=max_tokens, kinds=kinds, fields=fields, explain=explain
        )
        return list(found.hits)

    def context(
        self, query_or_messages: str | Sequence[Mapping[str, Any]], *, max_tokens: int = 600, locale: str | None = None
    ) -> ContextBlock:
        """Return the block to put before a message of at most so many tokens, in the message's language. Raises: Invalid, Refused."""
        return self._house.recall.context(self._context, query_or_messages, max_tokens=max_tokens, locale=locale)

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
        return self._house.memories.update(self._context, memory_id, expected_revision, changes)

    def suppress(self, memory_id: str) -> Memory:
        """Pause a row until it is restored. Raises: MemoryNotFound, Refused."""
        return self._house.memories.suppress(self._context, memory_id)

    def archive(self, memory_id: str) -> Memory:
        """Retire a row; restore brings it back. Raises: MemoryNotFound, Refused."""
        return self._house.memories.archive(self._context, memory_id)

    def restore(self, memory_id: str) -> Memory:
        """Bring a paused or retired row back. Raises: MemoryNotFound, KeyTaken, Refused."""
        return self._house.memories.restore(self._context, memory_id)

    def forget(self, id_or_ids: str | Sequence[str]) -> Deletion:
        """Erase rows for good, all or none, and return how far it came. Raises: MemoryNotFound, Invalid, Refused."""
        return self._house.erasure.forget(self._context, id_or_ids)

    def forget_all(self, *, confirm: str, scope: str | None = None) -> Deletion:
        """Erase everything, or everything in one scope; `confirm` repeats the user id. Raises: NotConfirmed, Refused."""
        return self._house.erasure.forget_all(self._context, confirm=confirm, scope=scope)

    def deletions(self) -> Deletions:
        """Return this person's erasures, oldest first."""
        return self._house.erasure.deletions(self._context)

    def settings(self, **changes: Any) -> UserSettings:
        """Return this person's settings, after changing those given. Raises: Invalid, Refused."""
        return self._house.settings.change(self._context, changes) if changes else self._house.settings.show(self._context)
