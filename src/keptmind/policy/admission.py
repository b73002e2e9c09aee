"""
What may be kept: an ordered table of rules with ids and one version; pure.

Every rule sees the draft and answers with a draft (perhaps stricter) or a refusal. The order is the order of SPEC's admission:
secrets before sensitivity, so that a refusal never depends on consent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from keptmind.model.draft import Draft
from keptmind.model.memory import Consent, Sensitivity
from keptmind.model.rulebook import Rulebook
from keptmind.model.settings import Flags, UserSettings
from keptmind.policy.secrets import Finding, find_secrets, redact
from keptmind.policy.sensitivity import Mark, find_sensitivity, survey

RULE_VERSION = 1  # raise it with any change to the rules, those of secrets and sensitivity included: it is what rows carry
THIRD_PERSON = "third_person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """It may not be kept; `proposal` is a redacted wording, where one makes sense."""

    rule: str
    proposal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What the rules may look at beside the draft."""

    rulebook: Rulebook
    settings: UserSettings

    @property
    def flags(self) -> Flags:
        """The tenant's flags, with the person's own consent mode where that is the stricter."""
        flags, own = self.rulebook.flags, self.settings.consent_mode
        return replace(flags, consent=stricter(flags.consent, own.value)) if own else flags


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

    secrets: tuple[tuple[Finding, ...], ...]
    marks: tuple[Mark, ...]
    touchy: bool


Rule = Callable[[Draft, Findings, Circumstances], Draft | Rejection]


def admit(draft: Draft, circumstances: Circumstances) -> Draft | Rejection:
    """Apply every rule in order; the first refusal ends it."""
    findings = look(draft)
    for rule in RULES.values():
        verdict = rule(draft, findings, circumstances)
        if isinstance(verdict, Rejection):
            return verdict
        draft = verdict
    return draft


def look(draft: Draft) -> Findings:
    """Return what stands in any stored field of a draft."""
    texts = draft.texts()
    content, *others = texts
    marks, touchy = survey(content)
    return Findings(
        secrets=tuple(find_secrets(text) for text in texts),
        marks=(*marks, *(mark for text in others for mark in find_sensitivity(text))),
        touchy=touchy,
    )


def no_secret(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Refuse certain secrets in any field; seal what only looks like one."""
    if any(finding.certain for found in findings.secrets for finding in found):
        return Rejection(rule="secret", proposal=_proposal(draft, findings.secrets[0]))
    return at_least(draft, Sensitivity.SEALED) if any(findings.secrets) else draft


def _proposal(draft: Draft, findings: Sequence[Finding]) -> str | None:
    return redact(draft.content, findings) if any(finding.certain for finding in findings) else None


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


def confirmable(draft: Draft, findings: Findings, _circumstances: Circumstances) -> Draft | Rejection:
    """Mark what touches money, health or access: its use is to be confirmed first. Refuses nothing."""
    return replace(draft, needs_confirmation=True) if findings.marks or findings.touchy else draft


RULES: dict[str, Rule] = {"secret": no_secret, "third-person": no_third_person, "consent-required": consented, "confirmable": confirmable}


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
