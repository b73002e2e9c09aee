"""Groups: what is shared, with whom, and how it ends."""

import pytest

from factories import texts
from keptmind import Memory
from keptmind.errors import InvalidField, NotAMember, NotFound


def grouped(store: Memory, *members: str) -> None:
    for member in members:
        store.group("g1").add(member)


def test_a_member_reads_what_another_shares_and_nothing_else_of_theirs(store: Memory) -> None:
    grouped(store, "A", "B")
    mine = store.for_user("A", group="g1")
    mine.save("Dinner is at seven", share="group:g1")
    mine.save("Dinner with a secret guest")

    found = texts(store.for_user("B", group="g1").search("dinner"))

    assert found == ["Dinner is at seven"]


@pytest.mark.parametrize(("reader", "group"), [("B", None), ("B", "g2"), ("C", "g1"), ("C", None)])
def test_without_the_group_in_the_route_or_membership_nothing_is_seen(reader: str, group: str | None, store: Memory) -> None:
    grouped(store, "A", "B")
    store.group("g2").add("B")
    store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1")

    found = store.for_user(reader, group=group).search("dinner")

    assert found == []


def test_groups_of_one_name_in_two_tenants_are_two_groups(store: Memory) -> None:
    grouped(store, "A", "B")
    store.group("g1", tenant="T2").add("B")
    store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1")

    found = store.for_user("B", tenant="T2", group="g1").search("dinner")

    assert found == []


@pytest.mark.parametrize("leaver", ["A", "B"])
def test_leaving_ends_seeing_and_being_seen_at_once(leaver: str, store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1")
    reader = store.for_user("B", group="g1")
    before = texts(reader.search("dinner"))

    store.group("g1").remove(leaver)

    assert before == ["Dinner is at seven"]
    assert reader.search("dinner") == []
    assert reader.context("When is dinner today?").text == ""


def test_who_joins_again_sees_again(store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1")
    store.group("g1").remove("B")

    store.group("g1").add("B")

    assert texts(store.for_user("B", group="g1").search("dinner")) == ["Dinner is at seven"]
    assert store.group("g1").members() == ["A", "B"]


def test_sharing_with_a_group_one_is_not_in_is_refused(store: Memory) -> None:
    grouped(store, "B")

    with pytest.raises(NotAMember):
        store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1")

    assert store.for_user("A").list().items == ()


def test_an_edit_that_shares_with_a_foreign_group_is_refused(store: Memory) -> None:
    grouped(store, "B")
    me = store.for_user("A", group="g1")
    saved = me.save("Dinner is at seven").memory
    assert saved is not None

    with pytest.raises(NotAMember):
        me.update(saved.id, expected_revision=1, share="group:g1")

    assert me.get(saved.id).share == "private"
    assert store.for_user("B", group="g1").search("dinner") == []


@pytest.mark.parametrize("share", ["group", "group:", "public", "everyone", "group: ", "", 7])
def test_a_share_is_private_or_names_a_group(share: object, store: Memory) -> None:
    with pytest.raises(Exception, match=r"invalid-field|missing-identity"):
        store.for_user("A").save("Dinner is at seven", share=share)  # type: ignore[arg-type]


def test_a_member_may_not_change_or_erase_what_another_shares(store: Memory) -> None:
    grouped(store, "A", "B")
    saved = store.for_user("A", group="g1").save("Dinner is at seven", share="group:g1").memory
    assert saved is not None
    other = store.for_user("B", group="g1")

    for act in (other.get, other.suppress, other.archive, other.restore, other.forget):
        with pytest.raises(NotFound):
            act(saved.id)
    with pytest.raises(NotFound):
        other.update(saved.id, expected_revision=1, content="Dinner is at eight")

    assert other.list().items == ()
    assert store.for_user("A").get(saved.id).content == "Dinner is at seven"


def test_what_is_shared_follows_edits_pauses_and_erasure(store: Memory) -> None:
    grouped(store, "A", "B")
    mine, other = store.for_user("A", group="g1"), store.for_user("B", group="g1")
    saved = mine.save("Dinner is at seven", share="group:g1").memory
    assert saved is not None
    seen = [texts(other.search("dinner"))]

    mine.update(saved.id, expected_revision=1, content="Dinner is at eight")
    seen.append(texts(other.search("dinner")))
    mine.suppress(saved.id)
    seen.append(texts(other.search("dinner")))
    mine.restore(saved.id)
    seen.append(texts(other.search("dinner")))
    mine.update(saved.id, expected_revision=4, share="private")
    seen.append(texts(other.search("dinner")))
    mine.update(saved.id, expected_revision=5, share="group:g1")
    seen.append(texts(other.search("dinner")))
    mine.forget(saved.id)
    seen.append(texts(other.search("dinner")))

    assert seen == [["Dinner is at seven"], ["Dinner is at eight"], [], ["Dinner is at eight"], [], ["Dinner is at eight"], []]


def test_in_a_group_channel_only_public_rows_and_those_shared_with_that_group_surface(store: Memory) -> None:
    grouped(store, "A", "B")
    store.group("g2").add("A")
    mine = store.for_user("A", group="g1")
    mine.save("Dinner is private")
    mine.save("Dinner is public", sensitivity="public")
    mine.save("Dinner is shared", share="group:g1")
    mine.save("Dinner is shared elsewhere", share="group:g2")
    store.for_user("B", group="g1").save("Dinner of another", share="group:g1")

    found = sorted(texts(store.for_user("A", group="g1", channel="group").search("dinner")))

    assert found == ["Dinner is public", "Dinner is shared", "Dinner of another"]


def test_an_explicit_read_in_a_group_channel_tells_no_more(store: Memory) -> None:
    grouped(store, "A")
    store.for_user("A").save("Dinner is private")

    found = store.for_user("A", group="g1", channel="group", read_mode="explicit").search("dinner")

    assert found == []


def test_a_list_in_a_group_channel_tells_no_more(store: Memory) -> None:
    grouped(store, "A")
    store.for_user("A").save("Dinner is private")

    page = store.for_user("A", group="g1", channel="group").list()

    assert page.items == ()


def test_a_group_channel_without_a_group_shows_public_rows_alone(store: Memory) -> None:
    store.for_user("A").save("Dinner is private")
    store.for_user("A").save("Dinner is public", sensitivity="public")

    found = texts(store.for_user("A", channel="group").search("dinner"))

    assert found == ["Dinner is public"]


def test_what_is_written_in_a_group_conversation_is_shared_with_that_group(store: Memory) -> None:
    grouped(store, "A", "B")
    said = {"group": "g1", "channel": "group", "conversation": "c1"}
    mine, other = store.for_user("A", **said), store.for_user("B", **said)  # type: ignore[arg-type]

    saved = [
        mine.save("Dinner is at seven", scope="conversation"),
        mine.save("Likes dinner early"),
        mine.save("Dinner is mine", scope="conversation", share="private"),
    ]

    assert [one.memory and one.memory.share for one in saved] == ["group:g1", "private", "private"]
    assert texts(other.search("dinner")) == ["Dinner is at seven"]


def test_what_is_shared_keeps_to_its_scope(store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1", workspace="work").save("Dinner is at seven", share="group:g1", scope="workspace")

    found = [texts(store.for_user("B", group="g1", workspace=name).search("dinner")) for name in ("work", "research", None)]

    assert found == [["Dinner is at seven"], [], []]


def test_sealed_rows_are_never_shared(store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1").save("Dinner is sealed", share="group:g1", sensitivity="sealed")

    found = [store.for_user("B", group="g1", read_mode=mode).search("dinner") for mode in ("default", "dream", "explicit")]

    assert found == [[], [], []]


def test_a_blank_group_or_member_is_refused(store: Memory) -> None:
    with pytest.raises(Exception, match="missing-identity"):
        store.group(" ")
    with pytest.raises(Exception, match="missing-identity"):
        store.group("g1").add("")
    with pytest.raises(InvalidField):
        store.group("g1" * 200)


def test_what_another_shared_is_not_said_to_be_the_readers_own_wish(store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1").save("Dinner is always at seven", kind="constraint", share="group:g1")
    store.for_user("B", group="g1").save("No onions at dinner", kind="constraint")

    block = store.for_user("B", group="g1").context("When is dinner?").text

    own, _, others = block.partition("## relevant facts")
    assert "No onions at dinner (you said)" in own
    assert "Dinner is always at seven (shared by another member of the group)" in others
    assert "Dinner is always at seven" not in own


def test_what_another_shared_comes_only_where_it_matches(store: Memory) -> None:
    grouped(store, "A", "B")
    store.for_user("A", group="g1").save("Dinner is always at seven", kind="constraint", share="group:g1")

    block = store.for_user("B", group="g1").context("Which train goes to Lyon?")

    assert block.text == ""
