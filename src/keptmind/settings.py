"""
Settings of an installation, parsed once from arguments, environment (`KEPTMIND_*`) and a TOML file, in that order of strength.

Only bootstrap reads them.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keptmind.errors import InvalidSettings
from keptmind.model.kinds import PURPOSES
from keptmind.model.rulebook import Rulebook, Switches

if TYPE_CHECKING:
    from keptmind.model.topics import WorkspacePolicy

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
    policies_file: str | None = None
    search_limit: int = 5
    search_tokens: int = 600
    row_tokens: int = 160
    context_tokens: int = 600
    core_user_chars: int = 1_375
    core_agent_chars: int = 2_200
    cache_seconds: int = 60
    cache_entries: int = 512
    wide_read_rows: int = 200
    wide_read_minutes: int = 10
    admission_off: frozenset[str] = frozenset()
    admission_exceptions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tenants: Mapping[str, Switches] = field(default_factory=dict)
    synchronous: str = "FULL"
    busy_seconds: float = 30.0
    connections: int = 10
    key: str | None = None
    hosts: tuple[str, ...] = ()
    body_bytes: int = 1_048_576
    requests_per_minute: int = 6_000
    token_secret: str | None = None
    token_public_key: str | None = None
    token_audience: str | None = None
    token_issuer: str | None = None

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


@dataclass(frozen=True, slots=True)
class Policies(Collection["WorkspacePolicy"]):
    """
    The installation's own workspace policies, and of the shipped ones those that they do not replace.

    The shipped file is read when they are first looked at, for reading it takes longer than a search.
    """

    own: "tuple[WorkspacePolicy, ...]" = ()

    def __iter__(self) -> "Iterator[WorkspacePolicy]":
        replaced = {policy.name for policy in self.own}
        return iter((*self.own, *(policy for policy in shipped_policies() if policy.name not in replaced)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, policy: object) -> bool:
        return any(policy == one for one in self)


@cache
def shipped_policies() -> "tuple[WorkspacePolicy, ...]":
    """Return the policies that come with the package."""
    import tomllib

    from keptmind.policy.topics import policies

    return policies(tomllib.loads(files("keptmind.policy").joinpath("workspaces.toml").read_text("utf-8")))


def workspace_policies(settings: Settings) -> Policies:
    """Return the policies of an installation. Raises: InvalidSettings for a file that states none, or one of an unknown workspace."""
    if not settings.policies_file:
        return Policies()
    from keptmind.policy.topics import policies

    own = policies(_toml("policies_file", settings.policies_file))
    for policy in own:
        if policy.name not in settings.workspaces:
            raise InvalidSettings(
                field="policies_file", problem="a policy of a workspace that is not configured", allowed=settings.workspaces
            )
    return Policies(own)


def _from_file(environment: Mapping[str, str]) -> dict[str, Any]:
    path = environment.get(f"{PREFIX}CONFIG")
    if not path:
        return {}
    table = _toml("config", path)
    unknown = sorted(set(table) - set(NAMES))
    if unknown:
        raise InvalidSettings(field=unknown[0], allowed=NAMES)
    return table


def _toml(setting: str, path: str) -> dict[str, Any]:
    import tomllib  # takes longer than a search, and most installations have no such file

    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        malformed = isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError)
        raise InvalidSettings(field=setting, problem="not a TOML file" if malformed else "a file that cannot be read") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    return {name: environment[PREFIX + name.upper()] for name in NAMES if environment.get(PREFIX + name.upper())}


def _parsed(name: str, value: Any) -> Any:
    try:
        return _PARSERS[name](value)
    except (TypeError, ValueError, OverflowError):
        raise InvalidSettings(field=name, problem="not readable") from None


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


def _rule(name: Any) -> str:
    """Return the id of a rule of admission that a tenant may switch off or except from; certain secrets are never kept."""
    from keptmind.policy.admission import ALWAYS_ON, RULES  # a program that only reads, and switches nothing off, never needs them

    if name not in RULES or name in ALWAYS_ON:
        raise ValueError
    return str(name)


def _rules(value: Any) -> frozenset[str]:
    return frozenset(_rule(name) for name in _words(value)) if value else frozenset()


def _exceptions(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {_rule(name): _words(phrases) for name, phrases in value.items()}


def _tenants(value: Any) -> dict[str, Switches]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {str(tenant): _switches(table) for tenant, table in value.items()}


def _switches(table: Any) -> Switches:
    if not isinstance(table, Mapping) or set(table) - {"admission_off", "admission_exceptions"}:
        raise ValueError
    return Switches(off=_rules(table.get("admission_off", ())), exceptions=_exceptions(table.get("admission_exceptions", {})))


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
    "policies_file": str,
    "search_limit": _positive,
    "search_tokens": _positive,
    "row_tokens": _positive,
    "context_tokens": _positive,
    "core_user_chars": _count,
    "core_agent_chars": _count,
    "cache_seconds": _count,
    "cache_entries": _count,
    "wide_read_rows": _positive,
    "wide_read_minutes": _positive,
    "admission_off": _rules,
    "admission_exceptions": _exceptions,
    "tenants": _tenants,
    "synchronous": _durability,
    "busy_seconds": _seconds,
    "connections": _positive,
    "key": str,
    "hosts": _words,
    "body_bytes": _positive,
    "requests_per_minute": _count,
    "token_secret": str,
    "token_public_key": str,
    "token_audience": str,
    "token_issuer": str,
}
