"""Eight processes accept, reject, edit and forget the same twenty candidates: each is decided once, and no rejected text remains."""

import subprocess
import sys
from pathlib import Path

import pytest

from factories import a_url, bytes_of, everything, rows
from keptmind import Memory

JUDGE = """
import random, sys
from contextlib import suppress
from keptmind import Memory
from keptmind.errors import Conflict, KeptmindError, NotFound
url, number, *ids = sys.argv[1:]
chance = random.Random(int(number))
chance.shuffle(ids)
with Memory(url) as store:
    me = store.for_user("A")
    for one in ids:
        act = chance.choice(("accept", "reject", "edit", "forget"))
        try:
            if act == "reject":
                print("rejected", one, me.reject(one).status)
            else:
                memory = me.accept(one, content=f"Process {number} edited {one}" if act == "edit" else None)
                print("accepted", one, memory.id)
                if act == "forget":
                    with suppress(NotFound):  # who accepted it as well may have been first
                        me.forget(memory.id)
        except (Conflict, NotFound) as error:
            print("told", one, error.code)
"""
SECRETS = (
    "amber birch cedar daisy elder fennel ginger hazel iris juniper kelp lilac maple nettle olive poppy quince rowan sage thyme".split()
)


@pytest.mark.slow
def test_each_is_decided_once_and_no_rejected_text_remains(tmp_path: Path) -> None:
    url = a_url(tmp_path)
    with Memory(url) as store:
        me = store.for_user("A")
        saved = [me.save(f"Usually plants {word}zanzibar in spring", source="inferred", reason="garden") for word in SECRETS]
        texts = {one.candidate.id: one.candidate.proposed_content for one in saved if one.candidate}
    assert len(texts) == 20

    command = [sys.executable, "-c", JUDGE, url]
    running = [
        subprocess.Popen([*command, str(number), *texts], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for number in range(8)
    ]
    ended = [process.communicate(timeout=240) for process in running]
    Memory(url).close()

    assert [complaint for _, complaint in ended if complaint] == []
    said = [line.split() for told, _ in ended for line in told.splitlines()]
    assert len(said) == 160
    accepted = {one: {line[2] for line in said if line[:2] == ["accepted", one]} for one in texts}
    rejected = {one for one in texts if any(line[:2] == ["rejected", one] for line in said)}
    assert all(len(memories) <= 1 for memories in accepted.values()), "each becomes one memory at most"
    assert not rejected & {one for one, memories in accepted.items() if memories}, "none is both accepted and rejected"
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM memory_candidates WHERE status = 'pending'") == [(0,)]
    kept, cells = bytes_of(tmp_path / "memory.db"), everything(tmp_path / "memory.db")
    assert [one for one in rejected if texts[one].encode() in kept or texts[one] in cells] == []
