"""The line to one MCP client, in this process: what is read, what is answered, and when it ends."""

import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import pytest

from engines import a_store
from keptmind import AnswerLater, OwnerMemory
from keptmind.model.memory import Memory as Row
from keptmind.surfaces.mcp.lines import Unreadable, mended, read
from keptmind.surfaces.mcp.stdio import serve
from keptmind.surfaces.mcp.wire import Wire
from surface.mcp_server import HELLO

Talk = Callable[["Far"], None]


class Far:
    """The client's end of a line."""

    def __init__(self, saying: BinaryIO, hearing: BinaryIO) -> None:
        self.saying = saying
        self.hearing = hearing
        self.heard: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Send one message."""
        self.saying.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.saying.flush()

    def hear(self) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.hearing.readline())
        self.heard.append(message)
        return message

    def greet(self, **capabilities: Any) -> None:
        """Open the session."""
        self.send(id=0, method="initialize", params={**HELLO, "capabilities": capabilities})
        self.hear()
        self.send(method="notifications/initialized")

    def call(self, name: str, **arguments: Any) -> None:
        """Call a tool."""
        self.send(id=1, method="tools/call", params={"name": name, "arguments": arguments})

    def leave(self) -> None:
        """Say nothing more, and hear what is left."""
        self.saying.close()
        self.heard += [json.loads(line) for line in self.hearing]


@contextmanager
def line() -> Iterator[tuple[Wire, Far]]:
    """Lay a line; both ends are gone afterwards."""
    (their_reading, our_writing), (our_reading, their_writing) = os.pipe(), os.pipe()
    with os.fdopen(our_writing, "wb") as saying, os.fdopen(our_reading, "rb") as hearing:
        yield Wire(reading=their_reading, writing=their_writing), Far(saying, hearing)


def served(me: OwnerMemory, talk: Talk, *, patience: float = 30, **more: Any) -> Far:
    """Serve a client that talks from another thread, until it leaves; a signal handler wants the main thread here."""
    with line() as (wire, far):

        def client() -> None:
            try:
                talk(far)
            finally:
                if not far.saying.closed:
                    far.saying.close()

        thread = threading.Thread(target=client)
        thread.start()
        serve(me.tools(tool_mode="all", **more), wire, patience=patience)
        os.close(wire.writing)
        thread.join()
        os.close(wire.reading)
    return far


@pytest.fixture
def me() -> Iterator[OwnerMemory]:
    with a_store() as store:
        yield store.for_user("A")


def answered(far: Far) -> dict[str, Any]:
    """Return what the tool call came to."""
    found: dict[str, Any] = next(
        message["result"]["structuredContent"] for message in far.heard if message.get("id") == 1 and "method" not in message
    )
    return found


def test_a_call_is_answered_even_when_its_client_has_left(me: OwnerMemory) -> None:
    me.save("The user owns a boat.")

    def talk(far: Far) -> None:
        far.greet()
        far.call("search_core_memories", query="boat")
        far.leave()

    assert [row["content"] for row in answered(served(me, talk))["memories"]] == ["The user owns a boat."]


@pytest.mark.parametrize(("content", "left"), [({"erase": True}, 0), ({"erase": False}, 1), ({}, 1), (None, 1)])
def test_the_owner_is_asked_over_the_line(content: dict[str, Any] | None, left: int, me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        asked = far.hear()
        assert asked["method"] == "elicitation/create"
        assert "The user owns a boat." in asked["params"]["message"]
        far.send(id=asked["id"], result={"action": "accept", **({} if content is None else {"content": content})})
        far.hear()
        far.leave()

    far = served(me, talk)

    assert len(me.list().items) == left
    assert ("deletion" in answered(far)) == (left == 0)


def test_a_client_that_refuses_to_ask_is_one_that_says_no(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        far.send(id=far.hear()["id"], error={"code": -32603, "message": "no"})
        far.hear()
        far.leave()

    assert answered(served(me, talk))["error"]["code"] == "confirmation-needed"
    assert me.get(memory.id) == memory


@pytest.mark.parametrize("capabilities", [{}, {"elicitation": {"url": {}}}])
def test_a_client_that_cannot_ask_erases_nothing(capabilities: dict[str, Any], me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(**capabilities)
        far.call("forget_core_memory", memory_id=memory.id)
        far.hear()
        far.leave()

    assert answered(served(me, talk))["error"]["code"] == "confirmation-needed"


def test_a_host_s_own_confirmation_is_asked_instead(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        far.leave()

    assert "deletion" in answered(served(me, talk, confirm=lambda _row: True))


def test_a_host_that_would_answer_later_has_not_said_yes(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def later(row: Row) -> bool:
        raise AnswerLater

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        far.leave()

    assert answered(served(me, talk, confirm=later))["error"]["code"] == "confirmation-needed"


def test_a_row_that_changes_while_its_owner_is_asked_is_not_erased(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        asked = far.hear()
        me.update(memory.id, expected_revision=1, content="The user owns a kite.")
        far.send(id=asked["id"], result={"action": "accept", "content": {"erase": True}})
        far.hear()
        far.leave()

    assert answered(served(me, talk))["error"]["code"] == "confirmation-needed"
    assert me.get(memory.id).content == "The user owns a kite."


def test_a_question_that_is_never_answered_does_not_keep_the_server(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        far.hear()
        far.leave()

    served(me, talk, patience=0.01)

    assert me.get(memory.id) == memory


def test_a_call_that_its_client_cancels_is_not_waited_for(me: OwnerMemory) -> None:
    memory = me.save("The user owns a boat.").memory
    assert memory is not None

    def talk(far: Far) -> None:
        far.greet(elicitation={})
        far.call("forget_core_memory", memory_id=memory.id)
        far.hear()
        far.send(method="notifications/cancelled", params={"requestId": 1})
        far.leave()

    served(me, talk)

    assert me.get(memory.id) == memory


def test_what_cannot_be_read_is_said_and_ends_nothing(me: OwnerMemory) -> None:
    def talk(far: Far) -> None:
        far.greet()
        far.saying.write(b"no json\n\n")
        far.saying.flush()
        assert far.hear()["error"]["code"] == -32700
        far.send(id=2, method="ping", params={})
        far.hear()
        far.leave()

    assert served(me, talk).heard[-1] == {"jsonrpc": "2.0", "id": 2, "result": {}}


def test_a_signal_ends_the_service(me: OwnerMemory) -> None:
    def talk(far: Far) -> None:
        far.greet()
        far.send(id=2, method="ping", params={})
        far.hear()
        os.kill(os.getpid(), signal.SIGTERM)
        far.heard += [json.loads(line) for line in far.hearing]

    assert served(me, talk).heard[-1]["id"] == 2


def test_a_client_that_no_longer_listens_ends_the_service(me: OwnerMemory) -> None:
    def talk(far: Far) -> None:
        far.greet()
        far.hearing.close()
        with contextlib.suppress(BrokenPipeError):  # the service may have ended by then
            far.send(id=2, method="ping", params={})
            far.send(id=3, method="ping", params={})

    served(me, talk)


def test_a_message_is_read_as_it_was_sent_but_for_lone_surrogates() -> None:
    message = read(rb'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a\ud83d": ["\ud83d", "\ud83c\udf75", 1]}}')

    assert message.model_dump()["params"] == {"a\ufffd": ["\ufffd", "🍵", 1]}


@pytest.mark.parametrize(
    ("body", "changes"), [(rb'{"jsonrpc":"2.0","method":"x"}', False), (rb'{"jsonrpc":"2.0","method":"\uD83D"}', True)]
)
def test_a_body_is_rewritten_only_where_it_has_to_be(body: bytes, changes: bool) -> None:
    assert (mended(body) != body) == changes
    assert mended(mended(body)) == mended(body)


def test_an_unreadable_body_says_what_to_answer() -> None:
    with pytest.raises(Unreadable) as caught:
        mended(b"{")

    assert caught.value.reply.model_dump()["error"]["code"] == -32700


def test_the_store_outlives_the_line(me: OwnerMemory) -> None:
    served(me, lambda far: far.greet())

    assert me.save("The user owns a boat.").outcome == "created"
