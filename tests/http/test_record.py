"""What is on record and what is counted, over HTTP: for the owner, for auditors, for operators; and never a text."""

import json
import threading
from collections.abc import Iterator

import httpx
import pytest

from factories import MeteredStore
from keptmind.model.audit import Action
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.http.serve import own_session
from operations import Places
from service import Service, serving

LIST = "/me/core-memories"
MARK = "zugzwangmarker"


def test_a_person_sees_who_did_what_with_their_memories(service: Service) -> None:
    me = service.client("ann")
    row = me.post(LIST, json={"content": f"I like {MARK}"}, headers={"X-Request-ID": "save-1"}).json()["memory"]
    me.post("/me/memory-search", json={"query": MARK}, headers={"X-Request-ID": "search-1"})
    me.delete(f"{LIST}/{row['memory_id']}")

    page = me.get("/me/activity").json()

    acts = [(event["action"], event["request_id"]) for event in page["items"] if event["request_id"].endswith("-1")]
    assert acts == [("memory.search", "search-1"), ("memory.created", "save-1")]
    assert page["items"][0]["action"] in ("memory.deleted", "memory.read")
    assert {event["user_id"] for event in page["items"]} == {"ann"}
    assert MARK not in json.dumps(page)


def test_the_record_is_walked_page_by_page_without_a_gap(service: Service) -> None:
    me = service.client("ann")
    for number in range(7):
        me.post(LIST, json={"content": f"My note {number} says so"}, headers={"X-Request-ID": f"r{number}"})

    walked: list[str] = []
    cursor = None
    while cursor is not None or not walked:
        page = me.get("/me/activity", params={"limit": 3, **({"cursor": cursor} if cursor else {})}).json()
        walked += [event["request_id"] for event in page["items"] if event["action"] == "memory.created"]
        cursor = page["next_cursor"]

    assert walked == [f"r{number}" for number in reversed(range(7))]


def test_auditors_see_acts_and_no_text_and_others_do_not_see_them(service: Service) -> None:
    service.client("ann").post(LIST, json={"content": f"I like {MARK}"})
    service.client("bo").get(f"{LIST}/00000000-0000-7000-8000-000000000000")
    auditor = service.client(key=service.key(any_user=True, verbs=["audit"]))
    plain = service.client(key=service.key(any_user=True))

    everybody, one = auditor.get("/admin/audit"), auditor.get("/admin/audit", params={"user": "ann", "action": "memory.created"})
    refused = [plain.get(path) for path in ("/admin/audit", "/admin/alerts", "/metrics")]

    assert {"ann", "bo"} <= {event["user_id"] for event in everybody.json()["items"]}
    assert [event["action"] for event in one.json()["items"]] == ["memory.created"]
    assert MARK not in everybody.text
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(403, "verb-not-granted")}
    assert auditor.get("/admin/audit", params={"action": "nothing"}).json()["code"] == "unknown-word"


def test_a_try_at_anothers_memory_is_an_alert_and_answers_like_a_miss(service: Service) -> None:
    row = service.client("ann").post(LIST, json={"content": "I like tea"}).json()["memory"]
    thief = service.client("bo")

    theirs, nobodys = thief.get(f"{LIST}/{row['memory_id']}"), thief.get(f"{LIST}/00000000-0000-7000-8000-000000000000")
    alerts = service.client().get("/admin/alerts").json()["items"]

    assert (theirs.status_code, theirs.json()) == (nobodys.status_code, nobodys.json())
    assert [(event["action"], event["rule"], event["user_id"]) for event in alerts] == [("memory.alert", "cross-owner", "bo")]


TRIED = {
    "candidate_id": ("POST", "/me/memory-candidates/{}/reject", None),
    "question_id": ("POST", "/me/questions/{}", {"keep": "both"}),
    "deletion_id": ("GET", "/me/deletions/{}", None),
}


@pytest.mark.parametrize("named", TRIED)
def test_a_try_at_anything_of_anothers_is_an_alert_and_answers_like_a_miss(named: str, service: Service) -> None:
    method, path, said = TRIED[named]
    theirs = Places(service, "ann").made[named]()
    thief, admin = service.client("bo"), service.client()
    nobodys = thief.request(method, path.format("00000000-0000-7000-8000-000000000000"), json=said)
    before = admin.get("/admin/alerts").json()["items"]

    stolen = thief.request(method, path.format(theirs), json=said)

    alerts = admin.get("/admin/alerts").json()["items"]
    assert (stolen.status_code, stolen.json()) == (nobodys.status_code, nobodys.json())
    assert before == []
    assert [(one["action"], one["rule"], one["user_id"]) for one in alerts] == [("memory.alert", "cross-owner", "bo")]


def test_whoever_looks_at_flags_and_metrics_is_on_record(service: Service) -> None:
    admin = service.client()
    admin.get("/admin/flags", headers={"X-Request-ID": "flags-1"})
    admin.get("/metrics", headers={"X-Request-ID": "metrics-1"})
    service.store.house.journal.flush()

    events = admin.get("/admin/audit", params={"action": "memory.read"}).json()["items"]

    assert {("flags", "flags-1"), ("metrics", "metrics-1")} <= {(one["rule"], one["request_id"]) for one in events}


def test_another_site_that_tries_to_use_a_browser_is_on_record(service: Service) -> None:
    browser = service.nobody()
    browser.get(f"/sign-in/{service.desk.sessions.link(own_session('ann'))}")

    refused = browser.post(LIST, json={"content": "I like tea"}, headers={"Origin": "https://evil.example", "X-Request-ID": "cross-1"})
    events = service.client("ann").get("/me/activity").json()["items"]

    assert refused.json()["code"] == "cross-site"
    assert [(one["action"], one["rule"], one["caller"]) for one in events if one["request_id"] == "cross-1"] == [
        ("memory.policy_denied", "cross-site", "browser")
    ]


def test_what_is_counted_equals_what_is_on_record() -> None:
    meter = PrometheusMeter()
    with MeteredStore(meter) as store, serving(store, meter=meter) as service:
        me = service.client("ann")
        for content in ("I like tea", "I like tea", "I do not like tea", "my password is hunter2"):
            me.post(LIST, json={"content": content})
        me.post(LIST, json={"content": "I may like chess", "source": "inferred", "reason": "said so"})
        me.post("/me/memory-search", json={"query": "tea"})
        me.put("/me/memories", json={"memory_key": "tea", "content": "Tea is for later"})
        events = me.get("/me/activity", params={"limit": 200}).json()["items"]
        text = service.client().get("/metrics").text

    counted = {line.split(" ")[0]: float(line.split(" ")[1]) for line in text.splitlines() if line.startswith("keptmind_")}
    for action in (Action.CREATED, Action.UPDATED, Action.REFUSED, Action.CANDIDATE_CREATED, Action.SEARCH):
        on_record = sum(event["action"] == action.value for event in events)
        assert counted[f'keptmind_events_total{{action="{action.value}"}}'] == on_record > 0
    assert counted['keptmind_old_layer_calls_total{verb="put"}'] == 1
    assert "ann" not in text


def asked(client: httpx.Client, path: str) -> Iterator[httpx.Response]:
    """Ask again and again, for as long as an answer may be kept and more."""
    for _ in range(100):
        yield client.get(path)
        threading.Event().wait(0.1)


def test_the_service_says_whether_memory_can_be_used(service: Service) -> None:
    nobody = service.nobody()

    alive, ready = nobody.get("/healthz"), nobody.get("/readyz")
    service.store.house.store.close()
    down = next(answer for answer in asked(nobody, "/readyz") if answer.status_code != 200)

    assert alive.json() == {"status": "ok"}
    assert (ready.status_code, ready.json()["ok"], ready.json()["degradations"]) == (200, True, [])
    assert (down.status_code, down.json()["ok"]) == (503, False)
    assert nobody.get("/healthz").status_code == 200


def test_while_the_store_is_away_every_route_says_so(service: Service) -> None:
    me = service.client("ann")
    service.store.house.store.close()

    answers = [me.get(LIST), me.post(LIST, json={"content": "I like tea"}), me.post("/me/memory-search", json={"query": "tea"})]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(503, "store-closed")}


@pytest.mark.parametrize("path", ["/me/activity", "/admin/audit", "/admin/alerts"])
def test_a_forged_cursor_is_refused(service: Service, path: str) -> None:
    answer = service.client("ann").get(path, params={"cursor": "Zm9yZ2Vk"})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-cursor")
