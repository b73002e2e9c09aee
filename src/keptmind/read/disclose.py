"""Step: give the reader what they may have of each row and no more: secrets masked, fields as granted; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keptmind.model.memory import Memory
from keptmind.model.ranking import Hit
from keptmind.policy.edition import RULE_VERSION

BLANKS: dict[str, Any] = {
    "content": "",
    "content_hash": "",
    "char_count": 0,
    "title": None,
    "key": None,
    "subject": None,
    "value": None,
    "tags": (),
    "reason": None,
}
OF_CONTENT = frozenset({"content_hash", "char_count"})  # they tell of the content, and go with it
NAMES = frozenset(BLANKS) - OF_CONTENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """What a reader is given: `fields` None is every text; `withheld` is none of them, metadata alone."""

    fields: frozenset[str] | None = None
    withheld: bool = False
    explained: bool = False


def disclose(hits: Iterable[Hit], disclosure: Disclosure) -> tuple[Hit, ...]:
    """Return the hits as this reader may see them."""
    return tuple(_given(hit, disclosure) for hit in hits)


def _given(hit: Hit, disclosure: Disclosure) -> Hit:
    memory = shown(hit.memory, disclosure)
    text = masked(hit.text, hit.memory.rule_version) if memory.content else ""
    factors = hit.factors if disclosure.explained else None
    return replace(hit, memory=memory, text=text, factors=factors)


def shown(memory: Memory, disclosure: Disclosure) -> Memory:
    """Return a row with the fields the reader is not given left blank, and certain secrets masked in the rest."""
    hidden = NAMES - names_given(disclosure)
    changes = {name: BLANKS[name] for name in (hidden | OF_CONTENT if "content" in hidden else hidden)}
    if memory.rule_version != RULE_VERSION:
        changes = {**_masked_texts(memory), **changes}
    return replace(memory, **changes) if changes else memory


def _masked_texts(memory: Memory) -> dict[str, Any]:
    """Return every text of a row that older rules let in, with what must not be read in its place."""
    texts = {name: getattr(memory, name) for name in NAMES - {"tags"}}
    found = {name: masked(text, memory.rule_version) for name, text in texts.items() if text}
    tags = tuple(masked(tag, memory.rule_version) for tag in memory.tags)
    changed = {name: text for name, text in found.items() if text != texts[name]}
    return changed if tags == memory.tags else {**changed, "tags": tags}


def names_given(disclosure: Disclosure) -> frozenset[str]:
    """Return the names of the texts that the reader is given."""
    return frozenset() if disclosure.withheld else NAMES if disclosure.fields is None else NAMES & disclosure.fields


def masked(text: str, rule_version: int) -> str:
    """
    Return the text with certain secrets replaced by their placeholders, should one have slipped in.

    A row admitted under the present rules was searched then; only rows of older rules are searched again.
    """
    if rule_version == RULE_VERSION:
        return text
    from keptmind.policy.secrets import find_secrets, redact  # a search over rows of the present rules starts without them

    certain = [finding for finding in find_secrets(text) if finding.certain]
    return redact(text, certain) if certain else text


def all_masked(texts: Sequence[str], rule_versions: Sequence[int]) -> Sequence[str]:
    """Return many texts as they are given; where all were let in by the present rules, at no cost."""
    if all(version == RULE_VERSION for version in set(rule_versions)):
        return texts
    return [masked(text, version) for text, version in zip(texts, rule_versions, strict=True)]
