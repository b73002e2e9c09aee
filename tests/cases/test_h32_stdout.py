"""H32: nothing but the protocol comes out of the stdio server, whatever prints, logs or warns; text is UTF-8 in any locale."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from factories import a_url
from keptmind import Memory
from keptmind.engines.migrate import CREATE_LEDGER, ENTER_LEDGER, SQLITE_TOKENS, shipped, spell
from surface.mcp_server import McpProcess, is_json_rpc, loud, parameters

pytestmark = pytest.mark.slow  # every test starts a process
TEXT = "用户喜欢喝抹茶 🍵 naïve"
WISH = {"memory_key": "茶", "content": TEXT, "category": "preference", "scope_type": "global"}


def an_old_store(file: Path) -> None:
    """Leave a store as the first version of the schema had it."""
    first = shipped()[0]
    connection = sqlite3.connect(file)
    for statement in (spell(CREATE_LEDGER, SQLITE_TOKENS), *first.statements(SQLITE_TOKENS)):
        connection.execute(statement)
    connection.execute(ENTER_LEDGER, {"version": first.version, "name": first.name, "checksum": first.checksum})
    connection.commit()
    connection.close()


def content(result: dict[str, Any]) -> dict[str, Any]:
    """Return what a tool answered."""
    found: dict[str, Any] = json.loads(result["content"][0]["text"])
    return found


def test_every_line_of_a_whole_session_is_a_message_of_the_protocol(tmp_path: Path) -> None:
    with McpProcess(tmp_path, "--preset", "companion", environment=loud(tmp_path)) as server:
        greeting = server.greet()
        listed = server.ask("tools/list", {})
        saved = content(server.call("save_core_memory", WISH))
        found = content(server.call("search_core_memories", {"query": "抹茶"}))
        bad = server.call("search_core_memories", {"query": 7})
        still = server.ask("ping", {})
        code = server.terminate()

        assert code == 0
        assert all(map(is_json_rpc, server.lines))
        assert len(server.lines) == 6
        assert "printed by a log handler" in server.errors
        assert "written to descriptor 1" in server.errors
        assert "written at exit" in server.errors

    assert greeting["result"]["serverInfo"]["name"] == "keptmind"
    assert "search_core_memories" in [tool["name"] for tool in listed["result"]["tools"]]
    assert saved["memory"]["content"] == TEXT
    assert [row["content"] for row in found["memories"]] == [TEXT]
    assert bad["isError"]
    assert content(bad)["error"]["code"] == "invalid-field"
    assert still["result"] == {}
    assert TEXT not in server.errors


def test_the_bytes_on_the_wire_are_utf_8_in_the_locale_c(tmp_path: Path) -> None:
    with McpProcess(
        tmp_path, "--preset", "companion", environment={"LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    ) as server:
        server.greet()
        server.call("save_core_memory", WISH)
        server.call("search_core_memories", {"query": "抹茶"})
        server.leave()

    assert TEXT.encode() in server.lines[-1]


def test_a_pending_migration_says_nothing_on_the_wire(tmp_path: Path) -> None:
    an_old_store(tmp_path / "memory.db")

    with McpProcess(tmp_path, environment=loud(tmp_path)) as server:
        server.greet()
        code = server.leave()

    assert code == 0
    assert all(map(is_json_rpc, server.lines))
    assert (tmp_path / "memory.db.before-0002").exists()


def test_bad_arguments_give_a_tool_error_and_the_process_stays_alive(tmp_path: Path) -> None:
    many: list[object] = [[], "text", 7, {"query": None}, {"nested": [[[]]]}, {"query": "x", "user": "B"}, {"query": "\0", "limit": -1}]
    with McpProcess(tmp_path) as server:
        server.greet()
        bad = [server.call("search_core_memories", arguments) for arguments in many]
        good = server.call("search_core_memories", {"query": "x"})

    assert [answer.get("isError") for answer in bad] == [True] * len(many)
    assert {content(answer)["error"]["family"] for answer in bad} == {"invalid"}
    assert not good.get("isError")


NO_MESSAGES = [
    (b"no json", -32700, None),
    (b'{"jsonrpc": "2.0", "id": 5', -32700, None),
    (b"[" * 100_000, -32700, None),
    (b"\xff\xfe", -32700, None),
    (b"[]", -32600, None),
    (b"7", -32600, None),
    (b'{"jsonrpc": "1.0", "id": 5, "method": "ping"}', -32600, 5),
    (b'{"jsonrpc": "2.0", "id": "five", "method": "ping", "params": []}', -32600, "five"),
]


def test_a_line_that_is_no_message_is_answered_and_ends_nothing(tmp_path: Path) -> None:
    answers = []
    with McpProcess(tmp_path) as server:
        server.greet()
        for line, _, _ in NO_MESSAGES:
            server.write(line)
            answers.append(server.read())
        alive = server.ask("ping", {})

    assert [(answer["error"]["code"], answer["id"]) for answer in answers] == [(code, named) for _, code, named in NO_MESSAGES]
    assert alive["result"] == {}


def test_a_lone_surrogate_becomes_a_replacement_character(tmp_path: Path) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "save_core_memory", "arguments": WISH}})
    with McpProcess(tmp_path, "--preset", "companion") as server:
        server.greet()
        server.write(line.replace("na\\u00ef", r"\ud83d na\u00ef").encode())
        saved = content(server.answer(9)["result"])

    assert saved["memory"]["content"] == TEXT.replace("naïve", "\ufffd naïve")


def test_what_a_client_asked_before_it_left_is_answered(tmp_path: Path) -> None:
    with McpProcess(tmp_path, "--preset", "companion") as server:
        server.greet()
        server.send({"jsonrpc": "2.0", "id": 70, "method": "tools/call", "params": {"name": "save_core_memory", "arguments": WISH}})
        server.send({"jsonrpc": "2.0", "id": 71, "method": "ping", "params": {}})
        code = server.leave()

    assert code == 0
    assert {70, 71} <= {json.loads(line).get("id") for line in server.lines}
    with Memory(a_url(tmp_path)) as store:
        assert [row.content for row in store.for_user("A").list().items] == [TEXT]


def test_a_server_that_is_told_to_end_leaves_a_sound_store(tmp_path: Path) -> None:
    with McpProcess(tmp_path, "--preset", "companion") as server:
        server.greet()
        for number in range(20):
            wish = {**WISH, "memory_key": f"number_{number}", "content": f"The user owns bicycle number {number}.", "category": "fact"}
            params = {"name": "save_core_memory", "arguments": wish}
            server.send({"jsonrpc": "2.0", "id": 100 + number, "method": "tools/call", "params": params})
        server.answer(100)
        code = server.terminate()

    acknowledged = {message["id"] for message in map(json.loads, server.lines) if "result" in message and message["id"] >= 100}
    with Memory(a_url(tmp_path)) as store:
        kept = {row.key for row in store.for_user("A").list().items}
        assert all(finding.ok for finding in store.house.doctor.examine())
    assert code == 0
    assert {f"number_{one - 100}" for one in acknowledged} <= kept


def test_what_is_wrong_with_the_command_line_is_said_on_standard_error(tmp_path: Path) -> None:
    with McpProcess(tmp_path, "--tools", "many") as server:
        code = server.leave()
        assert "[unknown-word]" in server.errors

    assert code == 2
    assert server.lines == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_real_client_saves_and_finds(mode: str, tmp_path: Path) -> None:
    async def session() -> tuple[list[str], str, dict[str, Any]]:
        async with Client(StdioServerParameters(**parameters(tmp_path, "--preset", "companion")), mode=mode) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            await client.call_tool("save_core_memory", WISH)
            found = await client.call_tool("search_core_memories", {"query": "抹茶"})
            return names, client.protocol_version, found.structured_content

    names, version, found = anyio.run(session)

    assert names[0] == "search_core_memories"
    assert [row["content"] for row in found["memories"]] == [TEXT]
    assert version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode]
