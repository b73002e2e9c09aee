"""Which value a flag has, and where it comes from; pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from keptmind.errors import InvalidSettings
from keptmind.model.scope import ScopeType
from keptmind.model.settings import CHOICES, FLAG_NAMES, PRESETS, Flags, spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """One flag as it is in force; `origin` is `preset <name>` or `setting`."""

    name: str
    value: str | int | tuple[str, ...]
    origin: str


def resolve(preset: str, overrides: Mapping[str, Any]) -> Flags:
    """Return a preset's flags with single ones overridden. Raises: InvalidSettings."""
    if preset not in PRESETS:
        raise InvalidSettings(field="preset", allowed=tuple(PRESETS))
    chosen = {_name(given): value for given, value in overrides.items()}
    return replace(PRESETS[preset], **{name: _checked(name, value) for name, value in chosen.items()})


def explain(preset: str, overrides: Mapping[str, Any]) -> list[Effective]:
    """Return every flag with its value and origin. Raises: InvalidSettings."""
    flags = resolve(preset, overrides)
    given = {_name(name) for name in overrides}
    return [
        Effective(name=spoken(name), value=getattr(flags, name), origin="setting" if name in given else f"preset {preset}")
        for name in FLAG_NAMES
    ]


def _name(given: str) -> str:
    name = given.replace(".", "_")
    if name not in FLAG_NAMES:
        raise InvalidSettings(field=given, allowed=tuple(spoken(one) for one in FLAG_NAMES))
    return name


def _checked(name: str, value: Any) -> Any:
    if name == "scopes_enabled":
        return _scopes(value)
    if name == "decision_candidate_top_k":
        return _top_k(value)
    if value not in CHOICES[name]:
        raise InvalidSettings(field=spoken(name), allowed=CHOICES[name])
    return value


def _scopes(value: Any) -> tuple[str, ...]:
    known = tuple(kind.value for kind in ScopeType)
    if not isinstance(value, (str, list, tuple)):
        raise InvalidSettings(field="scopes.enabled", allowed=known)
    wanted = tuple(value.split("+")) if isinstance(value, str) else tuple(value)
    if not wanted or not set(wanted) <= set(known):
        raise InvalidSettings(field="scopes.enabled", allowed=known)
    return wanted


def _top_k(value: Any) -> int:
    if not str(value).isdecimal() or not 1 <= int(value) <= 50:
        raise InvalidSettings(field="decision.candidate_top_k", limit=50)
    return int(value)
