"""H26, the race itself: the same said at once is one memory, different things all stay, one edit wins."""

import subprocess
import sys
from pathlib import Path

import pytest

from factories import a_url, listed, rows
from keptmind import Memory

SAVER = """
import sys
from keptmind import Memory
url, text = sys.argv[1:]
with Memory(url) as store:
    saved = store.for_user("A").save(text)
    print(saved.outcome.value, saved.memory.id)
"""

EDITOR = """
import sys
from keptmind import Memory
from keptmind.errors import StaleRevision
url, memory_id, text = sys.argv[1:]
with Memory(url) as store:
    try:
        print("won", store.for_user("A").update(memory_id, expected_revision=1, content=text).revision)
    except StaleRevision as stale:
        print("stale", stale.current_revision)
"""


def at_once(program: str, *several: tuple[str, ...]) -> list[str]:
    """Run a program once for each set of arguments, all together, and return what each printed."""
    running = [subprocess.Popen([sys.executable, "-c", program, *one], stdout=subprocess.PIPE, text=True) for one in several]
    return [process.communicate(timeout=120)[0].strip() for process in running]


@pytest.mark.slow
def test_twenty_at_once_of_the_same_are_one_memory(tmp_path: Path) -> None:
    url = a_url(tmp_path)
    Memory(url).close()

    told = at_once(SAVER, *[(url, "I take the 7:40 train")] * 20)

    outcomes = [line.split()[0] for line in told]
    assert sorted(outcomes) == ["created"] + ["same"] * 19
    assert len({line.split()[1] for line in told}) == 1
    assert rows(tmp_path / "memory.db", "SELECT COUNT(*) FROM memories") == [(1,)]


@pytest.mark.slow
def test_twenty_different_things_at_once_all_stay(tmp_path: Path) -> None:
    url = a_url(tmp_path)
    Memory(url).close()
    things = "tea coffee cocoa juice cider mead sake rum gin milk water broth soup stew rice bread figs plums nuts cheese".split()

    told = at_once(SAVER, *[(url, f"I take {thing} with me") for thing in things])

    assert {line.split()[0] for line in told} == {"created"}
    assert len({line.split()[1] for line in told}) == 20


@pytest.mark.slow
def test_of_two_edits_at_once_one_wins_and_the_history_is_one_line(tmp_path: Path) -> None:
    url = a_url(tmp_path)
    with Memory(url) as store:
        memory = store.for_user("A").save("I take the train").memory
        assert memory is not None

    told = at_once(EDITOR, (url, memory.id, "I take the tram"), (url, memory.id, "I take the ferry"))

    with Memory(url) as store:
        me = store.for_user("A")
        assert sorted(told) == ["stale 2", "won 2"]
        assert [version.revision for version in me.history(memory.id)] == [1, 2]
        assert len(listed(me)) == 1
