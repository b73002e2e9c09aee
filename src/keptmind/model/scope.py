"""Where a memory may surface, and with whom its owner shares it."""

from dataclasses import dataclass
from enum import StrEnum


class ScopeType(StrEnum):
    """The kinds of scope, narrowest first."""

    CONVERSATION = "conversation"
    ASSISTANT = "assistant"
    ACCOUNT = "account"
    WORKSPACE = "workspace"
    GLOBAL = "global"


NARROWNESS: dict[ScopeType, int] = {kind: rank for rank, kind in enumerate(ScopeType)}


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Scope:
    """One scope; `id` is empty for global and filled for every other type."""

    type: ScopeType
    id: str = ""

    def __str__(self) -> str:
        return f"{self.type}:{self.id}" if self.id else str(self.type)


GLOBAL = Scope(type=ScopeType.GLOBAL)
PRIVATE = "private"


def group_share(group: str) -> str:
    """Return the share word of a group."""
    return f"group:{group}"


def shared_group(share: str) -> str | None:
    """Return the group a share word names, or None when it is private."""
    return share.removeprefix("group:") if share.startswith("group:") else None
