"""One verb through every door: what each gives for the same request, as the texts that were seen or the code of why it was refused."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeVar

import httpx

from keptmind import Hit, Memory, OwnerMemory
from keptmind.errors import KeptmindError
from operations import OPERATIONS
from service import Service

Seen = tuple[str, frozenset[str] | str]  # ("ok", the texts) or ("refused", the code)
Answer = TypeVar("Answer")
LIST = "/me/core-memories"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """From where something is asked, and for whom."""

    tenant: str
    user: str
    workspace: str
    mode: str = "normal"
    read_mode: str = "default"
    conversation: str | None = None


class Door:
    """
    What a caller can do, a verb a method; None is a verb that this door does not offer.

    `known` are all texts that anybody has, so that what stands in a block of text is told by them.
    """

    name: str

    def __init__(self) -> None:
        self.known: Collection[str] = ()
        self.told = ""  # the whole of the last answer, where a caller sees more than is returned here
        self.asked: set[str] = set()

    def within(self, text: str) -> list[str]:
        """Return the known texts that stand in a text."""
        return [one for one in self.known if one in text]

    def unasked(self) -> list[str]:
        """Return what this door has for a person and was never asked for."""
        return []

    def save(self, at: Cell, content: str, **said: Any) -> Seen | None: ...
    def search(self, at: Cell, query: str) -> Seen | None: ...
    def grep(self, at: Cell, pattern: str) -> Seen | None: ...
    def context(self, at: Cell, query: str) -> Seen | None: ...
    def core_block(self, at: Cell) -> Seen | None: ...
    def list(self, at: Cell) -> Seen | None: ...
    def told_of_all(self, at: Cell) -> Seen | None: ...  # a list as a model is given it: what is settled and holds now
    def core_rows(self, at: Cell) -> Seen | None: ...
    def old_list(self, at: Cell) -> Seen | None: ...
    def stats(self, at: Cell) -> Seen | None: ...
    def preview(self, at: Cell, query: str) -> Seen | None: ...
    def candidates(self, at: Cell) -> Seen | None: ...
    def questions(self, at: Cell) -> Seen | None: ...
    def deletions(self, at: Cell) -> Seen | None: ...
    def activity(self, at: Cell) -> Seen | None: ...
    def settings(self, at: Cell, **changes: Any) -> Seen | None: ...

    def get(self, at: Cell, memory_id: str) -> Seen | None: ...
    def history(self, at: Cell, memory_id: str) -> Seen | None: ...
    def provenance(self, at: Cell, memory_id: str) -> Seen | None: ...
    def used(self, at: Cell, memory_id: str) -> Seen | None: ...
    def update(self, at: Cell, memory_id: str, revision: int, content: str) -> Seen | None: ...
    def restore_version(self, at: Cell, memory_id: str, version: int, revision: int) -> Seen | None: ...
    def change(self, at: Cell, verb: str, memory_id: str) -> Seen | None: ...
    def feedback(self, at: Cell, memory_id: str, said: str) -> Seen | None: ...
    def forget(self, at: Cell, memory_id: str) -> Seen | None: ...
    def old_put(self, at: Cell, key: str, content: str) -> Seen | None: ...
    def old_forget(self, at: Cell, key: str) -> Seen | None: ...
    def forget_previewed(self, at: Cell, query: str) -> Seen | None: ...
    def forget_all(self, at: Cell, scope: str) -> Seen | None: ...
    def deletion(self, at: Cell, deletion_id: str) -> Seen | None: ...
    def accept(self, at: Cell, candidate_id: str) -> Seen | None: ...
    def reject(self, at: Cell, candidate_id: str) -> Seen | None: ...
    def undo(self, at: Cell, candidate_id: str) -> Seen | None: ...
    def answer(self, at: Cell, question_id: str, keep: str) -> Seen | None: ...


class LibraryDoor(Door):
    """The library."""

    name = "library"

    def __init__(self, store: Memory) -> None:
        super().__init__()
        self._store = store

    def _told(self, at: Cell, call: Callable[[OwnerMemory], Answer], *, seen: Callable[[Answer], Iterable[str]] | None = None) -> Seen:
        me = self._store.for_user(
            at.user, tenant=at.tenant, workspace=at.workspace, mode=at.mode, read_mode=at.read_mode, conversation=at.conversation
        )
        try:
            answer = call(me)
        except KeptmindError as error:
            self.told = whole([str(error), vars(error)])
            return "refused", error.code
        self.told = whole(answer)
        return "ok", frozenset(self.within(self.told) if seen is None else seen(answer))

    def save(self, at: Cell, content: str, **said: Any) -> Seen:
        return self._told(at, lambda me: me.save(content, **said), seen=lambda saved: contents(saved.memory))

    def search(self, at: Cell, query: str) -> Seen:
        return self._told(at, lambda me: me.search(query, limit=100, max_tokens=10_000), seen=hits)

    def grep(self, at: Cell, pattern: str) -> Seen:
        return self._told(at, lambda me: me.grep(pattern), seen=lambda page: contents(*page.items))

    def context(self, at: Cell, query: str) -> Seen:
        return self._told(at, lambda me: me.context(query, max_tokens=10_000))

    def core_block(self, at: Cell) -> Seen:
        return self._told(at, lambda me: me.core_block(), seen=lambda block: self.within(block.text))

    def list(self, at: Cell) -> Seen:
        return self._told(at, lambda me: me.list(limit=200), seen=lambda page: contents(*page.items))

    def stats(self, at: Cell) -> Seen:
        return self._told(at, lambda me: me.stats(), seen=lambda stats: [str(stats.total)])

    def candidates(self, at: Cell) -> Seen:
        return self._told(at, lambda me: me.candidates(), seen=lambda found: [one.proposed_content for one in found])

    def questions(self, at: Cell) -> Seen:
        return self._told(
            at, lambda me: me.questions(), seen=lambda found: contents(*(row for one in found for row in (one.first, one.second)))
        )

    def deletions(self, at: Cell) -> Seen:
        return self._told(at, lambda me: me.deletions())

    def settings(self, at: Cell, **changes: Any) -> Seen:
        return self._told(at, lambda me: me.settings(**changes))

    def get(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, lambda me: me.get(memory_id), seen=contents)

    def history(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, lambda me: me.history(memory_id), seen=lambda rows: contents(*rows))

    def provenance(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, lambda me: me.provenance(memory_id))

    def used(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, lambda me: me.used(memory_id))

    def update(self, at: Cell, memory_id: str, revision: int, content: str) -> Seen:
        return self._told(at, lambda me: me.update(memory_id, expected_revision=revision, content=content), seen=contents)

    def restore_version(self, at: Cell, memory_id: str, version: int, revision: int) -> Seen:
        return self._told(at, lambda me: me.restore_version(memory_id, version, expected_revision=revision), seen=contents)

    def change(self, at: Cell, verb: str, memory_id: str) -> Seen:
        return self._told(at, lambda me: getattr(me, verb)(memory_id), seen=contents)

    def feedback(self, at: Cell, memory_id: str, said: str) -> Seen:
        return self._told(at, lambda me: me.feedback(memory_id, said), seen=contents)

    def forget(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, lambda me: me.forget(memory_id))

    def forget_all(self, at: Cell, scope: str) -> Seen:
        return self._told(at, lambda me: me.forget_all(confirm=at.user, scope=scope), seen=lambda deletion: [str(deletion.count)])

    def accept(self, at: Cell, candidate_id: str) -> Seen:
        return self._told(at, lambda me: me.accept(candidate_id), seen=contents)

    def reject(self, at: Cell, candidate_id: str) -> Seen:
        return self._told(at, lambda me: me.reject(candidate_id), seen=lambda one: [one.proposed_content])

    def undo(self, at: Cell, candidate_id: str) -> Seen:
        return self._told(at, lambda me: me.undo(candidate_id), seen=contents)

    def answer(self, at: Cell, question_id: str, keep: str) -> Seen:
        return self._told(at, lambda me: me.answer(question_id, keep))


class HttpDoor(Door):
    """The HTTP service, each tenant through a key that may do everything for anybody."""

    name = "HTTP"

    def __init__(self, service: Service, tenants: Iterable[str]) -> None:
        super().__init__()
        everything = {"any_user": True, "verbs": ["read", "write", "manage", "forget", "settings"]}
        self._keys = {tenant: service.key(tenant=tenant, **everything) for tenant in tenants}
        self._client = httpx.Client(base_url=service.address, timeout=30)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def unasked(self) -> list[str]:
        return [label for label in OPERATIONS if " /me/" in label and not any(_fits(label, one) for one in self.asked)]

    def _ask(self, at: Cell, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        route = {"Workspace": at.workspace, "Mode": at.mode, "Read-Mode": at.read_mode, "User": at.user, "Conversation": at.conversation}
        headers = {f"X-Keptmind-{name}": said for name, said in route.items() if said is not None}
        answer = self._client.request(method, path, json=body, headers={**headers, "Authorization": f"Bearer {self._keys[at.tenant]}"})
        self.told = answer.text
        self.asked.add(f"{method} {answer.request.url.path}")
        return answer

    def _told(
        self, at: Cell, method: str, path: str, body: dict[str, Any] | None = None, *, seen: Callable[[Any], Iterable[str]] | None = None
    ) -> Seen:
        answer = self._ask(at, method, path, body)
        if not answer.is_success:
            return "refused", answer.json()["code"]
        return "ok", frozenset(self.within(answer.text) if seen is None else seen(answer.json()))

    def save(self, at: Cell, content: str, **said: Any) -> Seen:
        body = {{"kind": "category", "scope": "scope_type", "key": "memory_key"}.get(name, name): one for name, one in said.items()}
        return self._told(
            at, "POST", LIST, {"content": content, **body}, seen=lambda told: texts([told["memory"]] if told["memory"] else [])
        )

    def search(self, at: Cell, query: str) -> Seen:
        body = {"query": query, "limit": 100, "max_tokens": 10_000}
        return self._told(at, "POST", "/me/memory-search", body, seen=lambda told: texts(hit["memory"] for hit in told["hits"]))

    def grep(self, at: Cell, pattern: str) -> Seen:
        return self._told(at, "POST", "/me/memory-grep", {"pattern": pattern}, seen=lambda told: texts(told["items"]))

    def context(self, at: Cell, query: str) -> Seen:
        return self._told(at, "POST", "/me/memory-context", {"query": query, "max_tokens": 10_000})

    def core_block(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/core-block")

    def list(self, at: Cell) -> Seen:
        return self._told(at, "GET", f"{LIST}?limit=200", seen=lambda told: texts(told["items"]))

    def old_list(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/memories?limit=200", seen=lambda told: texts(told["memories"]))

    def stats(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/memory-stats", seen=lambda told: [str(told["stats"]["total"])])

    def preview(self, at: Cell, query: str) -> Seen:
        return self._told(at, "POST", "/me/forget-preview", {"query": query}, seen=lambda told: texts(told["memories"]))

    def candidates(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/memory-candidates", seen=lambda told: [one["proposed_content"] for one in told["candidates"]])

    def questions(self, at: Cell) -> Seen:
        return self._told(
            at,
            "GET",
            "/me/questions",
            seen=lambda told: texts(one[row] for one in told["questions"] for row in ("first", "second") if one[row]),
        )

    def deletions(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/deletions")

    def activity(self, at: Cell) -> Seen:
        return self._told(at, "GET", "/me/activity")

    def settings(self, at: Cell, **changes: Any) -> Seen:
        return self._told(at, "PATCH", "/me/memory-settings", changes) if changes else self._told(at, "GET", "/me/memory-settings")

    def get(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, "GET", f"{LIST}/{memory_id}", seen=one)

    def history(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, "GET", f"{LIST}/{memory_id}/versions", seen=lambda told: texts(told["versions"]))

    def provenance(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, "GET", f"{LIST}/{memory_id}/provenance")

    def used(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, "POST", "/me/memories-used", {"memory_ids": [memory_id]})

    def update(self, at: Cell, memory_id: str, revision: int, content: str) -> Seen:
        return self._told(at, "PATCH", f"{LIST}/{memory_id}", {"expected_revision": revision, "content": content}, seen=one)

    def restore_version(self, at: Cell, memory_id: str, version: int, revision: int) -> Seen:
        return self._told(at, "POST", f"{LIST}/{memory_id}/versions/{version}/restore", {"expected_revision": revision}, seen=one)

    def change(self, at: Cell, verb: str, memory_id: str) -> Seen:
        return self._told(at, "POST", f"{LIST}/{memory_id}/{verb}", seen=one)

    def feedback(self, at: Cell, memory_id: str, said: str) -> Seen:
        return self._told(at, "POST", f"{LIST}/{memory_id}/feedback", {"feedback": said}, seen=one)

    def forget(self, at: Cell, memory_id: str) -> Seen:
        return self._told(at, "DELETE", f"{LIST}/{memory_id}")

    def old_put(self, at: Cell, key: str, content: str) -> Seen:
        return self._told(at, "PUT", "/me/memories", {"memory_key": key, "content": content}, seen=one)

    def old_forget(self, at: Cell, key: str) -> Seen:
        return self._told(at, "DELETE", f"/me/memories/{key}")

    def forget_previewed(self, at: Cell, query: str) -> Seen:
        shown = self._ask(at, "POST", "/me/forget-preview", {"query": query})
        if not shown.is_success:
            return "refused", shown.json()["code"]
        return self._told(at, "POST", "/me/forget", {"token": shown.json()["token"]}, seen=lambda told: [str(told["deletion"]["count"])])

    def forget_all(self, at: Cell, scope: str) -> Seen:
        body = {"confirm": at.user, "scope_type": scope}
        return self._told(at, "DELETE", LIST, body, seen=lambda told: [str(told["deletion"]["count"])])

    def deletion(self, at: Cell, deletion_id: str) -> Seen:
        return self._told(at, "GET", f"/me/deletions/{deletion_id}")

    def accept(self, at: Cell, candidate_id: str) -> Seen:
        return self._told(at, "POST", f"/me/memory-candidates/{candidate_id}/accept", seen=one)

    def reject(self, at: Cell, candidate_id: str) -> Seen:
        path = f"/me/memory-candidates/{candidate_id}/reject"
        return self._told(at, "POST", path, seen=lambda told: [told["candidate"]["proposed_content"]])

    def undo(self, at: Cell, candidate_id: str) -> Seen:
        return self._told(at, "POST", f"/me/memory-candidates/{candidate_id}/undo", seen=one)

    def answer(self, at: Cell, question_id: str, keep: str) -> Seen:
        return self._told(at, "POST", f"/me/questions/{question_id}", {"keep": keep})


def _fits(label: str, asked: str) -> bool:
    return re.fullmatch(re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(label)), asked) is not None


def contents(*rows: Any) -> list[str]:
    """Return the texts of rows; a row that is not there has none."""
    return [row.content for row in rows if row is not None]


def whole(value: object) -> str:
    """Return everything that stands in an answer, what its `repr` leaves out among it."""
    if is_dataclass(value):
        return whole([getattr(value, field.name) for field in fields(value)])
    if isinstance(value, Mapping):
        return whole([*value.keys(), *value.values()])
    if isinstance(value, Collection) and not isinstance(value, str):
        return "\n".join(whole(one) for one in value)
    return str(value)


def hits(found: Iterable[Hit]) -> list[str]:
    """Return the texts that were found."""
    return [hit.memory.content for hit in found]


def texts(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Return the texts of rows as HTTP tells them."""
    return [row["content"] for row in rows]


def one(told: dict[str, Any]) -> list[str]:
    """Return the text of the one row of an answer."""
    return texts([told["memory"]])
