"""H20 over HTTP: nothing a caller names is pasted into SQL, wherever it is named."""

from typing import Any

import pytest

from service import Service

LIST = "/me/core-memories"
CRAFTED = (
    "team') = 1 OR 1=1 --", "a.b[0]", "created_at; drop table memories", "$where", "团队", "content", "owner", "' OR '1'='1", '"; --', "%",
    "_", "\\",
)  # fmt: skip
NARROWING = ("category", "target", "scope_type", "status", "sensitivity", "workspace_type")
HEADERS = ("Workspace", "Mode", "Purpose", "Channel", "Read-Mode")


@pytest.fixture(autouse=True)
def filled(service: Service) -> None:
    service.store.for_user("A").save("Team x meets on Monday", key="team")
    service.store.for_user("B").save("Team y meets on Friday", key="team")


def owners(answer: Any) -> set[str]:
    """Return whose rows an answer holds, by what is in them."""
    return {whose for whose, text in (("A", "Team x"), ("B", "Team y")) if text in answer.text}


def test_a_crafted_name_is_unknown_in_every_query_and_body(service: Service) -> None:
    me = service.client("A")

    queries = [me.get(LIST, params={name: "x"}) for name in CRAFTED]
    bodies = [me.post("/me/memory-search", json={"query": "team", name: "x"}) for name in (*CRAFTED, "filters", "metadata", "user_id")]
    saves = [me.post(LIST, json={"content": "Team z", name: "x"}) for name in CRAFTED if name != "content"]

    assert {(answer.status_code, answer.json()["code"]) for answer in (*queries, *bodies, *saves)} == {(400, "unknown-field")}
    assert {"category", "scope_type", "status", "text"} <= set(queries[0].json()["details"]["allowed"])


def test_a_crafted_word_is_refused_with_what_is_allowed(service: Service) -> None:
    me = service.client("A")

    answers = [me.get(LIST, params={name: word}) for name in NARROWING for word in CRAFTED]
    headers = [me.get(LIST, headers=[(f"X-Keptmind-{name}".encode(), word.encode())]) for name in HEADERS for word in CRAFTED]

    assert {answer.status_code for answer in (*answers, *headers)} == {400}
    assert {answer.json()["code"] for answer in (*answers, *headers)} == {"unknown-word", "unknown-workspace"}
    assert all(answer.json()["details"]["allowed"] for answer in (*answers, *headers))


def test_no_crafted_text_reaches_a_row_of_another(service: Service) -> None:
    me = service.client("A")

    answers = [
        ask
        for text in (*CRAFTED, "Team y", "team")
        for ask in (
            me.get(LIST, params={"text": text}),
            me.post("/me/memory-search", json={"query": text}),
            me.post("/me/memory-grep", json={"pattern": text}),
            me.post("/me/memory-context", json={"query": text}),
            me.post("/me/forget-preview", json={"query": text}),
            me.get(LIST, params={"scope_type": f"workspace:{text}"}),
        )
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert set().union(*(owners(answer) for answer in answers)) == {"A"}


def test_a_crafted_identity_is_a_literal_that_nobody_has(service: Service) -> None:
    me, anybody = service.client("A"), service.client()
    names = ("Account", "Assistant", "Conversation", "Group", "Run", "Destination")

    persons = [anybody.get(LIST, headers=[(b"X-Keptmind-User", word.encode())]) for word in CRAFTED]
    routes = [me.get(LIST, headers=[(f"X-Keptmind-{name}".encode(), word.encode())]) for name in names for word in CRAFTED]

    assert {answer.status_code for answer in (*persons, *routes)} == {200}
    assert set().union(*(owners(answer) for answer in persons)) == set()
    assert [owners(answer) for answer in routes] == [{"A"}] * len(routes)


def test_a_crafted_key_of_the_old_layer_is_a_literal_key(service: Service) -> None:
    me = service.client("A")
    keys = [key for key in CRAFTED if key not in ("%", "_", "\\")]  # nothing is left of these when a key is folded

    for key in keys:
        assert me.put("/me/memories", json={"memory_key": key, "content": f"Of {key}"}).status_code in (200, 201)

    kept = {row["content"] for row in me.get("/me/memories").json()["memories"]}
    assert kept == {"Team x meets on Monday", *(f"Of {key}" for key in keys)}
    assert len(service.store.for_user("B").list().items) == 1
