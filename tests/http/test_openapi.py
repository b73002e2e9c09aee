"""The service keeps to its OpenAPI document, whatever is asked and whoever asks; and the document speaks the model's words."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from keptmind import Memory
from keptmind.model.candidate import CandidateStatus
from keptmind.model.context import Channel, Mode, ReadMode, Verb
from keptmind.model.kinds import PURPOSES
from keptmind.model.memory import SENSITIVITY_WORDS, Kind, Source, Status, Target
from keptmind.model.question import Keep
from keptmind.model.scope import ScopeType
from keptmind.model.settings import CHOICES, ConsentMode
from keptmind.surfaces.http import replies
from keptmind.surfaces.http.asking import ROUTE, USER
from keptmind.surfaces.http.limits import Failures
from keptmind.write.correction import Feedback
from operations import DOCUMENT, OPERATIONS, PERSON, Places, found
from service import Service, serving

ENGINES = ("sqlite",)  # what the engines answer alike is for the tests of each body

# an operation's share of the profile: 10 cases, each asked by four
BOUNDED = settings(
    max_examples=max(2, settings.default.max_examples // 20) if settings.default else 10,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)

# Where a request that fits the schema may be a 400 or a 422 all the same, `positive_data_acceptance` is left out, and only there.
NOT_FOR_THE_SCHEMA_TO_SAY = {
    "POST /me/core-memories": "rules of admission refuse what a text says",
    "PATCH /me/core-memories/{memory_id}": "rules of admission refuse what a text says",
    "POST /me/memory-candidates/{candidate_id}/accept": "rules of admission refuse what a text says",
    "POST /me/core-memories/{memory_id}/versions/{version}/restore": "the header or the body says which revision was read",
    "PUT /me/memories": "rules of admission refuse what a text says",
    "POST /me/memory-grep": "a text is blank in more ways than a pattern can tell",
    "POST /me/forget-preview": "a text is blank in more ways than a pattern can tell",
}
NOTHING_TO_SPOIL = (
    "GET /admin/flags",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /openapi.json",
    "POST /sign-out",
)  # neither a parameter nor a body
ANY_TEXT_NAMES_SOMETHING = ("POST /admin/callers/{caller_id}/rotate", "DELETE /admin/callers/{caller_id}", "GET /sign-in/{token}")
OPEN = ("/healthz", "/readyz", "/openapi.json", "/sign-in/{token}", "/sign-out")
ROUTED = {  # every scope has its id, so that a scope type is all that a body need say
    "X-Keptmind-User": PERSON,
    "X-Keptmind-Workspace": "work",
    "X-Keptmind-Account": "telegram-7",
    "X-Keptmind-Assistant": "cook",
    "X-Keptmind-Conversation": "c1",
}
TIMES = ("expires_at", "review_after", "valid_from", "valid_to", "occurred_at", "as_of")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Somebody who asks, and whether the service knows them."""

    name: str
    headers: dict[str, str]
    is_known: bool


def without_route() -> dict[str, Any]:
    """Return the document without the headers that narrow: their words are many, and they are asked about by themselves."""
    paths = {path: {name: said for name, said in methods.items() if name != "parameters"} for path, methods in DOCUMENT["paths"].items()}
    return {**DOCUMENT, "paths": paths}


def with_route() -> dict[str, Any]:
    """Return the document without the header that names the person, which every asker has set."""
    return {**DOCUMENT, "paths": {path: _unnamed(methods) for path, methods in DOCUMENT["paths"].items()}}


def _unnamed(methods: dict[str, Any]) -> dict[str, Any]:
    kept = [one for one in methods.get("parameters", ()) if not one["$ref"].endswith("/User")]
    return {**methods, **({"parameters": kept} if kept else {})}


def asking(key: str) -> dict[str, str]:
    """Return the headers of a request with a key."""
    return {**ROUTED, "Authorization": f"Bearer {key}"}


@dataclass(frozen=True, slots=True)
class Tally:
    """What was asked in this module and answered as documented: how often by operation, and by status."""

    cases: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)


class Bench:
    """A service with everybody who asks it."""

    def __init__(self, service: Service, tally: Tally) -> None:
        self.places = Places(service)
        self._tally = tally
        self.address = service.address
        self._service = service
        self._session = requests.Session()
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # who follows a sign-in link would be known ever after
        self.askers = (
            Asker(name="a key for everybody", headers=asking(service.key()), is_known=True),
            Asker(name="a key for one person", headers=asking(service.key(users=[PERSON])), is_known=True),
            Asker(name="nobody", headers=ROUTED, is_known=False),
            Asker(name="a malformed key", headers=asking("km_no-key"), is_known=False),
        )

    def plain(self) -> Asker:
        """Return somebody with a key for everybody, whose requests say no more of their route than whose memories they ask for."""
        return Asker(name="plain", headers={"Authorization": f"Bearer {self._service.key()}", "X-Keptmind-User": PERSON}, is_known=True)

    def schema(self, document: dict[str, Any]) -> schemathesis.BaseSchema:
        """Return a document to draw cases from; the keys are ours to send."""
        schema = schemathesis.openapi.from_dict(document)
        schema.config.update(base_url=self._service.address)
        schema.config.generation.update(with_security_parameters=False)
        rejecting = schema.config.checks.negative_data_rejection
        rejecting.expected_statuses = [*(rejecting.expected_statuses or ()), "413"]
        return schema

    def send(self, method: str, path: str, body: Mapping[str, str | int] | None = None) -> requests.Response:
        """Send a request by hand, with a key for everybody."""
        return self._session.request(
            method, self.address + path, json=None if body is None else dict(body), headers=self.askers[0].headers, timeout=30
        )

    def ask(self, case: Case[Any], asker: Asker) -> None:
        """Ask, and see whether the answer is as documented."""
        answer = case.call(session=self._session, headers=asker.headers)
        label = case.operation.label
        # whether a key is asked for at all is seen below, by two who have none
        left_out = [ignored_auth, *([positive_data_acceptance] if label in NOT_FOR_THE_SCHEMA_TO_SAY else ())]
        case.validate_response(answer, excluded_checks=left_out, headers=asker.headers)
        if not asker.is_known and case.path not in OPEN:
            assert answer.status_code in (400, 401, 413), (label, asker.name)
        self._tally.cases[label] += 1
        self._tally.statuses[answer.status_code] += 1

    def aim(self, case: Case[Any]) -> None:
        """Let a case that fits the schema lead to something, and say of what the schema cannot describe what a person would."""
        for name in case.path_parameters or ():
            case.path_parameters[name] = self.places.made[name]()
        if "If-Match" in (case.headers or {}):
            case.headers["If-Match"] = '"1"'
        query = case.query or {}
        for name in ("cursor", "since", "until"):
            query.pop(name, None)
        if "workspace_type" in query:
            query["workspace_type"] = "work"
        if isinstance(case.body, dict):
            self._aim_body(case.body, case.operation.label)

    def _aim_body(self, body: dict[str, Any], label: str) -> None:
        for name in (*TIMES, "cursor", "regex"):
            body.pop(name, None)
        said = {
            "confirm": PERSON,
            "workspace_type": "work",
            "time_zone": "Asia/Shanghai",
            "consent_mode": "confirm",
            "expected_revision": 1,
        }
        body.update({name: one for name, one in said.items() if name in body})
        if label.endswith(("/forget", "/memories-used")):
            body.clear()
            body["memory_ids"] = [self.places.made["memory_id"]()]
        if label.endswith("/memory-context"):
            body.pop("query" if body.get("messages") is not None else "messages", None)
            body.setdefault("query", None)
            if body["query"] is None and body.get("messages") is None:
                body["query"] = "Which tea do I like?"
        if label == "POST /admin/callers":
            body.pop("users", None)
            body["any_user"] = True


def furnish(store: Memory) -> None:
    """Keep something of every sort, so that answers have every part that they can have."""
    me = store.for_user(PERSON, workspace="work", account="telegram-7", assistant="cook", conversation="c1")
    for scope in ScopeType:
        me.save(f"Kept in the scope {scope.value}", scope=scope.value, tags=["kept"], key=scope.value, title=scope.value, reason="said")
    me.save("I am allergic to peanuts", kind="constraint", consent=True, expires_at="2099-01-01", valid_from="2020-01-01")
    rows = [me.save(text, kind="preference").memory for text in ("Tea without sugar", "Rowing at dawn", "Chess by mail")]
    for verb, row in zip((me.pin, me.suppress, me.archive), rows, strict=True):
        assert row is not None
        verb(row.id)


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    made = Tally()
    yield made
    print(f"\n{len(made.cases)} operations, {made.cases.total()} answers as documented: {dict(sorted(made.statuses.items()))}")  # noqa: T201


@contextmanager
def opened(tally: Tally) -> Iterator[Bench]:
    """Open a service over a store in which something of every sort is kept."""
    with Memory(":memory:", requests_per_minute=0) as store, serving(store) as service:
        service.desk.failures = Failures(0)
        furnish(store)
        yield Bench(service, tally)


@pytest.fixture
def bench(tally: Tally) -> Iterator[Bench]:
    """A service of its own for every test: what one leaves behind changes what the next is told."""
    with opened(tally) as made:
        yield made


@pytest.fixture(scope="module")
def shared(tally: Tally) -> Iterator[Bench]:
    """A service for all tests that leave nothing behind."""
    with opened(tally) as made:
        yield made


def cases(schema: schemathesis.BaseSchema, label: str) -> st.SearchStrategy[Case[Any]]:
    """Return requests of an operation that fit its schema, and requests that do not where there is such a thing."""
    method, path = label.split()
    operation = schema[path][method]
    fitting = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if label in (*NOTHING_TO_SPOIL, *ANY_TEXT_NAMES_SOMETHING):
        return fitting
    return st.one_of(fitting, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))


@pytest.mark.slow
@pytest.mark.hypothesis
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_as_documented_whoever_asks(label: str, bench: Bench) -> None:
    bench.places.remembering()

    @BOUNDED
    @given(case=cases(bench.schema(without_route()), label))
    def asked(case: Case[Any]) -> None:
        if case.meta is not None and case.meta.generation.mode.is_positive:
            bench.aim(case)
        for asker in bench.askers:
            bench.ask(case, asker)

    asked()


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    "label", ["GET /me/core-memories", "GET /me/core-block", "POST /me/memories-used", "DELETE /me/core-memories/{memory_id}"]
)
def test_the_headers_that_narrow_are_read_as_documented(label: str, bench: Bench) -> None:
    asker = bench.plain()

    @BOUNDED
    @given(case=cases(bench.schema(with_route()), label))
    def asked(case: Case[Any]) -> None:
        if case.meta is not None and case.meta.generation.mode.is_positive:
            bench.aim(case)
            (case.query or {}).pop("workspace_type", None)  # it would have to be the header's
        bench.ask(case, asker)

    asked()


# what schemathesis calls `use_after_free` and `ensure_resource_availability`, for every operation and not along random walks: those
# are not repeatable against a service that remembers
@pytest.mark.parametrize("label", [label for label in OPERATIONS if "{memory_id}" in label])
def test_what_was_made_is_there_and_what_was_erased_is_not(label: str, shared: Bench) -> None:
    method, template = label.split()
    path = shared.places.path(template)
    said: Mapping[str, str | int] = {"feedback": "wrong"} if label.endswith("/feedback") else {"expected_revision": 1}

    there = shared.send(method, path, said)
    if method != "DELETE":
        shared.places.person.forget(path.split("/")[3])
    gone = shared.send(method, path, said)

    assert there.status_code in (200, 202)
    assert (gone.status_code, gone.json()["code"]) == (404, "memory-not-found")


@pytest.mark.parametrize("path", DOCUMENT["paths"])
def test_a_method_that_an_address_does_not_know_is_told_those_that_it_knows(path: str, shared: Bench) -> None:
    known = {label.split()[0] for label in OPERATIONS if label.split()[1] == path}

    answers = [
        shared.send(method, path)
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
        if method not in known
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(405, "method-not-allowed")}
    assert {answer.headers["Allow"] for answer in answers} == {", ".join(sorted(known))}
    assert shared.send("HEAD", path).headers["Allow"] == ", ".join(sorted(known))


def test_every_operation_says_in_a_line_what_it_does() -> None:
    said = [found(label) for label in OPERATIONS]

    assert all(one["summary"] and len(one["summary"]) < 100 and not one["summary"].endswith(".") for one in said)
    assert len({one["operationId"] for one in said}) == len(OPERATIONS)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)+", one["operationId"]) for one in said)


@pytest.mark.parametrize(("shape", "example"), [(replies.Memory, replies.ALLERGY), (replies.Problem, replies.STALE)])
def test_an_example_is_of_the_shape_that_it_is_an_example_of(shape: type[BaseModel], example: dict[str, Any]) -> None:
    assert shape.model_validate(example, strict=False).model_dump(mode="json", exclude_unset=True).keys() == example.keys()


def test_every_header_that_narrows_is_declared_once_and_for_every_route_of_a_person() -> None:
    declared = DOCUMENT["components"]["parameters"]
    names = [f"#/components/parameters/{name}" for name in declared]

    assert {one["name"].lower() for one in declared.values()} == {USER, *(f"x-keptmind-{name}" for name in ROUTE)}
    assert all(
        [one["$ref"] for one in found["parameters"]] == names for path, found in DOCUMENT["paths"].items() if path.startswith("/me/")
    )


def test_every_page_says_alike_where_it_goes_on_and_how_many_it_gives_at_most() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    pages = {name: set(found["required"]) for name, found in schemas.items() if "next_cursor" in found.get("properties", ())}

    assert len(pages) == 6
    assert all({"next_cursor", "has_more", "applied_limit"} <= said for said in pages.values()), pages


VOCABULARIES: dict[str, Collection[str]] = {
    "category": list(Kind),
    "excluded_kinds": list(Kind),
    "categories": list(Kind),
    "target": list(Target),
    "scope_type": list(ScopeType),
    "source": list(Source),
    "sensitivity": list(SENSITIVITY_WORDS),
    "highest_sensitivity": list(SENSITIVITY_WORDS),
    "feedback": list(Feedback),
    "keep": list(Keep),
    "consent_mode": list(ConsentMode),
    "delivery": CHOICES["delivery"],
    "verbs": list(Verb),
    "purposes": PURPOSES,
    "locale": ("en", "zh"),
    "X-Keptmind-Mode": list(Mode),
    "X-Keptmind-Channel": list(Channel),
    "X-Keptmind-Read-Mode": list(ReadMode),
    "X-Keptmind-Purpose": PURPOSES,
}
# where a scope is looked for, its id may be said with it; what was kept for a purpose stays so when the installation drops the word
OTHERWISE: dict[str, set[tuple[str, ...]]] = {"scope_type": {()}, "purposes": {()}}


@pytest.mark.parametrize("name", VOCABULARIES)
def test_a_closed_vocabulary_is_the_models_wherever_it_is_spoken(name: str) -> None:
    spoken = [words(schema) for schema in named(DOCUMENT, name)]

    assert any(spoken)
    assert {tuple(one) for one in spoken} - OTHERWISE.get(name, set()) == {tuple(VOCABULARIES[name])}


def test_a_status_is_that_of_a_memory_or_of_a_candidate() -> None:
    spoken = {tuple(words(schema)) for schema in named(DOCUMENT, "status")} - {()}

    assert spoken == {tuple(Status), tuple(CandidateStatus)}


def named(part: Any, name: str) -> Iterator[dict[str, Any]]:
    """Yield the schemas of everything of a name: members of bodies and answers, queries and headers."""
    if isinstance(part, list):
        for one in part:
            yield from named(one, name)
    elif isinstance(part, dict):
        if part.get("name") == name and "schema" in part:
            yield part["schema"]
        if isinstance(part.get("properties"), dict) and name in part["properties"]:
            yield part["properties"][name]
        for one in part.values():
            yield from named(one, name)


def words(schema: dict[str, Any]) -> list[str]:
    """Return the words that a schema allows, of one value or of each of several."""
    if "$ref" in schema:
        return words(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    inner = [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return list(schema.get("enum", ())) or [word for one in (*inner, *schema.get("anyOf", ())) for word in words(one)]
