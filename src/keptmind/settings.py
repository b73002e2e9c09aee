"""
Settings of an installation, parsed once from arguments, environment (`KEPTMIND_*`) and a TOML file, in that order of strength.

Only bootstrap reads them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from keptmind.errors import InvalidSettings
from keptmind.model.kinds import PURPOSES
from keptmind.model.rulebook import Rulebook

DEFAULT_URL = "sqlite:///memory.db"
PREFIX = "KEPTMIND_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    One installation.

    `flags` override single flags of the preset, under their documented names (`"render.mode": "flat"`). Times are in seconds
    unless the name says otherwise.
    """

    url: str = DEFAULT_URL
    preset: str = "standard"
    flags: Mapping[str, Any] = field(default_factory=dict)
    workspaces: tuple[str, ...] = Rulebook().workspaces
    purposes: tuple[str, ...] = PURPOSES
    third_person_allowed: bool = False
    search_limit: int = 5
    search_tokens: int = 600
    row_tokens: int = 160
    context_tokens: int = 600
    cache_seconds: int = 60
    cache_entries: int = 512
    wide_read_rows: int = 200
    wide_read_minutes: int = 10
    synchronous: str = "FULL"
    busy_seconds: float = 30.0
    key: str | None = None

    def __repr__(self) -> str:
        return f"Settings(preset={self.preset!r})"


NAMES = tuple(one.name for one in fields(Settings))


def load(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings. Raises: InvalidSettings, with the name of what is wrong."""
    unknown = sorted(set(given) - set(NAMES))
    if unknown:
        raise InvalidSettings(field=unknown[0], allowed=NAMES)
    merged = {**_from_file(environment), **_from_environment(environment), **{k: v for k, v in given.items() if v is not None}}
    return Settings(**{name: _parsed(name, value) for name, value in merged.items()})


def _from_file(environment: Mapping[str, str]) -> dict[str, Any]:
    path = environment.get(f"{PREFIX}CONFIG")
    if not path:
        return {}
    import tomllib

    try:
        table = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError:
        raise InvalidSettings(field="config", problem="a file that cannot be read") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise InvalidSettings(field="config", problem="not a TOML file") from None
    unknown = sorted(set(table) - set(NAMES))
    if unknown:
        raise InvalidSettings(field=unknown[0], allowed=NAMES)
    return table


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    return {name: environment[PREFIX + name.upper()] for name in NAMES if environment.get(PREFIX + name.upper())}


def _parsed(name: str, value: Any) -> Any:
    try:
        return _PARSERS[name](value)
    except (TypeError, ValueError, OverflowError):
        raise InvalidSettings(field=name) from None


def _words(value: Any) -> tuple[str, ...]:
    words = value.split(",") if isinstance(value, str) else value
    cleaned = tuple(word.strip() for word in words)
    if not all(cleaned) or len(set(cleaned)) != len(cleaned):
        raise ValueError
    return cleaned


def _yes(value: Any) -> bool:
    spelled = str(value).lower()
    if spelled not in _SPELLINGS:
        raise ValueError
    return _SPELLINGS[spelled]


_SPELLINGS = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}


def _count(value: Any) -> int:
    if isinstance(value, bool) or int(value) < 0:
        raise ValueError
    return int(value)


def _positive(value: Any) -> int:
    if _count(value) < 1:
        raise ValueError
    return int(value)


def _seconds(value: Any) -> float:
    if not 0 <= float(value) <= 3_600:
        raise ValueError
    return float(value)


def _mapping(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        pairs = (pair.partition("=") for pair in value.split(","))
        return {name.strip(): setting.strip() for name, _, setting in pairs}
    if not all(isinstance(name, str) for name in value):
        raise ValueError
    return dict(value)


def _durability(value: Any) -> str:
    if value not in ("FULL", "NORMAL", "EXTRA"):
        raise ValueError
    return str(value)


_PARSERS: dict[str, Any] = {
    "url": str,
    "preset": str,
    "flags": _mapping,
    "workspaces": _words,
    "purposes": _words,
    "third_person_allowed": _yes,
    "search_limit": _positive,
    "search_tokens": _positive,
    "row_tokens": _positive,
    "context_tokens": _positive,
    "cache_seconds": _count,
    "cache_entries": _count,
    "wide_read_rows": _positive,
    "wide_read_minutes": _positive,
    "synchronous": _durability,
    "busy_seconds": _seconds,
    "key": str,
}
