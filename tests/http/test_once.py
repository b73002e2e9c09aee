"""A request that comes again under its name is carried out once, and told again as its first answer may tell this caller."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from factories import HandClock, TimedStore
from service import Service, serving

LIST = "/me/core-memories"


def asked(me: httpx.Client, content: str = "I like tea", **said: Any) -> httpx.Response:
    """Keep a statement under the name r1."""
    return me.post(LIST, json={"content": content, **said}, headers={"Idempotency-Key": "r1"})


def test_a_request_sent_again_under_its_name_is_carried_out_once(service: Service) -> None:
    me = service.client("ann")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: me.post(LIST, json={"content": "I like tea"}, headers={"Idempotency-Key": "r1"}), range(8)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["memory"]["memory_id"] for answer in answers}) == 1
    assert me.get(LIST).json()["items"][0]["revision"] == 1
    assert len(me.get(f"{LIST}/{answers[0].json()['memory']['memory_id']}/provenance").json()["provenance"]["evidence"]) == 1


def test_a_name_of_a_request_cannot_be_used_for_another(service: Service) -> None:
    me, other = service.client("ann"), service.client("ann")
    me.post(LIST, json={"content": "I like tea"}, headers={"Idempotency-Key": "r1"})

    reused = me.post(LIST, json={"content": "I like milk"}, headers={"Idempotency-Key": "r1"})
    elsewhere = other.post(LIST, json={"content": "I have a dog"}, headers={"Idempotency-Key": "r1"})

    assert (reused.status_code, reused.json()["code"]) == (409, "request-reused")
    assert elsewhere.status_code == 201


def test_a_consent_for_one_destination_is_not_told_again_to_who_asks_for_another(service: Service) -> None:
    said = {"sensitivity": "restricted", "consent": True}
    key = service.key(any_user=True)

    here, there = (asked(service.client("ann", key=key, destination=where), "I earn little", **said) for where in ("local", "far"))

    assert here.json()["memory"]["consent"]["destinations"] == ["local"]
    assert (there.status_code, there.json()["code"]) == (409, "request-reused")


def test_whoever_may_not_read_is_not_told_what_a_memory_says_by_now(service: Service) -> None:
    writer = service.client("ann", key=service.key(any_user=True, verbs=["write"]))
    made = asked(writer).json()["memory"]
    owner = service.client("ann")
    owner.patch(f"{LIST}/{made['memory_id']}", json={"content": "I like tea with rum", "tags": ["rum"], "expected_revision": 1})

    again = asked(writer)

    assert made["content"] == "I like tea"
    assert (again.status_code, again.headers["ETag"]) == (201, '"2"')
    assert (again.json()["memory"]["memory_id"], again.json()["memory"]["content"]) == (made["memory_id"], "")
    assert "rum" not in again.text


def test_whoever_may_not_read_is_told_no_more_by_a_change_than_by_a_read(service: Service) -> None:
    made = asked(service.client("ann"), title="My favourite").json()["memory"]
    blind = service.client("ann", key=service.key(any_user=True, verbs=["write", "manage"]))

    answers = [blind.post(LIST, json={"content": "I like tea"}), blind.post(f"{LIST}/{made['memory_id']}/confirm")]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [(one["memory_id"], one["content"], one["title"]) for one in (answer.json()["memory"] for answer in answers)] == [
        (made["memory_id"], "", None)
    ] * 2


def test_what_a_default_read_does_not_see_is_told_again_without_its_texts(service: Service) -> None:
    me = service.client("ann")

    first, again = (asked(me, "I keep a spare tin", sensitivity="sealed") for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["memory"]["content"] == "I keep a spare tin"
    assert (again.json()["memory"]["memory_id"], again.json()["memory"]["content"]) == (first.json()["memory"]["memory_id"], "")


def test_what_waits_is_told_again_to_its_reader_and_blank_to_who_may_not_read(service: Service) -> None:
    me, writer = service.client("ann"), service.client("ann", key=service.key(any_user=True, verbs=["write"]))
    guess = {"source": "inferred", "reason": "said so"}

    seen = [asked(me, "I may like rowing", **guess) for _ in range(2)]
    blind = [asked(writer, "I may like chess", **guess) for _ in range(2)]

    assert [(one.status_code, one.json()["candidate"]["proposed_content"]) for one in seen] == [(202, "I may like rowing")] * 2
    assert [one.status_code for one in blind] == [202, 202]
    assert blind[1].json()["candidate"]["proposed_content"] == ""
    assert blind[1].json()["candidate"]["candidate_id"] == blind[0].json()["candidate"]["candidate_id"]


def test_a_request_that_came_to_something_forgotten_since_is_told_so_and_brings_nothing_back(service: Service) -> None:
    me = service.client("ann")
    row = asked(me).json()["memory"]
    me.delete(f"{LIST}/{row['memory_id']}")

    again = asked(me)

    assert (again.status_code, again.json()["outcome"], again.json()["memory"]) == (201, "created", None)
    assert "tea" not in again.text
    assert me.get(LIST).json()["items"] == []


def test_a_request_is_told_again_after_the_end_that_it_named(engine: str) -> None:
    clock = HandClock("2026-03-02T12:00")
    with TimedStore(clock) as store, serving(store) as service:
        me = service.client("ann")
        first = asked(me, expires_at="2026-03-02T18:00:00Z")
        clock.wait(hours=8)

        again = asked(me, expires_at="2026-03-02T18:00:00Z")
        another = asked(me, "I like milk", expires_at="2026-03-02T18:00:00Z")
        unnamed = me.post(LIST, json={"content": "I like tea", "expires_at": "2026-03-02T18:00:00Z"})
        clock.wait(days=1)
        late = asked(me, expires_at="2026-03-02T18:00:00Z")

    assert (first.status_code, again.status_code) == (201, 201), engine
    assert again.json()["memory"]["memory_id"] == first.json()["memory"]["memory_id"]
    assert (another.status_code, another.json()["code"]) == (409, "request-reused")
    assert {(one.status_code, one.json()["code"]) for one in (unnamed, late)} == {(400, "invalid-time")}
