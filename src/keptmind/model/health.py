"""Whether memory can do its work: what was looked at, and how each thing stands."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How one thing stands; `absent` is what this version does not have, `unknown` what could not be looked at."""

    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"
    ABSENT = "absent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at; `seconds` is the age of the oldest of `count`, `code` that of the error met."""

    name: str
    state: State
    degradation: str = ""
    count: int = 0
    seconds: float = 0.0
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Ready or not, what is worse than it should be, and everything that was looked at."""

    ok: bool
    degradations: tuple[str, ...]
    schema_version: int | None
    checks: tuple[Check, ...]
