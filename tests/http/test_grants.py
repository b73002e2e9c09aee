"""The reference says what each verb of a grant opens, and it is just that."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from keptmind.surfaces.http.bodies import CallerSaid
from operations import OPERATIONS, Places, found
from service import EVERYTHING, Service

ENGINES = ("sqlite",)  # a grant is judged before any store is asked
HTTP = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
GUARDED = tuple(one for one in OPERATIONS if found(one).get("security") != [])
BODIES: dict[str, dict[str, Any]] = {
    "POST /me/core-memories": {"content": "I like rye bread"},
    "DELETE /me/core-memories": {"confirm": "ann", "scope_type": "global"},
    "PATCH /me/core-memories/{memory_id}": {"expected_revision": 1, "content": "Water the fern"},
    "POST /me/core-memories/{memory_id}/versions/{version}/restore": {"expected_revision": 1},
    "POST /me/core-memories/{memory_id}/feedback": {"feedback": "irrelevant"},
    "POST /me/memory-search": {"query": "bread"},
    "POST /me/memory-grep": {"pattern": "bread"},
    "POST /me/memory-context": {"query": "Which bread do I like?"},
    "POST /me/questions/{question_id}": {"keep": "first"},
    "POST /me/forget-preview": {"query": "bread"},
    "PATCH /me/memory-settings": {"locale": "en"},
    "PUT /me/memories": {"memory_key": "tea", "content": "I like tea"},
    "POST /admin/callers": {"name": "phone", "users": ["ann"], "verbs": []},
}
OF_A_NEW_ROW = ("POST /me/memories-used", "POST /me/forget")


def section(title: str) -> str:
    """Return what stands under a heading of the page on HTTP."""
    return HTTP.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> dict[str, str]:
    """Return the rows of the tables in a text, by what stands in code marks first."""
    return dict(re.findall(r"^\| `(\w+)` \|(.*)\|$", text, re.MULTILINE))


def opened() -> dict[str, set[str]]:
    """Return the verbs that each route needs, as the page says."""
    needed: dict[str, set[str]] = {}
    for verb, told in rows(section("What a grant permits")).items():
        if verb in EVERYTHING:
            for route in re.findall(r"`([A-Z]+ /[^`]+)`", told):
                needed.setdefault(route, set()).add(verb)
    return needed


@pytest.fixture
def places(service: Service) -> Places:
    return Places(service)


def asked(service: Service, places: Places, label: str, verbs: set[str]) -> httpx.Response:
    """Ask for something that exists with a key that has just these verbs."""
    method, template = label.split()
    body = {"memory_ids": [places.made["memory_id"]()]} if label in OF_A_NEW_ROW else BODIES.get(label)
    with key_of(service, verbs) as client:
        return client.request(method, places.path(template), json=body)


@contextmanager
def key_of(service: Service, verbs: set[str]) -> Iterator[httpx.Client]:
    """Open a client whose key may do this for anybody."""
    client = service.client(None, key=service.key(any_user=True, verbs=sorted(verbs)))
    client.headers["X-Keptmind-User"] = "ann"
    yield client


def test_the_table_of_verbs_names_every_route_that_asks_for_a_key_and_no_other() -> None:
    assert set(opened()) == set(GUARDED)


@pytest.mark.parametrize("label", GUARDED)
def test_a_route_opens_to_the_verbs_that_the_table_says_and_to_no_fewer(label: str, service: Service, places: Places) -> None:
    needed = opened()[label]
    enough = needed | (set(EVERYTHING) - {"audit"} if "{caller_id}" in label else set())  # no key touches one that may do more than itself

    answer = asked(service, places, label, enough)
    refusals = [asked(service, places, label, set(EVERYTHING) - {verb}) for verb in sorted(needed)]

    assert answer.status_code not in (400, 401, 403), answer.text
    assert [(one.status_code, one.json()["code"]) for one in refusals] == [(403, "verb-not-granted")] * len(needed)


def test_the_table_of_a_grant_names_every_field_of_a_new_key() -> None:
    assert set(CallerSaid.model_fields) == set(rows(section("What a grant permits"))) - set(EVERYTHING)


def test_a_key_of_a_workspace_reads_and_saves_what_is_global_and_nothing_of_another_workspace(service: Service) -> None:
    service.client("ann").post("/me/core-memories", json={"content": "I like rye bread"})
    service.client("ann", workspace="learning").post(
        "/me/core-memories", json={"content": "I take bread to class", "scope_type": "workspace"}
    )
    key = service.key(users=["ann"], workspaces=["work"])
    bound = service.client(key=key)

    seen = [one["content"] for one in bound.get("/me/core-memories").json()["items"]]
    kept = bound.post("/me/core-memories", json={"content": "I like oat cakes"})
    elsewhere = service.client(key=key, workspace="learning").get("/me/core-memories")

    assert seen == ["I like rye bread"]
    assert (kept.status_code, kept.json()["memory"]["scope_type"]) == (201, "global")
    assert elsewhere.json()["code"] == "workspace-not-granted"


@pytest.mark.parametrize("category", ["fact", "constraint"])
def test_neither_a_count_nor_a_block_tells_of_a_text_that_a_grant_does_not_give(category: str, service: Service) -> None:
    service.client("ann").post("/me/core-memories", json={"content": "Always pours oolong tea slowly", "category": category})
    titles = service.client(key=service.key(users=["ann"], fields=["title"]))

    guesses = [
        (
            titles.post("/me/memory-search", json={"query": f"{word} tea"}).json(),
            titles.post("/me/memory-context", json={"query": f"Is {word} poured slowly?"}).json(),
        )
        for word in ("oolong", "quokka")
    ]

    assert guesses[0] == guesses[1]


HELD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "kind": ({"category": "constraint"}, {"excluded_kinds": ["constraint"]}),
    "sensitivity": ({"sensitivity": "sealed"}, {"highest_sensitivity": "private"}),
}


@pytest.mark.parametrize("how", HELD)
@pytest.mark.parametrize("key", ["drink", None])
def test_what_a_key_may_not_change_it_does_not_change_by_saving_over_it(key: str | None, how: str, service: Service) -> None:
    said, granted = HELD[how]
    owner = service.client("ann", read_mode="explicit")
    made = owner.post("/me/core-memories", json={"content": "I never drink coffee at night", "memory_key": key, **said}).json()["memory"]
    narrow = service.client(key=service.key(users=["ann"], **granted))

    over = narrow.post("/me/core-memories", json={"content": "I drink coffee at night", "memory_key": key, "replace": True})
    own = narrow.post(f"/me/memory-candidates/{over.json()['candidate']['candidate_id']}/accept")

    stands = owner.get(f"/me/core-memories/{made['memory_id']}").json()["memory"]
    assert (over.status_code, over.json()["rule"]) == (202, "grant-waits")
    assert (own.status_code, own.json()["details"]["rule"]) == (422, "grant-waits")
    assert stands == made
    accepted = owner.post(f"/me/memory-candidates/{over.json()['candidate']['candidate_id']}/accept")
    assert (accepted.json()["memory"]["memory_id"], accepted.json()["memory"]["revision"]) == (made["memory_id"], 2)


def test_a_save_without_a_key_does_not_retire_what_a_key_may_not_change(service: Service) -> None:
    owner = service.client("ann")
    said = {"content": "I drink coffee at night"}
    fact, bound = (
        owner.post("/me/core-memories", json={**said, "category": kind, "memory_key": kind}).json()["memory"]["memory_id"]
        for kind in ("fact", "constraint")
    )
    narrow = service.client(key=service.key(users=["ann"], excluded_kinds=["constraint"]))

    narrow.post("/me/core-memories", json={"content": "I never drink coffee at night"})

    changed, stands = (owner.get(f"/me/core-memories/{one}").json()["memory"] for one in (fact, bound))
    assert (changed["revision"], stands["revision"], stands["status"]) == (2, 1, "active")
