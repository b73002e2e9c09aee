"""
Edits thousands of times, forgets what was made of words that stand nowhere else, and reads every byte that is left.

Run it as `python bench/faults/erase_bytes.py --edits 6000`; it ends 0 where no word is found once the receipt is there.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from whole import every_byte, faults

from keptmind import Memory, OwnerMemory


def main() -> int:
    """Churn and erase as often as asked; end 1 where a word was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=6000)
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))  # noqa: S311
    asked = parser.parse_args()
    dice = random.Random(asked.seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        with Memory(f"sqlite:///{database}", synchronous="NORMAL") as store:
            me = store.for_user("u1")
            marked = churn(me, dice, asked.rows, asked.edits)
            before = every_byte(database)
            gone = me.forget(list(marked))
            raw = every_byte(database)
        after = every_byte(database)
        words = [word for several in marked.values() for word in several]
        present = sum(word.encode() in before for word in words)
        found = sum(word.encode() in raw for word in words)
        later = sum(word.encode() in after for word in words)
        wrong = faults(database)
    wrong += [f"{found} words are in the bytes"] if found else []
    wrong += [f"{later} words are in the bytes after closing"] if later else []
    wrong += [f"the receipt is not there: {gone.state}"] if gone.state != "bytes_gone" or gone.receipt is None else []
    wrong += ["no word was ever in the bytes: nothing was looked for"] if not present else []
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    sys.stdout.write(
        f"{asked.edits} edits (seed {asked.seed}): {len(words)} words in {len(marked)} memories, {present} seen before, {found} after, "
        f"{gone.state}, {len(raw) >> 10} KiB\n"
    )
    return 1 if wrong else 0


def churn(me: OwnerMemory, dice: random.Random, rows: int, edits: int) -> dict[str, list[str]]:
    """Save and edit at random; return the marked rows with every word that they ever held."""
    revisions: dict[str, int] = {}
    marked: dict[str, list[str]] = {}
    for number in range(rows):
        word = marker(dice)
        isolated = number % 4 == 0
        saved = me.save(text(dice, word if isolated else "plain"), title=marker(dice)[:20] if not isolated else word).memory
        assert saved is not None  # noqa: S101
        revisions[saved.id] = 1
        if isolated:
            marked[saved.id] = [word]
    ids = list(revisions)
    for _ in range(edits):
        one = dice.choice(ids)
        word = marker(dice)
        changed = me.update(one, expected_revision=revisions[one], content=text(dice, word if one in marked else "plain"))
        revisions[one] = changed.revision
        if one in marked:
            marked[one].append(word)
    return marked


def marker(dice: random.Random) -> str:
    """Return a word that stands nowhere else, and that nobody would take for a password."""
    return "zaq" + "".join(dice.choice("bdfgklmnprstv") + dice.choice("aeiou") for _ in range(8))


def text(dice: random.Random, word: str) -> str:
    """Return a text of any length, with the word at its beginning, its middle and its end."""
    filler = " ".join(f"w{dice.randrange(400)}" for _ in range(dice.randrange(1, 160)))
    return f"{word} {filler} {word} {filler} {word}"[:2000]


if __name__ == "__main__":
    sys.exit(main())
