"""How far one read may look: made by policy, carried unchanged into SQL."""

from dataclasses import dataclass

from keptmind.model.memory import Kind, Sensitivity
from keptmind.model.scope import Scope, ScopeType


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """
    The partitions a read may open.

    `scopes` None means every scope of the owner whose type is in `scope_types`. `open_to` is the level visible without consent;
    above it a row needs consent for this purpose and destination, and `ceiling` is the level that nothing passes. `group` adds
    what its other members shared with it in `shared_scopes`, the route's own. `public_only` is the group channel: the owner's own
    rows only where public or shared with that group. `purpose` None means that purposes do not narrow (the owner's own management).
    """

    tenant: str
    owner: str
    scopes: tuple[Scope, ...] | None
    scope_types: tuple[ScopeType, ...]
    shared_scopes: tuple[Scope, ...]
    group: str | None
    public_only: bool
    open_to: Sensitivity
    ceiling: Sensitivity
    purpose: str | None
    consent_purpose: str
    destination: str
    excluded_kinds: frozenset[Kind]
