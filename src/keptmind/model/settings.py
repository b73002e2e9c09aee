"""Settings of a person, flags of a tenant, and the presets that fill them."""

from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum

from keptmind.model.memory import Consent
from keptmind.model.scope import ScopeType


class ConsentMode(StrEnum):
    """What becomes of inferred things."""

    CONFIRM = "confirm"
    AUTO = "auto"
    SHADOW = "shadow"


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSettings:
    """
    One person's own choices; `revision` rises with each change, 0 means never set.

    `delivery` says by workspace how blocks reach a prompt ("" is where none is named); elsewhere the flag of that name holds.
    """

    saved_memory_enabled: bool = True
    read_enabled: bool = True
    write_enabled: bool = True
    auto_extract_enabled: bool = True
    time_zone: str = "UTC"
    locale: str | None = None
    consent_mode: ConsentMode | None = None
    standing_consent: tuple[tuple[str, Consent], ...] = ()
    delivery: tuple[tuple[str, str], ...] = ()
    revision: int = 0
    updated_at: datetime | None = None

    def delivered(self, workspace: str | None, otherwise: str) -> str:
        """Return how blocks reach a prompt in this workspace; what the tenant's flag says where the person has said nothing."""
        return dict(self.delivery).get(workspace or "", otherwise)

    @property
    def may_read(self) -> bool:
        """Reading needs both switches."""
        return self.saved_memory_enabled and self.read_enabled

    @property
    def may_write(self) -> bool:
        """Writing needs both switches."""
        return self.saved_memory_enabled and self.write_enabled


ALL_SCOPES = tuple(kind.value for kind in reversed(ScopeType))


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """
    The switches of behaviour, under their documented names with dots written as underscores.

    The defaults are those of preset `standard`.
    """

    delivery: str = "on_demand"
    tools_enabled: str = "on"
    consent: str = "confirm"
    conflict_explicit: str = "settle"
    write_mode: str = "decision"
    decision_enabled: str = "on"
    decision_fallback: str = "drop"
    decision_candidate_top_k: int = 5
    decision_stage: str = "all"
    read_mode: str = "hybrid"
    context_fallback: str = "none"
    render_mode: str = "typed"
    render_provenance: str = "short"
    scopes_enabled: tuple[str, ...] = ALL_SCOPES
    turns_keep: str = "full"
    core_fill: str = "pinned"
    core_cap_all: str = "off"
    archive: str = "shadow"
    dream: str = "off"
    dedupe: str = "hand"
    markdown_enabled: str = "off"
    forget_block_relearning: str = "on"


CHOICES: dict[str, tuple[str, ...]] = {
    "delivery": ("on_demand", "core", "context", "both"),
    "tools_enabled": ("on", "off"),
    "consent": ("confirm", "auto", "shadow"),
    "conflict_explicit": ("settle", "candidate"),
    "write_mode": ("decision", "legacy"),
    "decision_enabled": ("on", "off"),
    "decision_fallback": ("drop", "legacy_add"),
    "decision_stage": ("shadow", "explicit_only", "all"),
    "read_mode": ("hybrid", "legacy"),
    "context_fallback": ("none", "important"),
    "render_mode": ("typed", "flat"),
    "render_provenance": ("none", "short", "full"),
    "turns_keep": ("full", "until_encoded", "none"),
    "core_fill": ("pinned", "auto"),
    "core_cap_all": ("off", "on"),
    "archive": ("off", "shadow", "on"),
    "dream": ("off", "on"),
    "dedupe": ("off", "hand"),
    "markdown_enabled": ("off", "on"),
    "forget_block_relearning": ("on", "off"),
}

PRESETS: dict[str, Flags] = {
    "standard": Flags(),
    "careful": Flags(
        conflict_explicit="candidate",
        read_mode="legacy",
        scopes_enabled=("global", "workspace"),
        turns_keep="none",
        archive="off",
        forget_block_relearning="off",
    ),
    "companion": Flags(
        delivery="both",
        consent="auto",
        context_fallback="important",
        render_mode="flat",
        render_provenance="none",
        scopes_enabled=("global", "workspace", "assistant"),
        core_fill="auto",
        core_cap_all="on",
        archive="on",
    ),
    "governed": Flags(delivery="context", conflict_explicit="candidate", render_provenance="full", turns_keep="until_encoded"),
    "projected": Flags(
        delivery="both",
        consent="auto",
        scopes_enabled=("global", "account", "conversation"),
        core_fill="auto",
        archive="off",
        dream="on",
        markdown_enabled="on",
    ),
    "staged": Flags(
        delivery="context",
        tools_enabled="off",
        consent="auto",
        write_mode="legacy",
        decision_enabled="off",
        decision_fallback="legacy_add",
        read_mode="legacy",
        render_mode="flat",
        render_provenance="none",
        scopes_enabled=("global", "assistant", "conversation"),
        turns_keep="until_encoded",
        archive="off",
    ),
}


def spoken(flag: str) -> str:
    """Return the documented spelling of a flag: `write_mode` is `write.mode`."""
    group, _, rest = flag.partition("_")
    return f"{group}.{rest}" if rest else group


FLAG_NAMES: tuple[str, ...] = tuple(field.name for field in fields(Flags))
