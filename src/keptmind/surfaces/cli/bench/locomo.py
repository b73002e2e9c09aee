"""
Recall on long dialogues in the form of LoCoMo (Maharana et al. 2024): is what answers a question among the first k?

Each turn becomes one memory of its dialogue's owner, each question is searched for as it is. No data is shipped.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from keptmind.bootstrap import House, build
from keptmind.policy.identity import access_context
from keptmind.surfaces.cli.bench.progress import stage

DEPTHS = (5, 10, 20)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
HEADLINE = (1, 2, 3, 4)
BATCH = 500
NO_CAP = 1_000_000

_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")
_SESSION = re.compile(r"session_(\d+)")


SAID = ("created", "same", "updated", "candidate", "refused")  # outcomes that are told even where there are none


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question, and the turns that answer it."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One dialogue: turn id and text, and what is asked about it."""

    owner: str
    turns: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


def dialogues(file: Path) -> list[Dialogue]:
    """Read a file."""
    return [_dialogue(entry) for entry in json.loads(file.read_text("utf-8"))]


def _dialogue(entry: Mapping[str, Any]) -> Dialogue:
    turns = tuple(_turns(entry["conversation"]))
    known = {turn for turn, _ in turns}
    questions = tuple(
        Question(text=str(asked["question"]), category=asked["category"], evidence=_evidence(asked["evidence"]) & known)
        for asked in entry["qa"]
    )
    return Dialogue(owner=entry["sample_id"], turns=turns, questions=questions)


def _turns(conversation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    sessions = sorted((int(found[1]), name) for name in conversation if (found := _SESSION.fullmatch(name)))
    for _, name in sessions:
        date = conversation.get(f"{name}_date_time", "")
        for turn in conversation[name]:
            image = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield turn["dia_id"], f"({date}) {turn['speaker']}: {turn['text']}{image}"


def _evidence(named: Sequence[str]) -> frozenset[str]:
    return frozenset(f"D{session}:{turn}" for text in named for session, turn in _EVIDENCE.findall(text))


@dataclass(slots=True, kw_only=True)
class Tally:
    """What one run comes to."""

    outcomes: Counter[str]
    recalls: dict[int, list[tuple[float, ...]]]
    times: list[float]

    def recall(self, categories: Sequence[int]) -> tuple[float, ...]:
        """Return the mean recall at each depth."""
        every = [recall for category in categories for recall in self.recalls.get(category, ())]
        return tuple(sum(column) / len(every) for column in zip(*every, strict=True)) if every else (0.0,) * len(DEPTHS)

    def count(self, categories: Sequence[int]) -> int:
        """Return how many questions were asked that something answers."""
        return sum(len(self.recalls.get(category, ())) for category in categories)


def measure(folder: Path, file: Path) -> Tally:
    """Load every dialogue into a store of its own making, ask everything, and count."""
    tally = Tally(outcomes=Counter(dict.fromkeys(SAID, 0)), recalls={}, times=[])
    house = build(_settings(folder))
    try:
        _take(house, dialogues(file), tally)
    finally:
        house.close()
    return tally


def _take(house: House, every: Sequence[Dialogue], tally: Tally) -> None:
    with stage("dialogues", sum(len(dialogue.questions) for dialogue in every)) as advance:
        for dialogue in every:
            known = _load(house, dialogue, tally)
            for question in dialogue.questions:
                _ask(house, dialogue.owner, question, known, tally)
                advance(1)


def _settings(folder: Path) -> dict[str, Any]:
    caps = dict.fromkeys(("search_tokens", "row_tokens", "wide_read_rows"), NO_CAP)
    url = f"sqlite:///{folder / 'locomo.db'}"
    return {"url": url, "cache_entries": 0, "third_person_allowed": True, "search_limit": max(DEPTHS), **caps}


def _load(house: House, dialogue: Dialogue, tally: Tally) -> dict[str, set[str]]:
    """Save the turns; return which turns each memory stands for, since one said twice is kept once."""
    context = access_context(dialogue.owner, house.rulebook, tenant="default")
    known: dict[str, set[str]] = {}
    for start in range(0, len(dialogue.turns), BATCH):
        turns = dialogue.turns[start : start + BATCH]
        wishes = [{"content": text, "kind": "fact", "consent": True} for _, text in turns]
        for (turn, _), saved in zip(turns, house.memories.save_many(context, wishes), strict=True):
            tally.outcomes[f"{saved.outcome}:{saved.rule}" if saved.memory is None else str(saved.outcome)] += 1
            if saved.memory is not None:
                known.setdefault(saved.memory.id, set()).add(turn)
    return known


def _ask(house: House, owner: str, question: Question, known: Mapping[str, set[str]], tally: Tally) -> None:
    context = access_context(owner, house.rulebook, tenant="default", read_mode="explicit")
    start = perf_counter()
    hits = house.recall.search(context, question.text, limit=max(DEPTHS), max_tokens=NO_CAP).hits
    tally.times.append((perf_counter() - start) * 1_000)
    if question.evidence:
        found = [known[hit.memory.id] for hit in hits]
        tally.recalls.setdefault(question.category, []).append(tuple(_recall(question.evidence, found[:depth]) for depth in DEPTHS))


def _recall(evidence: frozenset[str], found: Sequence[set[str]]) -> float:
    return len(evidence & set().union(*found)) / len(evidence)
