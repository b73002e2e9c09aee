"""H30: no id and no body makes the service fail: each is answered by name, and another's id is nobody's."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from operations import OPERATIONS, Places, found
from service import Service

LIST = "/me/core-memories"
JSON = {"Content-Type": "application/json"}
UNKNOWN = "01991b3c-5a00-7000-8000-000000000001"

# each as it stands in the address
IDS = (
    "abc", "%00", "1e9", "-1", "null", "%20", "%0a", "%ff", "%ed%a0%80", "%F0%9F%98%80", "%27%20OR%201=1%20--", "%25", "*", UNKNOWN,
    "a" * 5_000,
)  # fmt: skip
NO_ADDRESS = ("", "../x", "%2e%2e/x", "..%2fx", "a/b/c/d", "%2F")  # what is no part of an address at all
BY_ID = [label for label in OPERATIONS if "_id}" in label]


def told(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a problem, after a look at what none of them tells."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    assert "Traceback" not in answer.text
    assert ".py" not in answer.text
    return answer.status_code, answer.json()["code"]


def body_for(label: str) -> dict[str, Any]:
    """Return a body with which an operation on an id goes as far as looking for it."""
    last = label.rpartition("/")[2]
    return {"feedback": {"feedback": "wrong"}, "{question_id}": {"keep": "first"}, "accept": {}}.get(last, {"expected_revision": 1})


def test_no_id_makes_an_operation_fail_and_anothers_is_answered_like_one_that_nobody_has(service: Service) -> None:
    me, theirs, elsewhere = service.client("ann"), Places(service, "bo"), Places(service, "ann", "T2")
    answers: dict[str, set[tuple[int, str, str]]] = {}
    for label in BY_ID:
        method, template = label.split()
        before, _, after = template.partition("{")
        name, _, rest = after.partition("}")
        foreign = [elsewhere.made[name](), *([] if name == "caller_id" else [theirs.made[name]()])]  # keys are the tenant's
        for wanted in (*IDS, *foreign):
            path = f"{before}{wanted}{rest.replace('{version}', '1')}"
            answer = me.request(method, path, json=body_for(label))
            answers.setdefault(label, set()).add((*told(answer), answer.text))

    assert {label: len(seen) for label, seen in answers.items()} == dict.fromkeys(BY_ID, 1)
    assert {(status, code) for seen in answers.values() for status, code, _ in seen} == {
        (404, "memory-not-found"),
        (404, "candidate-not-found"),
        (404, "question-not-found"),
        (404, "deletion-not-found"),
        (404, "caller-not-found"),
    }


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_what_is_no_part_of_an_address_leads_to_no_row(method: str, service: Service) -> None:
    me = service.client("ann")
    me.post(LIST, json={"content": "I like tea"})

    statuses = {told(me.request(method, f"{LIST}/{wanted}", json={"confirm": "ann", "expected_revision": 1})) for wanted in NO_ADDRESS}

    assert statuses <= {(404, "route-not-found"), (404, "memory-not-found"), (405, "method-not-allowed")}
    assert len(me.get(LIST).json()["items"]) == 1


def test_no_key_makes_the_old_layer_fail_and_anothers_is_like_one_that_nobody_has(service: Service) -> None:
    me = service.client("ann")
    Places(service, "bo").made["memory_key"]()

    unknown, theirs = me.delete("/me/memories/milk"), me.delete("/me/memories/tea")
    odd = {told(me.delete(f"/me/memories/{wanted}")) for wanted in IDS}

    assert (told(theirs), theirs.text) == ((404, "memory-not-found"), unknown.text)
    assert {status for status, _ in odd} == {400, 404}
    assert len(service.store.for_user("bo").list().items) == 1


def test_another_tenants_and_another_persons_row_are_left_as_they_were(service: Service) -> None:
    theirs = [Places(service, "bo"), Places(service, "ann", "T2")]
    rows = [places.made["memory_id"]() for places in theirs]
    me = service.client("ann")

    for label in BY_ID:
        method, template = label.split()
        if "{memory_id}" in template:
            for row in rows:
                me.request(method, template.replace("{memory_id}", row).replace("{version}", "1"), json=body_for(label))

    kept = [places.person.get(row) for places, row in zip(theirs, rows, strict=True)]
    assert [(row.revision, row.status, row.pinned_at) for row in kept] == [(1, "active", None)] * 2


ODD_BODIES = {
    "a list": b"[]",
    "a text": b'"text"',
    "a number": b"7",
    "no UTF-8": b'{"content": "\xff\xfe"}',
    "UTF-16": '{"content": "x"}'.encode("utf-16"),
    "half a surrogate pair in bytes": b'{"content": "\xed\xa0\xbd"}',
    "cut short": b'{"content": "I ride a red bi',
    "two values": b'{"content": "x"}{"content": "y"}',
    "a member twice": b'{"content": "x", "content": "y"}',
    "not a number": b'{"content": NaN}',
    "no end": b'{"limit": -Infinity}',
    "200 levels": b'{"metadata": ' + b"[" * 200 + b"]" * 200 + b"}",
    "100,000 levels": b"[" * 100_000,
    "a number of 5,000 digits": b'{"limit": ' + b"9" * 5_000 + b"}",
    "a raw NUL": b'{"content": "a\x00b"}',
}
WITH_BODY = [label for label in OPERATIONS if "requestBody" in found(label)]


def test_no_body_makes_an_operation_fail_and_none_of_them_changes_anything(service: Service) -> None:
    me, places = service.client("ann"), Places(service)
    paths = {label: places.path(label.split()[1]) for label in WITH_BODY}
    before = everything(me)

    answers = {
        (label, name): told(me.request(label.split()[0], path, content=body, headers=JSON))
        for label, path in paths.items()
        for name, body in ODD_BODIES.items()
    }

    assert set(answers.values()) == {(400, "invalid-body")}
    assert everything(me) == before


def everything(me: httpx.Client) -> Any:
    """Return what a person has, as they may see it."""
    paths = (LIST, "/me/memory-candidates", "/me/questions", "/me/memory-settings", "/me/deletions")
    return [me.get(path).json() for path in paths]


WRONG: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
    ("/me/memory-search", {"query": "x", "limit": "ten"}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": -1}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": 0}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": 1.5}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": True}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": None}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": 10**400}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "limit": 2**63}, (400, "invalid-field")),
    ("/me/memory-search", {"query": 7}, (400, "invalid-field")),
    ("/me/memory-search", {"query": ["x"]}, (400, "invalid-field")),
    ("/me/memory-search", {}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "metadata": {"a": 1}}, (400, "unknown-field")),
    ("/me/memory-search", {"query": "x", "": 1}, (400, "unknown-field")),
    ("/me/memory-search", {"query": "x" * 20_001}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "as_of": "yesterday"}, (400, "invalid-time")),
    ("/me/memory-search", {"query": "x", "as_of": "9999-12-31T23:59:59-14:00"}, (400, "invalid-time")),
    ("/me/memory-search", {"query": "x", "categories": []}, (400, "invalid-field")),
    ("/me/memory-search", {"query": "x", "categories": ["fact"] * 101}, (400, "invalid-field")),
    ("/me/memory-grep", {"pattern": "(", "regex": True}, (400, "invalid-pattern")),
    ("/me/memory-grep", {"pattern": "a{1,1000}{1,1000}", "regex": True}, (400, "invalid-pattern")),
    ("/me/memory-grep", {"pattern": "\0"}, (400, "nul-character")),
    ("/me/memory-context", {}, (400, "invalid-field")),
    ("/me/memory-context", {"messages": ["x"]}, (400, "invalid-field")),
    ("/me/memories-used", {"memory_ids": []}, (400, "invalid-field")),
    ("/me/memories-used", {"memory_ids": "x"}, (400, "invalid-field")),
    ("/me/memories-used", {"memory_ids": ["x"] * 1_001}, (400, "invalid-field")),
    ("/me/memories-used", {"memory_ids": [UNKNOWN]}, (404, "memory-not-found")),
    ("/me/forget", {"memory_ids": ["x"], "token": "y"}, (400, "invalid-field")),
    ("/me/forget", {"token": "\ud800"}, (400, "invalid-cursor")),
    (LIST, {"content": ""}, (400, "text-empty")),
    (LIST, {"content": " \u200b\n"}, (400, "text-empty")),
    (LIST, {"content": "x" * 2_001}, (400, "text-too-long")),
    (LIST, {"content": "a\0b tea"}, (400, "nul-character")),
    (LIST, {"content": "x", "memory_key": "a\0b"}, (400, "nul-character")),
    (LIST, {"content": None}, (400, "invalid-field")),
    (LIST, {"content": {"text": "x"}}, (400, "invalid-field")),
    (LIST, {"content": "x", "category": 7}, (400, "invalid-field")),
    (LIST, {"content": "x", "category": "wish"}, (400, "unknown-word")),
    (LIST, {"content": "x", "tags": ["x"] * 17}, (400, "text-too-long")),
    (LIST, {"content": "x", "purposes": []}, (400, "no-purposes")),
    (LIST, {"content": "x", "expires_at": 1e18}, (400, "invalid-field")),
    (LIST, {"content": "x", "expires_at": "0001-01-01T00:00:00+14:00"}, (400, "invalid-time")),
    (LIST, {"content": "x", "consent": {"purposes": ["task"]}}, (400, "invalid-field")),
    (LIST, {"content": "x", "consent": {"purposes": [], "destinations": []}}, (400, "no-purposes")),
    ("/admin/callers", {"name": "x", "users": ["a"] * 1_001}, (400, "invalid-field")),
    ("/admin/callers", {"name": "x", "any_user": True, "verbs": ["root"]}, (400, "unknown-word")),
]


def test_a_wrong_value_is_named(service: Service) -> None:
    me = service.client("ann")

    answers = [told(me.post(path, content=json.dumps(body).encode(), headers=JSON)) for path, body, _ in WRONG]

    assert [(path, body, answer) for (path, body, _), answer in zip(WRONG, answers, strict=True)] == WRONG


def test_a_lone_surrogate_is_replaced_in_what_is_kept_and_in_what_is_looked_for(service: Service) -> None:
    me = service.client("ann")

    kept = me.post(LIST, content=b'{"content": "broken \\ud83d end", "tags": ["\\udc00"], "title": "\\ud83c\\udf78"}', headers=JSON)
    hits = me.post("/me/memory-search", content=b'{"query": "broken \\ud83d end"}', headers=JSON).json()["hits"]
    unknown = me.post("/me/memory-search", content=b'{"query": "x", "\\ud800": 1}', headers=JSON)

    memory = kept.json()["memory"]
    assert (memory["content"], memory["tags"], memory["title"]) == ("broken \ufffd end", ["\ufffd"], "\U0001f378")
    assert [hit["memory"]["memory_id"] for hit in hits] == [memory["memory_id"]]
    assert told(unknown) == (400, "unknown-field")


def chunks(size: int) -> Iterator[bytes]:
    """Yield a body piece by piece, so that its length is not announced."""
    yield b'{"content": "'
    for _ in range(size // 50_000):
        yield b"x" * 50_000
    yield b'"}'


def test_a_body_over_the_limit_is_turned_away_whether_its_length_was_announced_or_not(service: Service) -> None:
    me = service.client("ann")

    announced = me.post(LIST, json={"content": "x" * 5_000_000})
    hidden = me.post(LIST, content=chunks(5_000_000), headers=JSON)
    ignored = me.request("GET", LIST, content=b"x" * 5_000_000)
    within = me.post(LIST, content=chunks(900_000), headers=JSON)

    assert [told(answer) for answer in (announced, hidden, ignored)] == [(413, "body-too-large")] * 3
    assert told(within) == (400, "text-too-long")
    assert me.get(LIST).json()["items"] == []


def test_a_body_that_is_not_said_to_be_json_is_not_taken_for_it(service: Service) -> None:
    me = service.client("ann")
    kinds = (
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "json",
        "text/json",
    )

    answers = [me.post(LIST, content=b'{"content": "I like tea"}', headers={"Content-Type": kind}) for kind in kinds]
    unsaid = me.post(LIST, content=b'{"content": "I like tea"}')

    assert {told(answer) for answer in (*answers, unsaid)} == {(400, "invalid-body")}
    assert me.get(LIST).json()["items"] == []


RAW = (
    b"GET /me/core-memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"GET /me/core-memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ten\r\n\r\n",
    b"POST /me/core-memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /me/core-memories HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /me/core-memories HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /me/core-memories HTTP/1.1\r\n\r\n",
    b"GET \xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/9.9\r\n\r\n",
)


def raw(service: Service, sent: bytes) -> bytes:
    """Return what the service answers to bytes."""
    host, _, port = service.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


def test_what_is_no_request_is_not_an_outage(service: Service) -> None:
    answers = {sent: raw(service, sent) for sent in RAW}

    assert {sent: answer for sent, answer in answers.items() if answer and not answer.startswith(b"HTTP/1.1 4")} == {}
    assert not any(b"Traceback" in answer for answer in answers.values())
    assert service.nobody().get("/healthz").status_code == 200


def test_an_outage_is_told_as_one(service: Service) -> None:
    me = service.client("ann")
    service.store.close()

    answers = [me.get(LIST), me.post(LIST, json={"content": "I like tea"}), me.post("/me/memory-search", json={"query": "tea"})]

    assert {told(answer) for answer in answers} == {(503, "store-closed")}
