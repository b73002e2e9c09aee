"""Who asks, from where, why, and where the answer will go: built by the host, never by a model."""

from dataclasses import dataclass, field
from enum import StrEnum

from keptmind.model.memory import ChangedVia, Kind, Sensitivity
from keptmind.model.scope import GLOBAL, Scope, ScopeType

Whose = tuple[str, str]  # tenant and user id: what is written is written under the lock of its owner


class Mode(StrEnum):
    """The conversation's mode."""

    NORMAL = "normal"
    NO_WRITE = "no_write"
    ISOLATED = "isolated"


class ReadMode(StrEnum):
    """How far a read may look."""

    DEFAULT = "default"
    DREAM = "dream"
    EXPLICIT = "explicit"


class Channel(StrEnum):
    """Whether others listen."""

    PRIVATE = "private"
    GROUP = "group"


class Verb(StrEnum):
    """What a grant may allow."""

    READ = "read"
    WRITE = "write"
    MANAGE = "manage"
    FORGET = "forget"
    SETTINGS = "settings"
    AUDIT = "audit"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """What the host says of the request; each part can only narrow."""

    workspace: str | None = None
    account: str | None = None
    assistant: str | None = None
    conversation: str | None = None
    run: str | None = None
    group: str | None = None
    channel: Channel = Channel.PRIVATE
    policy_id: str | None = None
    tool_scopes: frozenset[Verb] | None = None
    resource_scope: Scope | None = None

    def scopes(self) -> tuple[Scope, ...]:
        """Return the scopes this route names, narrowest first, global last."""
        named = (
            (ScopeType.CONVERSATION, self.conversation),
            (ScopeType.ASSISTANT, self.assistant),
            (ScopeType.ACCOUNT, self.account),
            (ScopeType.WORKSPACE, self.workspace),
        )
        return (*(Scope(type=kind, id=name) for kind, name in named if name is not None), GLOBAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a caller may do; None means no limit of that sort."""

    verbs: frozenset[Verb] = frozenset(Verb)
    purposes: frozenset[str] | None = None
    excluded_kinds: frozenset[Kind] = frozenset()
    highest_sensitivity: Sensitivity = Sensitivity.SEALED
    workspaces: frozenset[str] | None = None
    users: frozenset[str] | None = None
    fields: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The program that asks; `key_hash` is of the key it was recognised by, empty where there is none that could be ended."""

    id: str
    grant: Grant = field(default_factory=Grant)
    key_hash: str = field(default="", repr=False)


EMBEDDING_HOST = Caller(id="library")


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessContext:
    """Everything that decides what may be seen and done; has no default user."""

    tenant: str
    owner: str
    caller: Caller = EMBEDDING_HOST
    route: Route = field(default_factory=Route)
    mode: Mode = Mode.NORMAL
    purpose: str = "personalization"
    destination: str = "local"
    read_mode: ReadMode = ReadMode.DEFAULT
    via: ChangedVia = ChangedVia.USER_API
    request_id: str = ""

    @property
    def whose(self) -> Whose:
        """Tenant and user id."""
        return self.tenant, self.owner
