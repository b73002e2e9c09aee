"""The verb itself: a temporary file, the steps in order, the transcript."""

from pathlib import Path
from tempfile import TemporaryDirectory

from keptmind.bootstrap import build
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.demo.sample import SETTINGS
from keptmind.surfaces.cli.demo.steps import STEPS
from keptmind.surfaces.cli.demo.tour import BrokenPromise, Step, Tour
from keptmind.surfaces.cli.verb import Voice

BROKEN = 1


def demo(voice: Voice) -> Answer:
    """Take a guided tour on a temporary file with invented persons."""
    return toured(voice, STEPS)


def toured(voice: Voice, steps: tuple[Step, ...]) -> Answer:
    """Return the transcript of these steps; the first broken promise ends it."""
    with TemporaryDirectory(prefix="keptmind-demo-") as folder:
        tour = _opened(Path(folder) / "tour.db")
        broken = _walked(tour, steps)
        tour.house.close()
    if not broken:
        tour.lines += ["", voice.say("cli.toured", steps=len(steps), kept=tour.kept)]
    aside = f"keptmind: {voice.say('cli.broken', promise=broken)}" if broken else ""
    shape = {"ok": not broken, "promises": tour.kept, "broken": broken or None, "transcript": tour.lines}
    return Answer(shape=shape, lines=tour.lines, aside=aside, exit=BROKEN if broken else 0)


def _opened(path: Path) -> Tour:
    tour = Tour(house=build({"url": f"sqlite:///{path}", **SETTINGS}), path=path)
    tour.lines += [
        "keptmind: a guided tour. Everybody in it is invented; it runs the real library on a temporary SQLite file.",
        "» is what is asked, « is what comes back.",
    ]
    return tour


def _walked(tour: Tour, steps: tuple[Step, ...]) -> str:
    try:
        for number, step in enumerate(steps, 1):
            tour.lines += ["", f"{number}. {step.title}"]
            step.walk(tour)
    except BrokenPromise as broken:
        return str(broken)
    return ""
