"""`flags`, `doctor` and `migrate`: what an installation does, whether its store is sound, and bringing it up to date."""

from keptmind.bootstrap import effective_flags
from keptmind.surfaces.cli.answer import Answer
from keptmind.surfaces.cli.verb import Voice, opened

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


def doctor(voice: Voice) -> Answer:
    """Look whether the store is sound; changes nothing."""
    with opened(voice.options, must_exist=True) as house:
        found = house.doctor.examine()
    sound = all(finding.ok for finding in found)
    shapes = [{"check": finding.check, "ok": finding.ok, "count": finding.count, "note": finding.note} for finding in found]
    lines = [
        voice.say("cli.well" if finding.ok else "cli.ill", check=finding.check, count=finding.count, note=finding.note) for finding in found
    ]
    return Answer(shape={"ok": sound, "findings": shapes}, lines=lines, exit=0 if sound else UNSOUND)


def migrate(voice: Voice) -> Answer:
    """Bring the store's schema up to date; a copy is made first."""
    with opened(voice.options) as house:
        version = house.store.schema_version()
    return Answer(shape={"schema_version": version}, lines=[voice.say("cli.schema", version=version)])
