"""The operations of the OpenAPI document, and addresses for them that lead to something."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

from keptmind import Memory, OwnerMemory
from keptmind.errors import NotFound
from keptmind.surfaces.http.app import application
from keptmind.surfaces.http.serve import own_session
from service import Service

METHODS = ("get", "put", "post", "delete", "patch")
PERSON = "ann"


def written() -> dict[str, Any]:
    """Return the document as a service tells it."""
    with Memory(":memory:") as store:
        return application(store.house).openapi()


DOCUMENT = written()
OPERATIONS = tuple(f"{name.upper()} {path}" for path, found in DOCUMENT["paths"].items() for name in METHODS if name in found)


def found(label: str) -> dict[str, Any]:
    """Return what the document says of an operation."""
    method, path = label.split()
    said: dict[str, Any] = DOCUMENT["paths"][path][method.lower()]
    return said


class Places:
    """Makes what an address can lead to, anew each time: one person's rows, proposals, questions, erasures, keys, links."""

    def __init__(self, service: Service, name: str = PERSON, tenant: str = "default") -> None:
        self._service = service
        self._name = name
        self._tenant = tenant
        self._numbers = itertools.count(1)
        makers: dict[str, Callable[[], str]] = {
            "memory_id": self._memory,
            "memory_key": lambda: self._keyed("tea"),
            "candidate_id": self._candidate,
            "question_id": self._question,
            "deletion_id": lambda: self.person.forget(self._memory()).id,
            "caller_id": self._caller,
            "token": lambda: service.desk.sessions.link(own_session(name)),
            "version": lambda: "1",
        }
        self.made = {part: partial(self._made, make) for part, make in makers.items()}

    @property
    def person(self) -> OwnerMemory:
        """The person whose memories these are."""
        return self._service.store.for_user(self._name, tenant=self._tenant)

    def remembering(self) -> None:
        """Switch on what a test may have switched off, and let what was inferred wait."""
        self.person.settings(saved_memory_enabled=True, read_enabled=True, write_enabled=True, consent_mode="confirm")

    def path(self, template: str) -> str:
        """Return an address in which every part that names something names a new one."""
        return "/".join(self.made[part[1:-1]]() if part.startswith("{") else part for part in template.split("/"))

    def _made(self, make: Callable[[], str]) -> str:
        self.remembering()  # whatever was asked of the service before
        return make()

    def _memory(self) -> str:
        saved = self.person.save(f"Water plant number {next(self._numbers)}", kind="task").memory
        assert saved is not None
        return saved.id

    def _keyed(self, key: str) -> str:
        self.person.save("I like tea", key=key, replace=True)
        return key

    def _candidate(self) -> str:
        candidate = self.person.save(f"I may like tea number {next(self._numbers)}", source="inferred", reason="said so").candidate
        assert candidate is not None
        return candidate.id

    def _question(self) -> str:
        for question in self.person.questions():
            self._settled(question.id)
        house = next(self._numbers)
        for floor in (3, 4):
            self.person.save(f"The office is on floor {floor} of house {house}", source="imported")
        (asked,) = self.person.questions()
        return asked.id

    def _settled(self, question_id: str) -> None:
        try:
            self.person.answer(question_id, "neither")
        except NotFound:  # one of its rows is gone
            self.person.forget_all(confirm=self._name)

    def _caller(self) -> str:
        key = self._service.key(tenant=self._tenant, users=["bo"])
        return self._service.store.house.callers.recognise(key).id
