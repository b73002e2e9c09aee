"""
What may be kept: an ordered table of rules with ids and one version; pure.

Every rule sees the draft and answers with a draft (perhaps stricter, perhaps one that must wait for the person) or a refusal. The
order is the order of SPEC's admission: secrets before sensitivity, so that a refusal never depends on consent. Form comes before
all of them and speaks in errors (form.py); what a statement meets comes after them (conflict.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from keptmind.model.draft import Draft
from keptmind.model.memory import GUESSES, Consent, Kind, Sensitivity, Source, Target
from keptmind.model.rulebook import Rulebook, Switches
from keptmind.model.scope import ScopeType
from keptmind.model.settings import Flags, UserSettings
from keptmind.model.topics import WorkspacePolicy
from keptmind.policy.durability import leaning, one_off, unclear
from keptmind.policy.noise import noise
from keptmind.policy.secrets import Finding, find_secrets, redact
from keptmind.policy.sensitivity import Mark, find_sensitivity, survey
from keptmind.policy.smuggling import instructs
from keptmind.policy.topics import topic_of
from keptmind.text.normalise import fold

THIRD_PERSON = "third_person"
OBSERVABLE = frozenset({Kind.PREFERENCE, Kind.EVENT, Kind.TASK, Kind.PROCEDURE})  # what a tool may see and propose at all
ENOUGH_OBSERVATIONS = 3
LOOKED_AT = 300  # characters in which a statement says whom and what it is about, or never does
ALWAYS_ON = frozenset({"secret"})  # no switch and no exception of any tenant reaches certain secrets


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """It may not be kept; `proposal` is a redacted wording, where one makes sense."""

    rule: str
    proposal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is on record of these very words in this scope: forgotten, turned down, and how often a tool has seen them."""

    forgotten: bool = False
    rejected: bool = False
    observed: int = 0


NOTHING_PAST = Past()


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What the rules may look at beside the draft; `workspaces` names the policies that the request falls under."""

    rulebook: Rulebook
    settings: UserSettings
    tenant: str = "default"
    workspaces: tuple[str, ...] = ()

    @property
    def flags(self) -> Flags:
        """The tenant's flags, with the person's own consent mode where that is the stricter."""
        flags, own = self.rulebook.flags, self.settings.consent_mode
        return replace(flags, consent=stricter(flags.consent, own.value)) if own else flags

    @property
    def switches(self) -> Switches:
        """Which rules the tenant has switched off, and what it exempts from them."""
        return self.rulebook.switches_of(self.tenant)


LOOSENESS = ("shadow", "confirm", "auto")


def stricter(one: str, other: str) -> str:
    """Return the stricter of two consent modes."""
    return min(one, other, key=LOOSENESS.index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """
    What was found in the draft's texts, looked for once.

    Secrets by text, the content first; sensitive matters in all; `touchy`: the content touches money, health or access.
    """

    texts: tuple[str, ...]
    secrets: tuple[tuple[Finding, ...], ...]
    marks: tuple[Mark, ...]
    touchy: bool
    past: Past


Rule = Callable[[Draft, Findings, Circumstances], Draft | Rejection]


def admit(draft: Draft, circumstances: Circumstances, past: Past = NOTHING_PAST) -> Draft | Rejection:
    """Apply every rule in order; the first refusal ends it."""
    findings = look(draft, past)
    switches = circumstances.switches
    for name, rule in RULES.items():
        if name not in ALWAYS_ON and is_exempt(name, switches, findings.texts):
            continue
        verdict = rule(draft, findings, circumstances)
        if isinstance(verdict, Rejection):
            return verdict
        draft = verdict
    return draft


def is_exempt(rule: str, switches: Switches, texts: Sequence[str]) -> bool:
    """Tell whether a tenant has switched a rule off, or lists a phrase of these texts as its exception."""
    if rule in switches.off:
        return True
    phrases = switches.exceptions.get(rule, ())
    return bool(phrases) and any(fold(phrase) in fold(text) for phrase in phrases for text in texts)


def look(draft: Draft, past: Past) -> Findings:
    """Return what stands in any stored field of a draft."""
    texts = draft.texts()
    content, *others = texts
    marks, touchy = survey(content)
    return Findings(
        texts=texts,
        secrets=tuple(find_secrets(text) for text in texts),
        marks=(*marks, *(mark for text in others for mark in find_sensitivity(text))),
        touchy=touchy,
        past=past,
    )


def may_be_noted(draft: Draft) -> bool:
    """Tell whether a keyed fingerprint of a draft may be kept though the draft is not: nothing secret, nothing sensitive."""
    findings = look(draft, NOTHING_PAST)
    return not findings.marks and not any(findings.secrets)


def no_secret(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse certain secrets in any field."""
    if any(finding.certain for found in findings.secrets for finding in found):
        return Rejection(rule="secret", proposal=_proposal(draft, findings.secrets[0]))
    return draft


def _proposal(draft: Draft, findings: Sequence[Finding]) -> str | None:
    return redact(draft.content, findings) if any(finding.certain for finding in findings) else None


def sealed(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Seal what only looks like a secret."""
    return at_least(draft, Sensitivity.SEALED) if any(findings.secrets) else draft


def not_forgotten(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse what the person had forgotten; only their own new explicit word brings it back."""
    return Rejection(rule="forgotten") if findings.past.forgotten and draft.source is not Source.EXPLICIT else draft


def not_rejected(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse what the person turned down lately; only their own new explicit word brings it back."""
    return Rejection(rule="rejected-before") if findings.past.rejected and draft.source is not Source.EXPLICIT else draft


def not_smuggled(draft: Draft, _findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse orders to the assistant in what came from a tool, a page, an attachment or a file."""
    comes_from_outside = draft.source in (Source.OBSERVED, Source.IMPORTED)
    return Rejection(rule="smuggled-instruction") if comes_from_outside and instructs(draft.content) else draft


def belongs_here(draft: Draft, findings: Findings, circumstances: Circumstances) -> Draft | Rejection:
    """Refuse what has its own authority in this workspace: documents, grades, assignments, project rules, workflow state."""
    topics = [topic for policy in _policies(draft, circumstances) for topic in policy.elsewhere]
    elsewhere = any(topic_of(text, topics) for text in findings.texts) if topics else False
    return Rejection(rule="belongs-elsewhere") if elsewhere else draft


def seen_is_not_said(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse to make a fact about the person of what a tool saw; a leaning seen three times may be proposed."""
    if draft.source is not Source.OBSERVED or draft.target is Target.AGENT:
        return draft
    if draft.kind not in OBSERVABLE:
        return Rejection(rule="observed-no-fact")
    if draft.kind is Kind.PREFERENCE:
        seldom = findings.past.observed < ENOUGH_OBSERVATIONS
        return Rejection(rule="observed-too-seldom") if seldom else waiting(draft, rule="observed-leaning")
    return draft


def lasting(draft: Draft, _findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse to make a preference of one choice, trip or compliment."""
    if draft.source is not Source.INFERRED or draft.kind is not Kind.PREFERENCE:
        return draft
    if leaning(draft.content):
        return draft
    return Rejection(rule="no-lasting-leaning") if one_off(draft.content) else waiting(draft, rule="leaning-unstated")


def within_policy(draft: Draft, findings: Findings, circumstances: Circumstances) -> Draft | Rejection:
    """Refuse the topics that this workspace refuses."""
    topics = [topic for policy in _policies(draft, circumstances) for topic in policy.refused]
    refused = any(topic_of(text, topics) for text in findings.texts) if topics else False
    return Rejection(rule="workspace-policy") if refused else draft


def _policies(draft: Draft, circumstances: Circumstances) -> list[WorkspacePolicy]:
    """Return the policies of the workspace that asks and of the one that the row is to stand in."""
    own = (draft.scope.id,) if draft.scope.type is ScopeType.WORKSPACE else ()
    found = (circumstances.rulebook.policy(name) for name in dict.fromkeys((*circumstances.workspaces, *own)))
    return [policy for policy in found if policy is not None]


def no_third_person(draft: Draft, findings: Findings, circumstances: Circumstances) -> Draft | Rejection:
    """Refuse a third person's private matters, unless the tenant allows them."""
    if circumstances.rulebook.third_person_allowed or not any(mark.category == THIRD_PERSON for mark in findings.marks):
        return draft
    return Rejection(rule="third-person")


def consented(draft: Draft, findings: Findings, circumstances: Circumstances) -> Draft | Rejection:
    """Let restricted matters pass only with recorded consent, sealed ones included, and then without tags."""
    if not findings.marks and draft.sensitivity is not Sensitivity.RESTRICTED:
        return draft
    stricter = at_least(draft, Sensitivity.RESTRICTED)
    given = draft.consent or standing(findings.marks, circumstances.settings)
    return Rejection(rule="consent-required") if given is None else replace(stricter, consent=given, tags=())


def useful(draft: Draft, findings: Findings, circumstances: Circumstances) -> Draft | Rejection:
    """
    Let a guess wait for the person, whatever the consent mode, that cannot be understood alone, or that would be costly to be wrong.

    A reason from the host stands for use and expectation; without one, what binds the answers, tells the assistant what to do or
    touches money, health or access is costly.
    """
    if draft.source not in GUESSES:
        return draft
    if not circumstances.settings.auto_extract_enabled:
        return Rejection(rule="inference-off")
    if unclear(draft.content[:LOOKED_AT]):
        return waiting(draft, rule="unclear")
    if draft.reason:
        return draft
    binds = draft.kind is Kind.CONSTRAINT or draft.target is Target.AGENT
    costly = binds or findings.touchy or bool(findings.marks) or instructs(draft.content)
    return waiting(draft, rule="reason-missing") if costly else draft


def no_noise(draft: Draft, _findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse guesses that are no statements: greetings, commands, questions, code, logs, tables, quotations."""
    return Rejection(rule="noise") if draft.source in GUESSES and noise(draft.content) else draft


def confirmable(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Mark what touches money, health or access: its use is to be confirmed first. Refuses nothing."""
    return replace(draft, needs_confirmation=True) if findings.marks or findings.touchy else draft


RULES: dict[str, Rule] = {
    "secret": no_secret,
    "sealed": sealed,
    "forgotten": not_forgotten,
    "rejected-before": not_rejected,
    "smuggled-instruction": not_smuggled,
    "belongs-elsewhere": belongs_here,
    "observed": seen_is_not_said,
    "lasting-leaning": lasting,
    "workspace-policy": within_policy,
    "third-person": no_third_person,
    "consent-required": consented,
    "use": useful,
    "noise": no_noise,
    "confirmable": confirmable,
}


def waiting(draft: Draft, *, rule: str) -> Draft:
    """Make a draft wait for the person; the first rule that asks for it stays its reason."""
    return draft if draft.waits else replace(draft, waits=rule)


def at_least(draft: Draft, level: Sensitivity) -> Draft:
    """Raise the sensitivity to a level; what is stricter already stays."""
    declared = Sensitivity.PRIVATE if draft.sensitivity is None else draft.sensitivity
    return replace(draft, sensitivity=max(declared, level))


def standing(found: Sequence[Mark], settings: UserSettings) -> Consent | None:
    """Return the owner's standing consent that covers every category found; its narrowest common part."""
    given = dict(settings.standing_consent)
    covering = [given.get(mark.category) for mark in found]
    if not covering or None in covering:
        return None
    consents = [consent for consent in covering if consent is not None]
    first = consents[0]
    purposes = tuple(word for word in first.purposes if all(word in one.purposes for one in consents))
    destinations = tuple(word for word in first.destinations if all(word in one.destinations for one in consents))
    return Consent(purposes=purposes, destinations=destinations) if purposes and destinations else None
