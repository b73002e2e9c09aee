"""`keptmind mcp`: what its options offer, and what it says where it cannot start."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import a_store
from keptmind import Memory, call_tool, tool_schemas
from keptmind.policy.identity import access_context
from keptmind.surfaces.cli.mcp import offered
from keptmind.surfaces.cli.options import Options
from keptmind.surfaces.cli.verb import Desk, Voice
from surface.mcp_server import McpProcess
from surface.terminal import CLEAN, PROGRAM, Terminal

WITHOUT = 'import sys\nsys.modules["mcp"] = None\n'


@pytest.fixture
def desk() -> Iterator[Desk]:
    with a_store() as store:
        context = access_context("A", store.house.rulebook, tenant="default")
        yield Desk(house=store.house, context=context, voice=Voice(options=Options(user="A"), locale="zh"))


@pytest.mark.parametrize(("forget", "offers", "erases"), [("ask", True, False), ("allow", True, True), ("off", False, False)])
def test_whether_a_client_may_erase_is_the_person_s_choice(forget: str, offers: bool, erases: bool, desk: Desk) -> None:
    memory = desk.house.memories.save(desk.context, {"content": "The user owns a boat."}).memory
    assert memory is not None
    context = offered(desk, "default", forget)

    answer = call_tool(context, "forget_core_memory", {"memory_id": memory.id})

    assert ("forget_core_memory" in [one["function"]["name"] for one in tool_schemas(context)]) == offers
    assert ("deletion" in answer) == erases


def test_the_tools_speak_the_language_of_the_environment(desk: Desk) -> None:
    assert call_tool(offered(desk, "all", "ask"), "nothing")["error"]["message"].startswith("tool 的取值不认识")


@pytest.mark.parametrize(("locale", "told"), [("en", "it needs the extra"), ("zh", "需要附加组件")])
def test_without_the_extra_it_says_what_to_install(locale: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])))

    with McpProcess(tmp_path, "--locale", locale, environment={"PYTHONPATH": path}) as server:
        code = server.leave()
        assert told in server.errors
        assert "pip install 'keptmind[mcp]'" in server.errors

    assert code == 2
    assert server.lines == []
    assert not (tmp_path / "memory.db").exists()


def test_without_a_user_nothing_is_opened(terminal: Terminal) -> None:
    said = terminal.run("mcp")

    assert (said.code, said.out) == (2, "")
    assert "KEPTMIND_USER" in said.err
    assert not terminal.file.exists()


def test_without_a_stream_to_listen_on_it_says_so(terminal: Terminal) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" mcp --user A <&-', PROGRAM],
        cwd=terminal.folder,
        env={**CLEAN, "LC_ALL": "C"},
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stdout) == (1, b"")
    assert b"[error]" in done.stderr
    assert b"Traceback" not in done.stderr


def test_its_help_is_for_people(terminal: Terminal) -> None:
    said = terminal.run("mcp", "--help")

    assert said.code == 0
    assert "--forget" in said.out


def test_what_it_serves_is_what_the_options_say(tmp_path: Path) -> None:
    with Memory(f"sqlite:///{tmp_path / 'memory.db'}") as store:
        memory = store.for_user("A").save("The user owns a boat.").memory
    assert memory is not None
    with McpProcess(tmp_path, "--tools", "all", "--forget", "allow") as server:
        server.greet()
        names = [tool["name"] for tool in server.ask("tools/list", {})["result"]["tools"]]
        answer: dict[str, Any] = json.loads(server.call("forget_core_memory", {"memory_id": memory.id})["content"][0]["text"])
        server.leave()

    assert len(names) == 10
    assert answer["deletion"]["receipt"]["memories"] == 1
