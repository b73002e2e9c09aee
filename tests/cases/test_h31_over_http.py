"""H31 over HTTP: a walk through the pages meets every surviving row once, and each page says truthfully whether more follow."""

from collections.abc import Iterator
from typing import Any

import httpx

from factories import HandClock, TimedStore
from service import Service, serving

LIST = "/me/core-memories"


def filled(service: Service, size: int, user: str = "A") -> None:
    """Keep so many rows of a person."""
    service.store.for_user(user).save_many([{"content": f"Row number {number}"} for number in range(size)])


def pages(me: httpx.Client, path: str = LIST, **asked: Any) -> Iterator[dict[str, Any]]:
    """Yield the pages of a list from its beginning."""
    page = me.get(path, params=asked).raise_for_status().json()
    yield page
    while page["has_more"]:
        page = me.get(path, params={**asked, "cursor": page["next_cursor"]}).raise_for_status().json()
        yield page


def test_a_walk_meets_every_surviving_row_once_while_another_client_adds_and_erases(service: Service) -> None:
    filled(service, 501)
    me, another = service.client("A"), service.client("A")
    original = [row["memory_id"] for page in pages(me, limit=200) for row in page["items"]]
    seen: list[str] = []
    gone: set[str] = set()

    for number, page in enumerate(pages(me, limit=200)):
        seen += [row["memory_id"] for row in page["items"]]
        for place in (number, number + 250, number + 490):
            gone.add(original[place])
            assert another.delete(f"{LIST}/{original[place]}").status_code in (200, 202)
        for new in range(5):
            assert another.post(LIST, json={"content": f"Row number {1_000 + 5 * number + new}"}).status_code == 201

    assert len(original) == 501
    assert len(seen) == len(set(seen))
    assert set(original) - gone <= set(seen)
    assert seen == sorted(seen)


def test_the_last_of_501_rows_is_reached_at_any_size_of_page(service: Service) -> None:
    filled(service, 501)
    me = service.client("A")

    sizes = {limit: [len(page["items"]) for page in pages(me, limit=limit)] for limit in (50, 167, 200, 1_000)}

    assert sizes == {50: [50] * 10 + [1], 167: [167] * 3, 200: [200, 200, 101], 1_000: [200, 200, 101]}


def test_rows_of_one_instant_have_a_total_order() -> None:
    with TimedStore(HandClock()) as store, serving(store) as service:
        filled(service, 40)

        walked = [row["memory_id"] for page in pages(service.client("A"), limit=7) for row in page["items"]]

    assert len(set(walked)) == len(walked) == 40


LISTS = (
    LIST, "/me/memories", "/me/memory-candidates", "/me/deletions", "/me/activity", "/admin/callers", "/admin/audit", "/admin/alerts",
)  # fmt: skip


def test_every_list_lowers_a_limit_or_refuses_it(service: Service) -> None:
    me = service.client("A")

    wide = [me.get(path, params={"limit": 1_000}) for path in LISTS]
    wrong = [me.get(path, params={"limit": limit}) for path in LISTS for limit in (0, -1, "ten", "1.5", 10**30, "")]

    assert {(answer.status_code, answer.json().get("applied_limit", 200)) for answer in wide} == {(200, 200)}
    assert {(answer.status_code, answer.json()["code"], answer.json()["details"]["field"]) for answer in wrong} == {
        (400, "invalid-field", "limit")
    }


def test_no_list_takes_a_cursor_that_it_did_not_give_out(service: Service) -> None:
    for user in ("A", "B"):
        filled(service, 3, user)
    me, other = service.client("A"), service.client("B")
    own, theirs = (client.get(LIST, params={"limit": 1}).json()["next_cursor"] for client in (me, other))
    forged = ["x", "MA", "Zg.Zg", "é", "=" * 9, "%00", "01991b3c-5a00-7000-8000-000000000001", own[:-2] + "AA", own + "A", theirs, "\x00"]

    answers = [me.get(path, params={"cursor": cursor}) for path in LISTS for cursor in forged]
    of_another_list = [me.get(path, params={"cursor": own}) for path in LISTS[2:]]

    assert {(answer.status_code, answer.json()["code"]) for answer in (*answers, *of_another_list)} == {(400, "invalid-cursor")}


def test_what_waits_is_walked_to_its_end_however_much_it_is(service: Service) -> None:
    person = service.store.for_user("A")
    with_more = [{"content": f"Row number {number}", "source": "inferred", "reason": "said so"} for number in range(230)]
    person.save_many(with_more)
    me = service.client("A")

    walked = [one["proposed_content"] for page in pages(me, "/me/memory-candidates", limit=100) for one in page["candidates"]]

    assert sorted(walked) == sorted(one["content"] for one in with_more)
    assert len(person.candidates()) == 230


def test_what_may_not_be_seen_takes_no_place_on_a_page(service: Service) -> None:
    guess = {"source": "inferred", "reason": "said so"}
    service.store.for_user("A", workspace="work").save_many(
        [{"content": f"Row number {n}", "scope": "workspace", **guess} for n in range(30)]
    )
    service.store.for_user("A").save("I may like rowing", source="inferred", reason="said so")

    (page,) = pages(service.client("A"), "/me/memory-candidates", limit=10)

    assert [one["proposed_content"] for one in page["candidates"]] == ["I may like rowing"]


def test_a_cursor_still_works_when_its_row_is_gone(service: Service) -> None:
    filled(service, 3)
    me = service.client("A")
    first = me.get(LIST, params={"limit": 1}).json()
    me.delete(f"{LIST}/{first['items'][0]['memory_id']}")

    rest = me.get(LIST, params={"cursor": first["next_cursor"]}).json()

    assert (len(rest["items"]), rest["has_more"], rest["next_cursor"]) == (2, False, None)


def test_a_list_cannot_be_sorted_otherwise(service: Service) -> None:
    me = service.client("A")

    answers = [me.get(LIST, params={name: "updated_at"}) for name in ("sort", "order_by", "sort_by", "offset", "page")]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(400, "unknown-field")}


def test_erasures_are_walked_latest_first_while_more_of_them_come(service: Service) -> None:
    filled(service, 12)
    me = service.client("A")
    rows = [row["memory_id"] for row in me.get(LIST).json()["items"]]
    done = [me.delete(f"{LIST}/{row}").json()["deletion"]["deletion_id"] for row in rows[:7]]
    seen: list[str] = []

    for number, page in enumerate(pages(me, "/me/deletions", limit=3)):
        seen += [one["deletion_id"] for one in page["deletions"]]
        me.delete(f"{LIST}/{rows[7 + number]}")

    assert seen == sorted(done, reverse=True)


def test_what_grep_finds_is_walked_to_its_end(service: Service) -> None:
    filled(service, 120)
    me = service.client("A")
    seen: list[str] = []
    cursor: str | None = None

    while True:
        page = me.post("/me/memory-grep", json={"pattern": "Row", "cursor": cursor}).raise_for_status().json()
        seen += [row["memory_id"] for row in page["items"]]
        cursor = page["next_cursor"]
        if not page["has_more"]:
            break

    assert len(seen) == len(set(seen)) == 120
    assert cursor is None
