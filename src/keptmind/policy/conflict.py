"""Whether a new statement is the same as, or goes against, what is known under its key or its words; pure."""

from keptmind.model.decision import Add, Decision, Propose, Refuse, Renew, Restate, Revise
from keptmind.model.draft import Draft
from keptmind.model.memory import Memory, Source, Status
from keptmind.model.settings import Flags

PERSON_NOW = frozenset({Source.EXPLICIT, Source.CONFIRMED, Source.MANUAL})
COMPARED = frozenset({
    "kind", "key", "title", "subject", "tags", "target", "share", "purposes", "sensitivity",
    "expires_at", "review_after", "valid_from", "valid_to",
})  # fmt: skip
GUESSES = frozenset({Source.INFERRED, Source.OBSERVED})


def settle(draft: Draft, same_key: Memory | None, same_text: Memory | None, flags: Flags, *, forgotten: bool) -> Decision:
    """Decide what a save comes to. What a key names stands before what merely says the same."""
    if forgotten and draft.source is not Source.EXPLICIT:
        return Refuse(rule="forgotten")
    if draft.source in GUESSES and flags.consent == "shadow":
        return Refuse(rule="shadow-mode")
    known = same_key or same_text
    if known is None:
        waits = draft.source in GUESSES and flags.consent == "confirm"
        return Propose(known=None, rule="inferred-waits") if waits else Add(rule="forgotten-overridden" if forgotten else None)
    return _met(draft, known, same_text, flags)


def _met(draft: Draft, known: Memory, same_text: Memory | None, flags: Flags) -> Decision:
    if known.status in (Status.SUPPRESSED, Status.DISPUTED):
        return Propose(known=known, rule="suppressed-stays" if known.status is Status.SUPPRESSED else "disputed-waits")
    if known.expired and draft.source not in GUESSES:
        return Renew(known=known)
    if draft.source not in PERSON_NOW:
        return Restate(known=known) if _says_nothing_new(draft, known, same_text) else Propose(known=known, rule="inferred-waits")
    if _says_nothing_new(draft, known, same_text):
        return Restate(known=known)
    if flags.conflict_explicit == "candidate" and not draft.replace:
        return Propose(known=known, rule="conflict-waits")
    return Revise(known=known)


def _says_nothing_new(draft: Draft, known: Memory, same_text: Memory | None) -> bool:
    same_words = same_text is not None and same_text.id == known.id
    return same_words and all(_as_it_is(name, draft, known) for name in draft.given & COMPARED)


def _as_it_is(name: str, draft: Draft, known: Memory) -> bool:
    if name == "sensitivity":
        return draft.sensitivity is None or draft.sensitivity <= known.sensitivity
    return bool(getattr(draft, name) == getattr(known, name))
