"""Nothing is carried out of a request that says more than its route understands."""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from keptmind import Memory
from keptmind.errors import InvalidBody
from keptmind.surfaces.http.exact import ExactRequest, value_of
from operations import OPERATIONS, PERSON, Places, found
from service import Service, serving

ENGINES = ("sqlite",)  # a request is read before any store is asked
LIST = "/me/core-memories"


class Door:
    """A running service, and one who may ask it everything."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.places = Places(service)
        self.me = service.client(PERSON)


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    with Memory(":memory:") as store, serving(store) as service:
        yield Door(service)


def told(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a problem."""
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("query", ["nonsense=1", "user_id=bo", "nonsense", "limit=1&nonsense=1", "%ff=1", "LIMIT=1"])
def test_no_route_takes_a_query_name_that_it_does_not_declare(label: str, query: str, door: Door) -> None:
    method, template = label.split()
    if query.startswith("limit") and template not in ("/me/core-memories", "/me/memories", "/admin/callers", "/me/deletions"):
        query = query.partition("&")[2]

    answer = door.me.request(method, f"{door.places.path(template)}?{query}", json={})

    assert told(answer) == (400, "unknown-field")


def test_a_misspelled_wish_erases_nothing(door: Door) -> None:
    path = door.places.path(f"{LIST}/{{memory_id}}")

    answers = [
        door.me.delete(f"{path}?dry_run=true"),
        door.me.request("DELETE", f"{LIST}?scope=conversation", json={"confirm": PERSON}),
        door.me.request("DELETE", LIST, content=b'{"confirm": "ann", "scope_type": "conversation", "scope_type": null}'),
    ]

    assert {answer.status_code for answer in answers} == {400}
    assert door.me.get(path).status_code == 200


@pytest.mark.parametrize("query", ["limit=1&limit=2", "category=fact&category=fact", "cursor=&cursor="])
def test_a_query_name_given_twice_is_refused(query: str, door: Door) -> None:
    answer = door.me.get(f"{LIST}?{query}")

    assert told(answer) == (400, "invalid-field")
    assert answer.json()["details"]["field"] == query.partition("=")[0]


@pytest.mark.parametrize("name", ["X-Keptmind-WorkSpaces", "X-Keptmind-Tenant", "X-Keptmind-", "X-Keptmind-User-Id"])
def test_a_header_that_was_meant_to_narrow_and_is_not_known_is_refused(name: str, door: Door) -> None:
    answer = door.me.get(LIST, headers={name: "work"})

    assert told(answer) == (400, "unknown-field")
    assert answer.json()["details"]["field"] == name.lower()


@pytest.mark.parametrize("label", [label for label in OPERATIONS if "/admin" in label or "/metrics" in label])
def test_a_misspelled_header_is_refused_where_a_tenant_is_asked_about_too(label: str, door: Door) -> None:
    method, template = label.split()
    said = {"name": "back end", "any_user": True} if template == "/admin/callers" and method == "POST" else None

    answer = door.me.request(method, door.places.path(template), json=said, headers={"X-Keptmind-Tenant": "T2"})

    assert told(answer) == (400, "unknown-field")


@pytest.mark.parametrize("label", [label for label in OPERATIONS if not label.startswith("GET")])
def test_what_cannot_be_carried_out_once_is_not_carried_out_under_a_name(label: str, door: Door) -> None:
    method, template = label.split()
    declared = any(one.get("name") == "Idempotency-Key" for one in found(label).get("parameters", ()))

    answer = door.me.request(method, door.places.path(template), json={}, headers={"Idempotency-Key": "r1"})

    assert declared is (label == f"POST {LIST}")
    if not declared:
        assert (*told(answer), answer.json()["details"]["field"]) == (400, "unknown-field", "Idempotency-Key")


def test_a_key_is_not_made_under_the_name_of_a_request(door: Door) -> None:
    before = door.me.get("/admin/callers", params={"limit": 200}).json()["items"]

    door.me.post("/admin/callers", json={"name": "back end", "any_user": True}, headers={"Idempotency-Key": "r1"})

    assert door.me.get("/admin/callers", params={"limit": 200}).json()["items"] == before


@pytest.mark.parametrize("method", ["GET", "DELETE", "PATCH", "POST"])
@pytest.mark.parametrize("path", [f"{LIST}/", "//me/core-memories", "/me/core-memories//versions", "/me/core-memories/%2f", "/me/", "/"])
def test_an_address_is_what_it_is_and_leads_nowhere_else(method: str, path: str, door: Door) -> None:
    answer = door.me.request(method, path, json={"confirm": PERSON}, follow_redirects=False)

    assert (answer.status_code, answer.json()["code"]) in ((404, "route-not-found"), (404, "memory-not-found"))


@pytest.mark.parametrize("body", [b"[[[", b"\xff\xfe", b'{"content": "I like milk"}', b"x" * 900_000])
def test_a_body_that_nobody_asked_for_is_not_read(body: bytes, door: Door) -> None:
    path = door.places.path(f"{LIST}/{{memory_id}}")

    answers = [
        door.me.request("GET", path, content=body),
        door.me.post(f"{path}/suppress", content=body, headers={"Content-Type": "application/json"}),
        door.me.request("DELETE", path, content=body),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"{}", {}),
        (b' {"a": [1, 2.5, true, null, "\\u00e9"]} ', {"a": [1, 2.5, True, None, "é"]}),
        (b"\xef\xbb\xbf[]", []),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "\U0001f600"}),
        (b'{"a": "x\\ud83d y", "\\ud800": ["\\udc00"]}', {"a": "x\ufffd y", "\ufffd": ["\ufffd"]}),
        (b'{"a": {"b": 1}, "c": {"b": 1}}', {"a": {"b": 1}, "c": {"b": 1}}),
        (b"[" * 100 + b"]" * 100, None),
    ],
)
def test_a_body_is_the_value_that_it_spells(body: bytes, value: Any) -> None:
    assert value_of(body) == value if value is not None else value_of(body)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{} {}", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": NaN}', "not JSON"),
        (b'{"a": -Infinity}', "not JSON"),
        (b'{"a": "x\x00y"}', "not JSON"),
        (b'{"a": 1, "a": 1}', "a name given twice"),
        (b'[{"b": {"a": 1, "\\u0061": 2}}]', "a name given twice"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b"[" * 101 + b"]" * 101, "nested too deep"),
        (b'{"a":' * 200 + b"1" + b"}" * 200, "nested too deep"),
        (b"[" * 500_000, "nested too deep"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "not readable"),
    ],
)
def test_a_body_that_spells_nothing_or_two_things_is_refused(body: bytes, problem: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        value_of(body)

    assert caught.value.details["problem"] == problem


@pytest.mark.parametrize("body", [b"{", b"[" * 101 + b"]" * 101, b'{"content": "' + b"x" * 900_000 + b'"}'])
def test_a_body_is_not_looked_at_before_it_is_known_who_sent_it(body: bytes, door: Door) -> None:
    nobody = door.service.nobody()

    answer = nobody.post(LIST, content=body, headers={"Content-Type": "application/json"})

    assert told(answer) == (401, "unauthenticated")


def test_while_a_large_body_is_read_others_have_their_turn() -> None:
    body = b"[" + b"[1]," * 200_000 + b"1]"

    async def received() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def turns() -> int:
        reading = asyncio.ensure_future(ExactRequest({"type": "http", "method": "POST", "headers": []}, received).json())
        count = 0
        while not reading.done():
            count += 1
            await asyncio.sleep(0)
        assert len(await reading) == 200_001
        return count

    assert asyncio.run(turns()) > 20


def test_a_number_without_a_fraction_is_whole_however_it_is_spelled(door: Door) -> None:
    path = door.places.path(f"{LIST}/{{memory_id}}")

    answers = [
        door.me.patch(path, content=b'{"expected_revision": 1.0, "title": "Plant"}', headers={"Content-Type": "application/json"}),
        door.me.patch(path, content=b'{"expected_revision": 2.5, "title": "Plants"}', headers={"Content-Type": "application/json"}),
    ]

    assert [answer.status_code for answer in answers] == [200, 400]


@pytest.mark.parametrize("tag", ["1", '"1"', 'W/"1"'])
def test_a_revision_is_read_from_the_header_as_the_etag_gave_it(tag: str, door: Door) -> None:
    path = door.places.path(f"{LIST}/{{memory_id}}")

    assert door.me.patch(path, json={"title": "Plant"}, headers={"If-Match": tag}).headers["ETag"] == '"2"'


@pytest.mark.parametrize("tag", ['"0"', '"-1"', '"1', "*", '"1", "2"', '""1""', "é", '"9' + "9" * 30 + '"', "１"])
def test_a_header_that_names_no_revision_changes_nothing(tag: str, door: Door) -> None:
    path = door.places.path(f"{LIST}/{{memory_id}}")

    answer = door.me.patch(path, json={"title": "Plant"}, headers=[(b"If-Match", tag.encode())])

    assert told(answer) == (400, "invalid-field")
    assert door.me.get(path).json()["memory"]["revision"] == 1


def test_every_combination_of_the_two_places_of_a_revision_is_decided(door: Door) -> None:
    said = {None: {}, 1: {"expected_revision": 1}, 2: {"expected_revision": 2}}
    statuses = {}
    for header, body in itertools.product((None, 1, 2), said):
        path = door.places.path(f"{LIST}/{{memory_id}}")
        tag = {} if header is None else {"If-Match": f'"{header}"'}
        statuses[header, body] = door.me.patch(path, json={"title": "Plant", **said[body]}, headers=tag).status_code

    assert statuses == {
        (None, None): 400, (None, 1): 200, (None, 2): 409,
        (1, None): 200, (1, 1): 200, (1, 2): 400,
        (2, None): 409, (2, 1): 400, (2, 2): 409,
    }  # fmt: skip
