"""What an installation allows: flags, limits and registered words, resolved once and carried as a value."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from keptmind.model.kinds import PURPOSES
from keptmind.model.settings import Flags

if TYPE_CHECKING:  # most installations name no workspace, and then a search need not pay for it
    from keptmind.model.topics import WorkspacePolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Caps on one read; callers may ask for less, the settings raise them."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """Which rules of admission are off for a tenant, and by which phrases a text is exempt from one, by rule."""

    off: frozenset[str] = frozenset()
    exceptions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


ALL_ON = Switches()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The configured half of every policy question."""

    flags: Flags = field(default_factory=Flags)
    limits: Limits = field(default_factory=Limits)
    workspaces: tuple[str, ...] = ("learning", "teaching", "research", "work", "personal")
    purposes: tuple[str, ...] = PURPOSES
    third_person_allowed: bool = False
    policies: "Collection[WorkspacePolicy]" = ()
    switches: Switches = ALL_ON
    switches_by_tenant: Mapping[str, Switches] = field(default_factory=dict)

    def switches_of(self, tenant: str) -> Switches:
        """Return a tenant's switches: its own, or the installation's."""
        return self.switches_by_tenant.get(tenant, self.switches)

    def policy(self, workspace: str | None) -> "WorkspacePolicy | None":
        """Return the policy of a workspace, if one is named and has one; else the policies are not even looked at."""
        return None if workspace is None else next((policy for policy in self.policies if policy.name == workspace), None)
