"""`flags`, `doctor` and `migrate`: what an installation does, whether its store is sound, and bringing it up to date."""

from collections.abc import Sequence
from typing import Annotated

import typer

from keptmind.bootstrap import effective_flags
from keptmind.service.doctor import Finding, Repair
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Voice, opened
from keptmind.surfaces.shapes import Shape

UNSOUND = 1


def flags(voice: Voice) -> Answer:
    """Print every flag with its value and where that comes from."""
    found = [
        (flag.name, "+".join(flag.value) if isinstance(flag.value, tuple) else str(flag.value), flag.origin)
        for flag in effective_flags({"url": voice.options.url, "preset": voice.options.preset})
    ]
    width = max(len(name) for name, _, _ in found)
    lines = [f"{name:{width}}  {value}  ({origin})" for name, value, origin in found]
    return Answer(shape={"flags": [{"name": name, "value": value, "origin": origin} for name, value, origin in found]}, lines=lines)


def doctor(
    voice: Voice,
    repair: Annotated[bool, typer.Option("--repair", help="Make anew what is derived, and look once more.")] = False,
) -> Answer:
    """Look whether the store is sound; changes nothing unless asked to repair."""
    with opened(voice.options, must_exist=True) as house:
        if repair:
            return _repaired(voice, house.doctor.repair())
        found = house.doctor.examine()
    sound = all(finding.ok for finding in found)
    return Answer(shape={"ok": sound, "findings": _shapes(found)}, lines=_told(voice, found), exit=0 if sound else UNSOUND)


def _repaired(voice: Voice, repair: Repair) -> Answer:
    """Return both examinations, what was done between them, and what no repair can make good."""
    left = [finding.check for finding in repair.left]
    shape = {
        "ok": not left,
        "findings": _shapes(repair.after),
        "before": _shapes(repair.before),
        "mended": dict(repair.mended),
        "left": left,
    }
    mended = [voice.say("cli.mended", what=what, count=count) for what, count in repair.mended.items()]
    lines = [
        voice.say("cli.before-repair"),
        *_told(voice, repair.before),
        *(mended or [voice.say("cli.none-mended")]),
        voice.say("cli.after-repair"),
        *_told(voice, repair.after),
        *(voice.say("cli.left", check=finding.check, count=finding.count) for finding in repair.left),
    ]
    return Answer(shape=shape, lines=lines, exit=UNSOUND if left else 0)


def _shapes(found: Sequence[Finding]) -> list[Shape]:
    return [{"check": finding.check, "ok": finding.ok, "count": finding.count, "note": finding.note} for finding in found]


def _told(voice: Voice, found: Sequence[Finding]) -> list[str]:
    return [
        voice.say("cli.well" if finding.ok else "cli.ill", check=finding.check, count=finding.count, note=finding.note) for finding in found
    ]


def migrate(voice: Voice) -> Answer:
    """Bring the store's schema up to date; a copy is made first."""
    with opened(voice.options) as house:
        version = house.store.schema_version()
    return Answer(shape={"schema_version": version}, lines=[voice.say("cli.schema", version=version)])
