"""How recall on dialogues is printed: the headline over categories 1 to 4, each category by itself, category 5 apart."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from keptmind.surfaces.cli.bench.locomo import CATEGORIES, DEPTHS, HEADLINE, Tally, measure
from keptmind.surfaces.cli.bench.report import say, table
from keptmind.surfaces.cli.bench.timing import p50

HEADINGS = ("category", *(f"recall@{depth}" for depth in DEPTHS), "questions", "")


def run(folder: Path, file: Path, *, as_json: bool) -> None:
    """Measure and print."""
    tally = measure(folder, file)
    if as_json:
        say(json.dumps(spelled(tally), ensure_ascii=False))
        return
    lines = [("1 to 4", HEADLINE), *((f"{number} {name}", (number,)) for number, name in CATEGORIES.items())]
    table([_line(tally, name, categories) for name, categories in lines], HEADINGS)
    outcomes = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(tally.outcomes.items()))
    say(f"saved: {outcomes}; a search takes {p50(tally.times):.1f} ms (p50).")


def _line(tally: Tally, name: str, categories: Sequence[int]) -> tuple[str, ...]:
    apart = "" if set(categories) <= set(HEADLINE) else "not in the headline"
    return name, *(f"{recall:.3f}" for recall in tally.recall(categories)), f"{tally.count(categories):,}", apart


def spelled(tally: Tally) -> dict[str, Any]:
    """Return the whole run as JSON has it."""
    return {
        **_recalls(tally, HEADLINE),
        "by_category": {str(number): {"name": name, **_recalls(tally, (number,))} for number, name in CATEGORIES.items()},
        "outcomes": dict(sorted(tally.outcomes.items())),
        "search_p50_ms": p50(tally.times) if tally.times else None,
    }


def _recalls(tally: Tally, categories: Sequence[int]) -> dict[str, float | int]:
    recalls = {f"recall@{depth}": recall for depth, recall in zip(DEPTHS, tally.recall(categories), strict=True)}
    return {**recalls, "questions": tally.count(categories)}
