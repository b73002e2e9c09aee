"""Whoever says which revision they have read changes that one or nothing, on every route that changes one memory or the settings."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from operations import OPERATIONS, PERSON, Places, found
from service import Service

LIST = "/me/core-memories"
SETTINGS = "/me/memory-settings"
BODIES: dict[str, dict[str, Any]] = {"PATCH": {"title": "Plant"}, "feedback": {"feedback": "irrelevant"}}
CHANGING = tuple(label for label in OPERATIONS if "{memory_id}" in label and not label.startswith("GET"))
UNSAFE = tuple(label for label in OPERATIONS if not label.startswith("GET"))


def body(label: str) -> dict[str, Any] | None:
    """Return what a change needs to say beside the revision."""
    return BODIES.get(label.split()[0]) or BODIES.get(label.rpartition("/")[2])


def revised(me: httpx.Client, path: str) -> str:
    """Correct a memory, so that it stands at its second revision; return its address."""
    where = "/".join(path.split("/")[:4])
    assert me.patch(where, json={"tags": ["green"], "expected_revision": 1}).headers["ETag"] == '"2"'
    return where


@pytest.mark.parametrize("label", CHANGING)
def test_a_change_of_an_earlier_revision_is_not_made_and_is_on_record(label: str, service: Service) -> None:
    me = service.client(PERSON)
    path = Places(service).path(label.split()[1])
    where = revised(me, path)
    before = me.get(where).json()

    stale = me.request(label.split()[0], path, json=body(label), headers={"If-Match": '"1"', "X-Request-ID": "stale-1"})

    assert (stale.status_code, stale.json()["code"], stale.json()["current_revision"]) == (409, "stale-revision", 2)
    assert me.get(where).json() == before
    events = me.get("/me/activity").json()["items"]
    assert [(one["action"], one["rule"]) for one in events if one["request_id"] == "stale-1"] == [("memory.refused", "stale-revision")]


@pytest.mark.parametrize("label", CHANGING)
def test_a_change_of_the_revision_that_stands_is_made(label: str, service: Service) -> None:
    me = service.client(PERSON)
    path = Places(service).path(label.split()[1])
    revised(me, path)

    answer = me.request(label.split()[0], path, json=body(label), headers={"If-Match": '"2"'})

    assert answer.status_code in (200, 202), answer.text


def test_settings_are_changed_as_they_were_read_or_not_at_all(service: Service) -> None:
    me = service.client("ann")
    unset = me.get(SETTINGS).headers["ETag"]

    first = me.patch(SETTINGS, json={"locale": "en"}, headers={"If-Match": unset})
    stale = [
        me.patch(SETTINGS, json={"locale": "zh"}, headers={"If-Match": unset}),
        me.patch(SETTINGS, json={"locale": "zh", "expected_revision": 7}),
    ]
    odd = me.patch(SETTINGS, json={"locale": "zh"}, headers={"If-Match": "*"})
    second = me.patch(SETTINGS, json={"time_zone": "Asia/Shanghai", "expected_revision": 1}, headers={"If-Match": '"1"'})

    assert (unset, first.headers["ETag"], second.headers["ETag"]) == ('"0"', '"1"', '"2"')
    assert [(one.status_code, one.json()["code"], one.json()["current_revision"]) for one in stale] == [(409, "stale-revision", 1)] * 2
    assert (odd.status_code, odd.json()["code"]) == (400, "invalid-field")
    assert me.get(SETTINGS).json()["settings"]["locale"] == "en"


def test_of_a_correction_and_an_erasure_of_one_revision_only_one_is_made(service: Service) -> None:
    me, other = service.client("ann"), service.client("ann")
    for number in range(8):
        made = me.post(LIST, json={"content": f"Water plant {number}"})
        where = f"{LIST}/{made.json()['memory']['memory_id']}"
        with ThreadPoolExecutor(2) as pool:
            corrected = pool.submit(me.patch, where, json={"title": "Plant"}, headers={"If-Match": '"1"'})
            erased = pool.submit(other.delete, where, headers={"If-Match": '"1"'})

        statuses = corrected.result().status_code, erased.result().status_code
        assert statuses in ((200, 409), (404, 200), (404, 202))
        assert me.get(where).status_code == (200 if statuses[0] == 200 else 404)


@pytest.mark.parametrize("label", UNSAFE)
def test_what_changes_one_memory_or_the_settings_takes_a_revision_and_nothing_else_does(label: str, service: Service) -> None:
    declared = any(one.get("name") == "If-Match" for one in found(label).get("parameters", ()))
    method, template = label.split()
    path = Places(service).path(template)

    answer = service.client(PERSON).request(method, path, json={}, headers={"If-Match": '"1"'})

    assert declared is (label in CHANGING or label == f"PATCH {SETTINGS}")
    assert not declared or {"409"} <= found(label)["responses"].keys()
    if not declared:
        assert (answer.status_code, answer.json()["code"], answer.json()["details"]["field"]) == (400, "unknown-field", "If-Match")


@pytest.mark.parametrize("label", ["DELETE", "POST confirm"])
def test_two_revisions_at_once_are_none(label: str, service: Service) -> None:
    me, path = service.client(PERSON), Places(service).path(f"{LIST}/{{memory_id}}")
    method, _, verb = label.partition(" ")

    answer = me.request(method, f"{path}/{verb}".rstrip("/"), headers=[("If-Match", '"1"'), ("If-Match", '"2"')])

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-field")
    assert me.get(path).status_code == 200
