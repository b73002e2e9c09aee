"""Who may do what, and how far a read may look; pure."""

from functools import cache

from keptmind.model.context import AccessContext, Channel, Grant, Mode, ReadMode, Verb
from keptmind.model.kinds import AUDIT
from keptmind.model.memory import ChangedVia, Kind, Memory, Sensitivity
from keptmind.model.reach import Reach
from keptmind.model.rulebook import Rulebook
from keptmind.model.scope import Scope, ScopeType, group_share
from keptmind.model.settings import UserSettings
from keptmind.model.verdict import ALLOWED, Verdict, refused

WRITING = frozenset({Verb.WRITE, Verb.MANAGE, Verb.FORGET})


def may_read(context: AccessContext, settings: UserSettings) -> Verdict:
    """Tell whether memories may be recalled for this request."""
    verdict = _may(context, Verb.READ)
    if not verdict.allowed:
        return verdict
    return ALLOWED if settings.may_read else refused("reading-disabled")


def may_look_back(context: AccessContext, settings: UserSettings) -> Verdict:
    """Tell whether a recall may answer from what was known earlier: for managers, who may see the history of rows anyway."""
    verdict = may_read(context, settings)
    return verdict if not verdict.allowed else _granted(context, Verb.MANAGE)


def may_save(
    context: AccessContext, settings: UserSettings, scope: Scope, share_group: str | None, rulebook: Rulebook, *, is_member: bool
) -> Verdict:
    """Tell whether something new may be kept in this scope, shared with this group."""
    verdict = _may(context, Verb.WRITE)
    if not verdict.allowed:
        return verdict
    if not settings.may_write:
        return refused("writing-disabled")
    if scope.type not in enabled_scopes(rulebook):
        return refused("scope-disabled")
    return ALLOWED if share_group is None or is_member else refused("not-a-member")


def may_manage(context: AccessContext) -> Verdict:
    """Tell whether the owner's rows may be changed by hand; no setting of the owner stands in the way."""
    return _may(context, Verb.MANAGE)


def may_change(context: AccessContext, settings: UserSettings) -> Verdict:
    """Tell whether the owner's rows may be changed: by hand whatever they have switched off, by an agent only where saving is on."""
    verdict = may_manage(context)
    return refused("writing-disabled") if verdict.allowed and _is_agent(context) and not settings.may_write else verdict


def may_list(context: AccessContext, settings: UserSettings) -> Verdict:
    """Tell whether the owner's rows may be listed: by hand whatever they have switched off, by an agent only where reading is on."""
    return may_read(context, settings) if _is_agent(context) else may_look(context)


def _is_agent(context: AccessContext) -> bool:
    return context.via is ChangedVia.AGENT_TOOL


def may_look(context: AccessContext) -> Verdict:
    """Tell whether the owner's rows may be listed by hand; no setting of the owner stands in the way."""
    return _may(context, Verb.READ)


def may_report(context: AccessContext) -> Verdict:
    """Tell whether the use of rows may be counted: whoever may read may say what it used, where counters run at all."""
    return refused("read-only-conversation") if context.mode is Mode.NO_WRITE else _may(context, Verb.READ)


def may_forget(context: AccessContext) -> Verdict:
    """Tell whether rows may be erased."""
    return _may(context, Verb.FORGET)


def may_preview(context: AccessContext) -> Verdict:
    """Tell whether it may be shown what an erasure would take, wherever it stands; a conversation that writes nothing may look."""
    return _granted(context, Verb.FORGET)


def may_change_settings(context: AccessContext) -> Verdict:
    """Tell whether the owner's settings may be seen and changed; memory being off must not lock anybody out."""
    return _granted(context, Verb.SETTINGS)


def may_administer(context: AccessContext) -> Verdict:
    """Tell whether keys and flags of the tenant may be seen and changed; it is nobody's memories that this opens."""
    return ALLOWED if Verb.ADMIN in context.caller.grant.verbs else refused("verb-not-granted")


def may_audit(context: AccessContext, user: str | None = None) -> Verdict:
    """Tell whether the tenant's record of acts may be read, or that of one user; it holds no text."""
    grant = context.caller.grant
    if Verb.AUDIT not in grant.verbs:
        return refused("verb-not-granted")
    return ALLOWED if grant.users is None or user in grant.users else refused("user-not-granted")


def _may(context: AccessContext, verb: Verb) -> Verdict:
    if context.mode is Mode.ISOLATED:
        return refused("isolated-conversation")
    if context.mode is Mode.NO_WRITE and verb in WRITING:
        return refused("read-only-conversation")
    return _granted(context, verb)


def _granted(context: AccessContext, verb: Verb) -> Verdict:
    grant, route = context.caller.grant, context.route
    if verb not in grant.verbs or (route.tool_scopes is not None and verb not in route.tool_scopes):
        return refused("verb-not-granted")
    if grant.users is not None and context.owner not in grant.users:
        return refused("user-not-granted")
    if grant.purposes is not None and context.purpose not in grant.purposes:
        return refused("purpose-not-granted")
    if grant.workspaces is not None and route.workspace is not None and route.workspace not in grant.workspaces:
        return refused("workspace-not-granted")
    return ALLOWED


def enabled_scopes(rulebook: Rulebook) -> tuple[ScopeType, ...]:
    """Return the scope types that this tenant has, narrowest first."""
    return _named_types(rulebook.flags.scopes_enabled)


@cache
def _named_types(names: tuple[str, ...]) -> tuple[ScopeType, ...]:
    return tuple(kind for kind in ScopeType if kind.value in names)


def reach(context: AccessContext, rulebook: Rulebook) -> Reach:
    """Return how far a recall may look."""
    return _reach(context, rulebook, purpose=context.purpose)


def managed_reach(context: AccessContext, rulebook: Rulebook) -> Reach:
    """Return which of the owner's own rows a management read may open: any purpose, never another's row."""
    return _reach(context, rulebook, purpose=None)


def own_reach(context: AccessContext, rulebook: Rulebook) -> Reach:
    """Return which rows the owner may correct or erase: as managed, whatever their sensitivity, consent or share."""
    return _own(context, _scopes(context, rulebook))


def whole_reach(context: AccessContext, rulebook: Rulebook, only: Scope | None) -> Reach:
    """Return everything of the owner, or everything in one scope; a caller bound to workspaces stays within the route."""
    if only is not None:
        return _own(context, (only,))
    is_bound = context.caller.grant.workspaces is not None or context.route.resource_scope is not None
    return _own(context, _scopes(context, rulebook) if is_bound else None)


def is_unbound(context: AccessContext) -> bool:
    """Tell whether nothing but whose rows they are limits what this caller may touch."""
    grant = context.caller.grant
    is_free = grant.workspaces is None and context.route.resource_scope is None
    return is_free and not grant.excluded_kinds and grant.highest_sensitivity is Sensitivity.SEALED


def everything(tenant: str, owner: str) -> Reach:
    """Return every row of an owner, for what must follow a change wherever it stands; it is given to nobody."""
    return Reach(
        tenant=tenant,
        owner=owner,
        scopes=None,
        scope_types=tuple(ScopeType),
        shared_scopes=(),
        group=None,
        public_only=False,
        open_to=Sensitivity.SEALED,
        ceiling=Sensitivity.SEALED,
        purpose=None,
        consent_purpose="",
        destination="",
        excluded_kinds=frozenset(),
    )


def _own(context: AccessContext, scopes: tuple[Scope, ...] | None) -> Reach:
    grant = context.caller.grant
    return Reach(
        tenant=context.tenant,
        owner=context.owner,
        scopes=scopes,
        scope_types=tuple(ScopeType),
        shared_scopes=(),
        group=None,
        public_only=False,
        open_to=grant.highest_sensitivity,
        ceiling=grant.highest_sensitivity,
        purpose=None,
        consent_purpose=context.purpose,
        destination=context.destination,
        excluded_kinds=grant.excluded_kinds,
    )


def _reach(context: AccessContext, rulebook: Rulebook, *, purpose: str | None) -> Reach:
    return Reach(
        tenant=context.tenant,
        owner=context.owner,
        scopes=_scopes(context, rulebook),
        scope_types=enabled_scopes(rulebook),
        shared_scopes=_routed(context, rulebook),
        group=context.route.group,
        public_only=context.route.channel is Channel.GROUP,
        open_to=min(_open_to(context.read_mode), context.caller.grant.highest_sensitivity),
        ceiling=_ceiling(context.read_mode, context.caller.grant),
        purpose=purpose,
        consent_purpose=context.purpose,
        destination=context.destination,
        excluded_kinds=context.caller.grant.excluded_kinds,
    )


def _scopes(context: AccessContext, rulebook: Rulebook) -> tuple[Scope, ...] | None:
    only = context.route.resource_scope
    is_bound = only is not None or context.caller.grant.workspaces is not None
    if context.read_mode is not ReadMode.DEFAULT and context.route.channel is Channel.PRIVATE and not is_bound:
        return None
    return _routed(context, rulebook)


def _routed(context: AccessContext, rulebook: Rulebook) -> tuple[Scope, ...]:
    only = context.route.resource_scope
    enabled = enabled_scopes(rulebook)
    return tuple(scope for scope in context.route.scopes() if scope.type in enabled and only in (None, scope))


def _open_to(mode: ReadMode) -> Sensitivity:
    return Sensitivity.SEALED if mode is ReadMode.EXPLICIT else Sensitivity.PRIVATE


def _ceiling(mode: ReadMode, grant: Grant) -> Sensitivity:
    highest = {
        ReadMode.DEFAULT: Sensitivity.RESTRICTED,
        ReadMode.DREAM: Sensitivity.PRIVATE,
        ReadMode.EXPLICIT: Sensitivity.SEALED,
    }[mode]
    return min(highest, grant.highest_sensitivity)


def may_surface(memory: Memory, reach: Reach) -> Verdict:
    """Tell whether an earlier revision, by its own kind, share, sensitivity and consent, may be shown within a reach of today."""
    if memory.kind in reach.excluded_kinds:
        return refused("kind-not-granted")
    shared = reach.group is not None and memory.share == group_share(reach.group)
    if reach.public_only and memory.sensitivity is not Sensitivity.PUBLIC and not shared:
        return refused("not-public")
    return ALLOWED if memory.sensitivity <= reach.open_to or _consented(memory, reach) else refused("too-guarded")


def may_be_judged(proposed: Memory, reach: Reach) -> Verdict:
    """Tell whether what waits may be seen and decided within a reach: as a row of it might be, in one of its scopes."""
    if reach.scopes is not None and proposed.scope not in reach.scopes:
        return refused("out-of-scope")
    return may_surface(proposed, reach)


def _consented(memory: Memory, reach: Reach) -> bool:
    consent = memory.consent
    guarded = memory.sensitivity is Sensitivity.RESTRICTED and memory.sensitivity <= reach.ceiling
    return guarded and consent is not None and reach.consent_purpose in consent.purposes and reach.destination in consent.destinations


def may_meet(context: AccessContext, known: Memory) -> Verdict:
    """Tell whether what this caller says may change a row that it meets: one of a kind and sensitivity that its grant leaves in."""
    grant = context.caller.grant
    is_granted = known.kind not in grant.excluded_kinds and known.sensitivity <= grant.highest_sensitivity
    return ALLOWED if is_granted else refused("grant-waits")


def may_know_of(kind: Kind, scope: Scope, reach: Reach) -> Verdict:
    """Tell whether it may be known that something waits, or waited, whose text is not there any more."""
    if kind in reach.excluded_kinds:
        return refused("kind-not-granted")
    return ALLOWED if reach.scopes is None or scope in reach.scopes else refused("out-of-scope")


def text_is_withheld(context: AccessContext) -> bool:
    """Tell whether this caller gets metadata only."""
    return context.purpose == AUDIT


def given_fields(context: AccessContext, asked: frozenset[str] | None) -> frozenset[str] | None:
    """Return the fields a reader is given: what is asked for and granted; None is all."""
    granted = context.caller.grant.fields
    if asked is None or granted is None:
        return asked if granted is None else granted
    return asked & granted
