"""What an installation allows: flags, limits and registered words, resolved once and carried as a value."""

from dataclasses import dataclass, field

from keptmind.model.kinds import PURPOSES
from keptmind.model.settings import Flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Caps on one read; callers may ask for less, the settings raise them."""

    search_limit: int = 5
    search_tokens: int = 600
    row_tokens: int = 160
    context_tokens: int = 600
    cache_seconds: int = 60
    cache_entries: int = 512
    wide_read_rows: int = 200
    wide_read_minutes: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The configured half of every policy question."""

    flags: Flags = field(default_factory=Flags)
    limits: Limits = field(default_factory=Limits)
    workspaces: tuple[str, ...] = ("learning", "teaching", "research", "work", "personal")
    purposes: tuple[str, ...] = PURPOSES
    third_person_allowed: bool = False
