"""A person's memories over HTTP: kept, corrected by revision, erased, and each answer as it is documented."""

import httpx
import pytest

from service import Service

LIST = "/me/core-memories"


def saved(me: httpx.Client, content: str, **more: object) -> dict[str, object]:
    """Keep a statement and return its memory."""
    answer = me.post(LIST, json={"content": content, **more})
    assert answer.status_code in (200, 201), answer.text
    memory: dict[str, object] = answer.json()["memory"]
    return memory


def test_what_is_saved_is_found_and_after_it_was_forgotten_it_is_not(service: Service) -> None:
    me = service.client("ann")
    row = saved(me, "I drink my tea without sugar", category="preference")

    found = me.post("/me/memory-search", json={"query": "sugar in tea"}).json()["hits"]
    gone = me.delete(f"{LIST}/{row['memory_id']}")

    assert [hit["memory"]["memory_id"] for hit in found] == [row["memory_id"]]
    assert gone.status_code in (200, 202)
    assert gone.json()["deletion"]["count"] == 1
    assert me.get(f"{LIST}/{row['memory_id']}").status_code == 404
    assert me.post("/me/memory-search", json={"query": "sugar in tea"}).json()["hits"] == []


def test_a_save_says_by_its_status_what_it_came_to(service: Service) -> None:
    me = service.client("ann")

    statuses = [
        me.post(LIST, json={"content": content, **more}).status_code
        for content, more in (
            ("I like tea", {}),
            ("I like tea", {}),
            ("I do not like tea", {}),
            ("I may like rowing", {"source": "inferred", "reason": "said so"}),
            ("my password is hunter2", {}),
        )
    ]

    assert statuses == [201, 200, 200, 202, 422]


def test_a_refused_statement_is_told_its_rule_and_a_wording_without_the_secret(service: Service) -> None:
    answer = service.client("ann").post(LIST, json={"content": "my password is hunter2"})

    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["rule"]) == ("content-refused", "secret")
    assert "hunter2" not in answer.text


def test_two_editors_of_one_revision_are_told_apart(service: Service) -> None:
    me = service.client("ann")
    where = f"{LIST}/{saved(me, 'I live in Lyon')['memory_id']}"

    first = me.patch(where, json={"content": "I live in Nice"}, headers={"If-Match": '"1"'})
    second = me.patch(where, json={"content": "I live in Lille", "expected_revision": 1})

    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    assert (second.status_code, second.json()["code"], second.json()["current_revision"]) == (409, "stale-revision", 2)
    assert me.get(where).json()["memory"]["content"] == "I live in Nice"


def test_a_change_without_a_revision_is_not_made(service: Service) -> None:
    me = service.client("ann")
    where = f"{LIST}/{saved(me, 'I live in Lyon')['memory_id']}"

    answers = [
        me.patch(where, json={"content": "I live in Nice"}),
        me.patch(where, json={"content": "I live in Nice", "expected_revision": 1}, headers={"If-Match": '"2"'}),
        me.patch(where, json={"content": "I live in Nice"}, headers={"If-Match": "*"}),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (400, "revision-unknown"),
        (400, "invalid-field"),
        (400, "invalid-field"),
    ]
    assert me.get(where).json()["memory"]["revision"] == 1


def test_what_a_correction_leaves_out_stays(service: Service) -> None:
    me = service.client("ann")
    row = saved(me, "I live in Lyon", title="Home", tags=["place"])

    changed = me.patch(f"{LIST}/{row['memory_id']}", json={"expected_revision": 1, "tags": ["city"]}).json()["memory"]

    assert (changed["title"], changed["content"], changed["tags"]) == ("Home", "I live in Lyon", ["city"])


def test_a_preview_erases_what_it_showed_and_only_as_it_was_shown(service: Service) -> None:
    me = service.client("ann")
    rows = [saved(me, content) for content in ("My dog is called Rex", "Rex sleeps a lot", "I like tea")]
    shown = me.post("/me/forget-preview", json={"query": "Rex"}).json()
    me.patch(f"{LIST}/{rows[0]['memory_id']}", json={"content": "My dog is called Max", "expected_revision": 1})

    stale = me.post("/me/forget", json={"token": shown["token"]})
    fresh = me.post("/me/forget-preview", json={"query": "Rex"}).json()
    gone = me.post("/me/forget", json={"token": fresh["token"]})
    stolen = service.client("bo").post("/me/forget", json={"token": fresh["token"]})

    assert {row["memory_id"] for row in shown["memories"]} == {rows[0]["memory_id"], rows[1]["memory_id"]}
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-revision")
    assert [row["content"] for row in fresh["memories"]] == ["Rex sleeps a lot"]
    assert gone.json()["deletion"]["memory_ids"] == [rows[1]["memory_id"]]
    assert (stolen.status_code, stolen.json()["code"]) == (400, "invalid-cursor")


@pytest.mark.parametrize(("verbs", "status"), [(["read"], 403), (["read", "write", "manage"], 403), (["read", "forget"], 200)])
def test_only_who_may_erase_is_shown_all_that_an_erasure_would_take(service: Service, verbs: list[str], status: int) -> None:
    saved(service.client("ann"), "I keep Rex in the drawer", sensitivity="sealed")

    shown = service.client("ann", key=service.key(any_user=True, verbs=verbs)).post("/me/forget-preview", json={"query": "Rex"})

    assert shown.status_code == status
    assert ("drawer" in shown.text) is (status == 200)
    assert status == 200 or shown.json()["code"] == "verb-not-granted"


def test_who_may_erase_and_not_read_is_shown_no_text(service: Service) -> None:
    row = saved(service.client("ann"), "My dog is called Rex")
    blind = service.client("ann", key=service.key(any_user=True, verbs=["forget"]))

    answer = blind.post("/me/forget-preview", json={"query": "Rex"})

    assert (answer.status_code, answer.json()["code"]) == (403, "verb-not-granted")
    assert blind.delete(f"{LIST}/{row['memory_id']}").status_code in (200, 202)


def test_everything_is_erased_by_who_repeats_their_name(service: Service) -> None:
    me = service.client("ann")
    saved(me, "I like tea")

    wrong = me.request("DELETE", LIST, json={"confirm": "bo"})
    right = me.request("DELETE", LIST, json={"confirm": "ann"})
    operation = me.get("/me/deletions").json()["deletions"][0]["deletion_id"]

    assert (wrong.status_code, wrong.json()["code"]) == (400, "not-confirmed")
    assert right.json()["deletion"]["count"] == 1
    assert me.get(f"/me/deletions/{operation}").json()["deletion"]["count"] == 1
    assert service.client("bo").get(f"/me/deletions/{operation}").status_code == 404


def test_what_waits_can_be_accepted_edited_and_turned_down(service: Service) -> None:
    me = service.client("ann")
    for content in ("I may like rowing", "I may like chess"):
        me.post(LIST, json={"content": content, "source": "inferred", "reason": "said so"})
    first, second = (one["candidate_id"] for one in me.get("/me/memory-candidates").json()["candidates"])

    accepted = me.post(f"/me/memory-candidates/{first}/accept", json={"content": "I like rowing"})
    rejected = me.post(f"/me/memory-candidates/{second}/reject")
    late = me.post(f"/me/memory-candidates/{second}/accept")

    assert accepted.json()["memory"]["content"] == "I like rowing"
    assert rejected.json()["candidate"]["proposed_content"] == ""
    assert (late.status_code, late.json()["code"]) == (409, "candidate-decided")
    assert me.get("/me/memory-candidates").json()["candidates"] == []


def test_the_states_of_a_memory_are_changed_by_hand(service: Service) -> None:
    me = service.client("ann")
    where = f"{LIST}/{saved(me, 'I like tea')['memory_id']}"

    told = [
        me.post(f"{where}/{verb}").json()["memory"] for verb in ("suppress", "restore", "archive", "restore", "pin", "unpin", "confirm")
    ]

    assert [one["status"] for one in told] == ["suppressed", "active", "archived", "active", "active", "active", "active"]
    assert [one["pinned_at"] is not None for one in told[4:6]] == [True, False]
    assert me.post(f"{where}/feedback", json={"feedback": "wrong"}).json()["memory"]["status"] == "suppressed"
    assert me.post(f"{where}/complete").json()["code"] == "not-completable"


def test_a_conflict_that_is_nobodys_change_is_not_titled_as_one(service: Service) -> None:
    me = service.client("ann")
    named = {"Idempotency-Key": "r1"}
    me.post(LIST, json={"content": "I like tea"}, headers=named)
    candidate = me.post(LIST, json={"content": "I may like cocoa", "source": "inferred", "reason": "said so"}).json()["candidate"]
    place = f"/me/memory-candidates/{candidate['candidate_id']}"
    me.post(f"{place}/reject")

    reused = me.post(LIST, json={"content": "I like coffee"}, headers=named)
    decided = me.post(f"{place}/accept")
    chinese = me.post(f"{place}/accept", headers={"Accept-Language": "zh"})

    assert (reused.status_code, reused.json()["title"]) == (409, "this idempotency key was used before, for another request")
    assert (decided.status_code, decided.json()["title"]) == (409, "this candidate has been decided already")
    assert (chinese.status_code, chinese.json()["title"]) == (409, "这个候选已有结果")


def test_an_earlier_revision_is_restored_as_a_new_one(service: Service) -> None:
    me = service.client("ann")
    where = f"{LIST}/{saved(me, 'I live in Lyon')['memory_id']}"
    me.patch(where, json={"content": "I live in Nice", "expected_revision": 1})

    restored = me.post(f"{where}/versions/1/restore", headers={"If-Match": '"2"'})
    versions = me.get(f"{where}/versions").json()["versions"]

    assert (restored.json()["memory"]["content"], restored.json()["memory"]["revision"]) == ("I live in Lyon", 3)
    assert [one["content"] for one in versions] == ["I live in Lyon", "I live in Nice", "I live in Lyon"]


def test_blocks_come_in_the_language_asked_for(service: Service) -> None:
    me = service.client("ann")
    me.post(f"{LIST}/{saved(me, '讲解时不要用公式', category='constraint')['memory_id']}/pin")
    saved(me, "我喜欢晨跑", category="preference")

    core = me.get("/me/core-block", params={"locale": "zh"}).json()["core_block"]
    block = me.post("/me/memory-context", json={"messages": [{"role": "user", "content": "我喜欢什么运动？晨跑吗"}]}).json()["context"]

    assert "讲解时不要用公式" in core["text"]
    assert "我喜欢晨跑" in block["text"]
    assert "讲解时不要用公式" not in block["text"]


def test_the_persons_settings_hold_at_once(service: Service) -> None:
    me = service.client("ann")
    saved(me, "I like tea")

    changed = me.patch("/me/memory-settings", json={"write_enabled": False, "delivery": {"work": "both"}, "time_zone": "Asia/Shanghai"})
    refused = me.post(LIST, json={"content": "I have a dog"})

    assert changed.json()["settings"]["delivery"] == {"work": "both"}
    assert (refused.status_code, refused.json()["code"]) == (403, "writing-disabled")
    assert me.get(LIST).json()["items"][0]["content"] == "I like tea"
    assert me.patch("/me/memory-settings", json={"delivery": {"work": "loud"}}).json()["code"] == "unknown-word"


def test_the_old_layer_keeps_its_names_and_its_scope(service: Service) -> None:
    me = service.client("ann", workspace="work")
    saved(me, "Work only", scope_type="workspace", memory_key="tea")

    put = me.put("/me/memories", json={"memory_key": "Tea", "content": "I like tea", "category": "preference"})
    again = me.put("/me/memories", json={"memory_key": "tea", "content": "I like milk", "category": "preference"})
    listed = me.get("/me/memories")
    gone = me.delete("/me/memories/tea")

    assert put.status_code == 201
    assert again.json() == {"memory": {"memory_key": "tea", "content": "I like milk", "category": "preference"}}
    assert listed.json()["memories"] == [{"memory_key": "tea", "content": "I like milk", "category": "preference"}]
    assert all("deprecation" in answer.headers for answer in (put, again, listed, gone))
    assert gone.json()["deletion"]["count"] == 1
    assert [row["content"] for row in me.get(LIST).json()["items"]] == ["Work only"]
    assert me.delete("/me/memories/tea").status_code == 404


def test_the_old_layer_lists_only_what_holds_now_and_one_memory_a_key(service: Service) -> None:
    me = service.client("ann")
    retired = saved(me, "I like green tea", memory_key="tea")
    me.post(f"{LIST}/{retired['memory_id']}/archive")
    paused = saved(me, "I like rowing", memory_key="sport")
    me.post(f"{LIST}/{paused['memory_id']}/suppress")
    saved(me, "The office is in Lyon", memory_key="office", valid_to="2020-01-01")
    saved(me, "The office is in Nice", memory_key="desk", valid_from="2999-01-01")
    saved(me, "I keep no key for this")
    for key in ("tea", "dog", "cat"):
        saved(me, f"I have a {key} of mine", memory_key=key)

    first = me.get("/me/memories", params={"limit": 2}).json()
    rest = me.get("/me/memories", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [[row["memory_key"] for row in page["memories"]] for page in (first, rest)] == [["tea", "dog"], ["cat"]]
    assert (first["has_more"], first["applied_limit"], rest["has_more"]) == (True, 2, False)


def test_what_the_old_layer_may_not_replace_waits_for_the_person(service: Service) -> None:
    me = service.client("ann")
    me.put("/me/memories", json={"memory_key": "tea", "content": "I like green tea"})
    me.post(f"{LIST}/{me.get(LIST).json()['items'][0]['memory_id']}/suppress")

    put = me.put("/me/memories", json={"memory_key": "tea", "content": "I like black tea"})

    assert (put.status_code, put.json()) == (202, {"memory": {"memory_key": "tea", "content": "I like black tea", "category": "fact"}})
    assert [one["proposed_content"] for one in me.get("/me/memory-candidates").json()["candidates"]] == ["I like black tea"]
    assert me.get(LIST).json()["items"][0]["content"] == "I like green tea"


def test_what_outgrows_the_core_block_is_refused_with_what_could_make_room(service: Service) -> None:
    me = service.client("ann")
    rows = [saved(me, f"{letter} {'likes long walks ' * 35}".strip(), memory_key=letter) for letter in ("Ann", "Bo")]
    for row in rows:
        assert me.post(f"{LIST}/{row['memory_id']}/pin").status_code == 200

    longer = me.post(LIST, json={"content": f"Ann {'likes long walks ' * 60}".strip(), "memory_key": "Ann"})

    assert (longer.status_code, longer.json()["rule"]) == (422, "core-full")
    assert set(longer.json()["details"]["room"]) <= {row["memory_id"] for row in rows}
    assert longer.json()["details"]["size"] > longer.json()["details"]["limit"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("zh-CN,zh;q=0.9", "在你能看到的范围内没有这条记忆"), ("fr, en;q=0.5", "there is no such memory within your reach")],
)
def test_a_problem_is_told_in_the_readers_language(service: Service, language: str, told: str) -> None:
    answer = service.client("ann").get(f"{LIST}/00000000-0000-7000-8000-000000000000", headers={"Accept-Language": language})

    assert answer.json()["detail"] == told
    assert answer.json()["code"] == "memory-not-found"
