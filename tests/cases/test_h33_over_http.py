"""H33 over HTTP: of two edits of one revision the second loses nothing and is told, whoever made the first."""

from typing import Any

import httpx

from service import Service

LIST = "/me/core-memories"
FULL: dict[str, Any] = {
    "content": "Meets on Monday",
    "category": "preference",
    "memory_key": "meeting",
    "title": "Meeting",
    "subject": "team",
    "tags": ["a", "b"],
    "sensitivity": "public",
    "purposes": ["task"],
    "expires_at": "2099-01-01",
    "review_after": "2098-01-01",
    "valid_from": "2020-01-01",
    "valid_to": "2099-06-01",
    "reason": "planning",
}


def saved(me: httpx.Client, **said: Any) -> tuple[str, dict[str, Any]]:
    """Keep a statement; return its address and what it is."""
    answer = me.post(LIST, json=said)
    assert answer.status_code == 201, answer.text
    memory: dict[str, Any] = answer.json()["memory"]
    return f"{LIST}/{memory['memory_id']}", memory


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """Return the names of what differs."""
    return {name for name in before if before[name] != after[name]}


def test_the_second_of_two_tabs_is_told_where_the_row_stands_and_can_merge(service: Service) -> None:
    first, second = service.client("A"), service.client("A")
    path, _ = saved(first, content="Meets on Monday")
    opened = [tab.get(path).headers["ETag"] for tab in (first, second)]

    won = first.patch(path, json={"content": "Meets on Tuesday"}, headers={"If-Match": opened[0]})
    lost = second.patch(path, json={"content": "Meets on Friday"}, headers={"If-Match": opened[1]})
    stands = second.get(path)
    merged = second.patch(
        path, json={"content": "Meets on Tuesday and Friday"}, headers={"If-Match": f'"{lost.json()["current_revision"]}"'}
    )
    versions = [one["content"] for one in second.get(f"{path}/versions").json()["versions"]]

    assert (won.status_code, won.headers["ETag"]) == (200, '"2"')
    assert (lost.status_code, lost.json()["code"], lost.json()["current_revision"]) == (409, "stale-revision", 2)
    assert stands.json()["memory"]["content"] == "Meets on Tuesday"
    assert merged.json()["memory"]["revision"] == 3
    assert versions == ["Meets on Monday", "Meets on Tuesday", "Meets on Tuesday and Friday"]


def test_what_was_changed_through_another_door_meanwhile_is_not_overwritten(service: Service) -> None:
    tab = service.client("A")
    path, row = saved(tab, content="Meets on Monday")

    service.store.for_user("A").update(row["memory_id"], expected_revision=1, content="Meets on Tuesday")
    lost = tab.patch(path, json={"content": "Meets on Friday", "expected_revision": 1})

    assert (lost.status_code, lost.json()["current_revision"]) == (409, 2)
    assert tab.get(path).json()["memory"]["content"] == "Meets on Tuesday"


def test_a_partial_edit_leaves_every_other_field_alone(service: Service) -> None:
    me = service.client("A")
    path, before = saved(me, **FULL)

    after = me.patch(path, json={"expected_revision": 1, "tags": ["c"]}).json()["memory"]

    assert after["tags"] == ["c"]
    assert changed(before, after) == {"tags", "revision", "updated_at"}
    assert me.get(path).json()["memory"] == after


def test_null_clears_one_field_and_no_other(service: Service) -> None:
    me = service.client("A")
    path, before = saved(me, **FULL)
    names = ("memory_key", "title", "subject", "expires_at", "review_after", "valid_to", "reason")

    for revision, name in enumerate(names, start=1):
        after = me.patch(path, json={"expected_revision": revision, name: None}).json()["memory"]

        assert after[name] is None
        assert changed(before, after) == {name, "revision", "updated_at"}
        before = after


def test_what_cannot_be_absent_cannot_be_cleared(service: Service) -> None:
    me = service.client("A")
    path, _ = saved(me, **FULL)

    answers = [me.patch(path, json={"expected_revision": 1, name: None}) for name in ("content", "category", "target", "tags")]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(400, "invalid-field")}
    assert me.get(path).json()["memory"]["revision"] == 1


def test_a_replacement_of_the_old_layer_leaves_alone_what_it_has_no_name_for(service: Service) -> None:
    me = service.client("A")
    path, before = saved(me, **FULL)

    put = me.put("/me/memories", json={"memory_key": "meeting", "content": "Meets on Tuesday"})

    after = me.get(path).json()["memory"]
    assert put.json() == {"memory": {"memory_key": "meeting", "content": "Meets on Tuesday", "category": "preference"}}
    # that the old words were public says nothing of the new ones
    assert changed(before, after) == {"content", "sensitivity", "revision", "updated_at", "last_confirmed_at"}
    assert after["sensitivity"] == "private"


def test_a_second_erasure_does_not_bring_the_first_back(service: Service) -> None:
    me = service.client("A")
    paths = [saved(me, content=content)[0] for content in ("Meets on Monday", "Likes tea")]

    for path in paths:
        assert me.delete(path).status_code in (200, 202)

    assert me.get(LIST).json()["items"] == []
    assert [me.get(path).status_code for path in paths] == [404, 404]


def test_a_restored_version_asks_for_the_revision_too(service: Service) -> None:
    me = service.client("A")
    path, _ = saved(me, content="Meets on Monday")
    me.patch(path, json={"expected_revision": 1, "content": "Meets on Tuesday"})

    unsaid = me.post(f"{path}/versions/1/restore")
    stale = me.post(f"{path}/versions/1/restore", json={"expected_revision": 1})
    done = me.post(f"{path}/versions/1/restore", headers={"If-Match": '"2"'})

    assert (unsaid.status_code, unsaid.json()["code"]) == (400, "revision-unknown")
    assert (stale.status_code, stale.json()["current_revision"]) == (409, 2)
    assert (done.json()["memory"]["content"], done.headers["ETag"]) == ("Meets on Monday", '"3"')
