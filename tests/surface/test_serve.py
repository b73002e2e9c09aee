"""`keptmind serve` as a process: what it tells first, what it refuses, how it ends; and keys from the command line."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from factories import a_url
from keptmind import Memory
from keptmind.errors import InvalidSettings
from keptmind.surfaces.http.serve import listening
from keptmind.surfaces.messages import say
from service import serving
from surface.terminal import Here, Terminal

LIST = "/me/core-memories"


class Running:
    """A service that was started as a process, and what it told."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.told: list[str] = []

    def read(self, lines: int) -> list[str]:
        """Return what it told, once there are so many lines."""
        assert self.process.stdout is not None
        while len(self.told) < lines:
            line = self.process.stdout.readline()
            assert line, (self.told, self.complaint())
            self.told.append(line.rstrip("\n"))
        return self.told

    def complaint(self) -> str:
        """Return what it wrote to standard error."""
        return (self.folder / "stderr").read_text(encoding="utf-8")

    @property
    def address(self) -> str:
        """Where it listens, as it told."""
        found: list[str] = re.findall(r"http://[^\s/]+", self.told[0])
        return found[0]


@contextmanager
def started(folder: Path, *options: str, **environment: str) -> Iterator[Running]:
    """Start the service on a free port and end it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KEPTMIND_")}
    program = [str(Path(sys.executable).with_name("keptmind")), "serve", "--port", "0", *options]
    with (folder / "stderr").open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            program, cwd=folder, env={**kept, **environment}, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8"
        )
        try:
            yield Running(process, folder)
        finally:
            process.kill()
            process.wait(30)
            if process.stdout is not None:
                process.stdout.close()


def test_the_first_start_tells_a_key_and_a_link_before_it_answers(tmp_path: Path) -> None:
    with started(tmp_path, "--user", "ann") as service:
        listening, first, link = service.read(3)
        key = first.rpartition(" ")[2]
        headers = {"Authorization": f"Bearer {key}", "X-Keptmind-User": "ann"}

        alive = httpx.get(f"{service.address}/healthz")
        kept = httpx.post(f"{service.address}{LIST}", json={"content": "I live in Lyon"}, headers=headers)
        with httpx.Client() as browser:
            page = browser.get(link.rpartition(" ")[2])
            listed = browser.get(f"{service.address}{LIST}")

    assert "127.0.0.1" in listening
    assert key.startswith("km_")
    assert alive.status_code == 200
    assert kept.status_code == 201
    assert "ann" in page.text
    assert [row["content"] for row in listed.json()["items"]] == ["I live in Lyon"]
    assert key not in service.complaint()
    assert "Lyon" not in service.complaint()


def test_a_second_start_makes_no_other_key(tmp_path: Path) -> None:
    with started(tmp_path) as service:
        service.read(3)
    with started(tmp_path) as service:
        told = service.read(2)

    assert not any("km_" in line for line in told)


def test_with_json_it_tells_where_it_listens_as_one_object(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        with started(tmp_path, "--user", "ann", "--json") as service:
            told.append(json.loads(service.read(1)[0]))

    assert [(set(one), one["user_id"]) for one in told] == [({"address", "key", "user_id", "link"}, "ann")] * 2
    assert told[0]["key"].startswith("km_")
    assert told[1]["key"] is None
    assert all(one["link"].startswith(f"{one['address']}/sign-in/") for one in told)


def test_it_tells_in_chinese_where_chinese_is_spoken(tmp_path: Path) -> None:
    with started(tmp_path, LC_ALL="zh_CN.UTF-8", PYTHONUTF8="0") as service:
        told = service.read(3)

    assert told[0].startswith("keptmind 正在")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_when_told_to(tmp_path: Path, how: signal.Signals) -> None:
    with started(tmp_path) as service:
        key = service.read(3)[1].rpartition(" ")[2]
        httpx.post(
            f"{service.address}{LIST}",
            json={"content": "I live in Lyon"},
            headers={"Authorization": f"Bearer {key}", "X-Keptmind-User": "a"},
        )
        httpx.post(
            f"{service.address}/me/memory-search",
            json={"query": "live"},
            headers={"Authorization": f"Bearer {key}", "X-Keptmind-User": "a"},
        )

        service.process.send_signal(how)
        ended = service.process.wait(30)

    assert ended in ({signal.SIGTERM: (0,), signal.SIGINT: (130,)}[how])
    assert not (tmp_path / "memory.db-wal").exists()
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("a")
        assert me.list().items[0].content == "I live in Lyon"
    assert "Traceback" not in service.complaint()


def test_others_are_not_let_in_before_there_is_a_key(terminal: Terminal) -> None:
    refused = terminal.run("serve", "--host", "0.0.0.0", "--port", "0")

    assert refused.code == 2
    assert "not listened on before there is a key: keptmind keys create" in refused.err
    assert "[invalid-settings]" in refused.err


def test_a_port_that_is_taken_is_told_in_one_line(terminal: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = terminal.run("serve", "--port", str(taken.getsockname()[1]))

    assert refused.code == 2
    (told,) = (line for line in refused.err.splitlines() if not line.startswith("{"))  # beside what is logged
    assert told == "keptmind: the setting port cannot be used: another program listens there [invalid-settings]"


@pytest.mark.parametrize(
    ("host", "problem"),
    [
        ("192.0.2.1", "cannot be listened on"),
        *((named, "there is no host of that name") for named in ("no.such.host.invalid", "a..b", f"{'a' * 64}.test")),
    ],
)
def test_an_address_that_is_not_this_machines_cannot_be_listened_on(host: str, problem: str) -> None:
    with pytest.raises(InvalidSettings) as told:
        listening(host, 0)

    assert told.value.details == {"field": "host", "problem": problem}


def test_a_consent_mode_looser_than_the_tenants_is_told_as_that() -> None:
    details = {"field": "consent_mode", "loosest": "confirm"}

    assert say("invalid-settings", "en", details) == "the setting consent_mode cannot be used; none looser than confirm"
    assert say("invalid-settings", "zh", details) == "设置 consent_mode 无法使用；不能比 confirm 更宽松"


def test_with_a_key_others_are_let_in_under_known_names_only(tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        store.house.tidy()
    Here(tmp_path).run("keys", "create", "first", "--any-user")
    with started(tmp_path, "--host", "0.0.0.0", KEPTMIND_HOSTS="memory.test") as service:
        service.read(2)
        port = service.address.rpartition(":")[2]
        statuses = [
            httpx.get(f"http://127.0.0.1:{port}/healthz", headers={"Host": host}).status_code
            for host in ("memory.test", f"memory.test:{port}", "localhost", "evil.test", "memory.test.evil.test", "")
        ]

    assert statuses == [200, 200, 200, 400, 400, 400]


def test_keys_are_made_listed_changed_and_ended(here: Here) -> None:
    made = here.run("keys", "create", "phone", "--for-user", "ann", "--verb", "read", "--json").shape
    caller = made["caller"]["caller_id"]

    listed = here.run("keys", "list", "--json").shape["items"]
    rotated = here.run("keys", "rotate", caller, "--json").shape
    here.run("keys", "revoke", caller, "--json")
    ended = here.run("keys", "list", "--json").shape["items"]

    assert [(one["name"], one["grant"]["users"], one["grant"]["verbs"]) for one in listed] == [("phone", ["ann"], ["read"])]
    assert made["key"] != rotated["key"]
    assert made["key"] not in str(listed)
    assert ended[0]["revoked_at"] is not None
    assert here.run("keys", "rotate", caller).code == 4


def test_keys_are_told_in_the_shape_in_which_http_tells_them(here: Here) -> None:
    made = here.run("keys", "create", "phone", "--for-user", "ann", "--json").shape
    listed = here.run("keys", "list", "--json").shape
    ended = here.run("keys", "revoke", made["caller"]["caller_id"], "--json").shape

    with Memory(a_url(here.folder)) as store, serving(store) as service:
        admin = service.client()
        shown = {one["name"]: one for one in admin.get("/admin/callers").json()["items"]}
        issued = admin.post("/admin/callers", json={"name": "phone", "users": ["ann"]}).json()
        pages = admin.get("/admin/callers").json()

    assert shown["phone"] == ended["caller"]
    assert [set(one) for one in (made, listed)] == [set(one) for one in (issued, pages)]
    assert made["key"].startswith(made["caller"]["prefix"])


def test_a_key_can_be_named_by_the_prefix_that_is_shown(here: Here) -> None:
    made = here.run("keys", "create", "phone", "--for-user", "ann", "--json").shape
    here.run("keys", "create", "watch", "--for-user", "ann")

    rotated = here.run("keys", "rotate", made["caller"]["prefix"], "--json").shape
    gone = here.run("keys", "rotate", made["caller"]["prefix"])
    ended = here.run("keys", "revoke", f"{rotated['caller']['prefix']}…", "--json").shape

    assert rotated["caller"]["caller_id"] == ended["caller"]["caller_id"] == made["caller"]["caller_id"]
    assert "[caller-not-found]" in gone.err
    assert [one["revoked_at"] is None for one in here.run("keys", "list", "--json").shape["items"]] == [False, True]
    for named in (rotated["caller"]["prefix"], rotated["key"], "km_"):
        assert "[caller-not-found]" in here.run("keys", "revoke", named).err


def test_the_list_of_keys_shows_what_limits_each(here: Here) -> None:
    here.run("keys", "create", "phone", "--for-user", "ann", "--verb", "read")
    here.run("keys", "create", "desk", "--any-user", "--in-workspace", "work", "--for-purpose", "task", "--exclude-kind", "goal",
             "--highest-sensitivity", "private", "--only-field", "title")  # fmt: skip

    free, bound = here.run("keys", "list").out.splitlines()

    assert free.endswith("…  phone  ann  read")
    assert bound.endswith(
        "  any user  forget,manage,read,settings,write  for the purposes task  in the workspaces work, and what is global"
        "  only the fields title  without the kinds goal  at most private"
    )


def test_what_a_key_lacks_is_told_by_the_options(here: Here) -> None:
    assert "(--for-user or --any-user)" in here.run("keys", "create", "x").err
    assert "(--for-user 或 --any-user)" in here.run("keys", "create", "x", "--locale", "zh").err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("keys", "create", "x"), "missing-identity"),
        (("keys", "create", "x", "--any-user", "--for-user", "a"), "invalid-field"),
        (("keys", "create", "x", "--any-user", "--verb", "fly"), "unknown-word"),
        (("keys", "create", "x", "--any-user", "--in-workspace", "nowhere"), "unknown-word"),
        (("keys", "create", " ", "--any-user"), "missing-identity"),
        (("keys", "revoke", "x"), "caller-not-found"),
    ],
)
def test_a_key_that_cannot_be_made_is_told_why(here: Here, arguments: tuple[str, ...], code: str) -> None:
    here.run("save", "I like tea", "--user", "ann")

    assert f"[{code}]" in here.run(*arguments).err


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_an_answer_does_not_wait_for_the_one_before_to_be_acknowledged(host: str) -> None:
    with closing(listening(host, 0)) as listener, closing(socket.create_connection(listener.getsockname()[:2])):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # by which asyncio knows that it may switch Nagle's algorithm off
