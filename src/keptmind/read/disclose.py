"""Step: give the reader what they may have of each row and no more: secrets masked, fields as granted; pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from keptmind.model.memory import Memory, Sensitivity
from keptmind.model.ranking import Hit
from keptmind.policy.secrets import find_secrets, redact
from keptmind.policy.sensitivity import needs_confirmation

ALWAYS = frozenset({"id", "kind", "revision"})
BLANKS: dict[str, Any] = {
    "content": "",
    "title": None,
    "key": None,
    "subject": None,
    "value": None,
    "tags": (),
    "reason": None,
}
NAMES = frozenset(BLANKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """What a reader is given: `fields` None is every text; `withheld` is none of them, metadata alone."""

    fields: frozenset[str] | None = None
    withheld: bool = False
    explained: bool = False


def disclose(hits: Sequence[Hit], disclosure: Disclosure) -> tuple[Hit, ...]:
    """Return the hits as this reader may see them."""
    return tuple(_given(hit, disclosure) for hit in hits)


def _given(hit: Hit, disclosure: Disclosure) -> Hit:
    guarded = hit.memory.sensitivity >= Sensitivity.RESTRICTED or needs_confirmation(hit.memory.content)
    memory = shown(hit.memory, disclosure)
    text = masked(hit.text) if memory.content else ""
    return replace(
        hit, memory=memory, text=text, needs_confirmation=guarded, factors=hit.factors if disclosure.explained else None
    )


def shown(memory: Memory, disclosure: Disclosure) -> Memory:
    """Return a row with the fields the reader is not given left blank, and certain secrets masked in the rest."""
    hidden = NAMES if disclosure.withheld else NAMES - (NAMES if disclosure.fields is None else disclosure.fields)
    changes = {name: BLANKS[name] for name in hidden}
    content = memory.content if "content" in hidden else masked(memory.content)
    if not changes and content == memory.content:
        return memory
    return replace(memory, **{"content": content, **changes})


def masked(text: str) -> str:
    """Return the text with certain secrets replaced by their placeholders, should one have slipped in."""
    certain = [finding for finding in find_secrets(text) if finding.certain]
    return redact(text, certain) if certain else text
