"""Finding what is remembered: search for a caller, a block for a prompt."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from keptmind.errors import InvalidField, IsolatedConversation, ReadingDisabled, Refused
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext, Mode
from keptmind.model.memory import Kind
from keptmind.model.query import Query
from keptmind.model.ranking import ContextBlock, Found
from keptmind.policy.identity import listed, word
from keptmind.read import pipeline
from keptmind.read.disclose import NAMES
from keptmind.read.pipeline import Desk
from keptmind.read.render import Locale, Style
from keptmind.service.ground import Ground
from keptmind.service.paging import whole
from keptmind.service.readings import Readings
from keptmind.service.record import denied
from keptmind.text.fence import strip_blocks
from keptmind.text.language import is_noise, locale_of

NOTHING = ContextBlock(text="", hits=(), tokens=0, left_out=0)
BLOCK_LIMIT = 20


class Recall:
    """Reads for callers; every read is on record, ordinary ones together and soon."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    def search(
        self,
        context: AccessContext,
        query: object,
        *,
        limit: object = 5,
        max_tokens: object = 600,
        kinds: object = None,
        fields: object = None,
        explain: bool = False,
    ) -> Found:
        """Return what matches; limit and tokens are lowered to the installation's caps. Raises: Invalid, Refused."""
        limits = self._ground.rulebook.limits
        wanted = Query(
            text=_text("query", query),
            limit=_at_most("limit", limit, limits.search_limit),
            max_tokens=_at_most("max_tokens", max_tokens, limits.search_tokens),
            row_tokens=limits.row_tokens,
            kinds=_kinds(kinds),
            fields=_fields(fields),
            explain=explain,
        )
        with self._ground.store.view() as view:
            settings = view.settings.of(context.tenant, context.owner)
            found: Found | Refused
            try:
                found = pipeline.search(view, self._desk(), context, settings, wanted)
            except Refused as refused:
                found = refused
        if isinstance(found, Refused):
            raise self._denied(context, found)
        self._readings.record(context, Action.SEARCH, [hit.memory for hit in found.hits], found.path, recalled=True)
        return found

    def context(self, context: AccessContext, message: object, *, max_tokens: object = 600, locale: object = None) -> ContextBlock:
        """
        Return the block for a message; empty for noise, and wherever memory is off or the conversation isolated.

        Raises: Invalid; Refused when a grant is missing.
        """
        limits = self._ground.rulebook.limits
        text = strip_blocks(last_words(message))
        tokens = _at_most("max_tokens", max_tokens, limits.context_tokens)
        spoken = None if locale is None else listed("locale", locale, ("en", "zh"))
        if is_noise(text) or context.mode is Mode.ISOLATED:
            return NOTHING
        query = Query(text=text, limit=BLOCK_LIMIT, max_tokens=tokens, row_tokens=limits.row_tokens)
        block: ContextBlock | Refused
        with self._ground.store.view() as view:
            settings = view.settings.of(context.tenant, context.owner)
            style = self._style(spoken or settings.locale or locale_of(text), self._ground.zone(settings), context.owner)
            try:
                block = pipeline.context_block(view, self._desk(), context, settings, query, style)
            except (ReadingDisabled, IsolatedConversation):
                block = NOTHING
            except Refused as refused:
                block = refused
        if isinstance(block, Refused):
            raise self._denied(context, block)
        self._readings.record(context, Action.READ, [hit.memory for hit in block.hits], "context", recalled=True)
        return block

    def _desk(self) -> Desk:
        ground = self._ground
        return Desk(rulebook=ground.rulebook, cache=ground.cache, counter=ground.counter, now=ground.clock.now())

    def _style(self, locale: str, zone: tzinfo, reader: str) -> Style:
        flags = self._ground.rulebook.flags
        spoken: Locale = "zh" if locale == "zh" else "en"
        return Style(locale=spoken, zone=zone, reader=reader, mode=flags.render_mode, provenance=flags.render_provenance)

    def _denied(self, context: AccessContext, refused: Refused) -> Refused:
        with self._ground.store.transaction() as tx:
            denied(tx, self._ground, context, refused.code)
        return refused


def last_words(message: object) -> str:
    """Return the text of a message, or of the last user message of a conversation. Raises: InvalidField."""
    if isinstance(message, str):
        return message
    if not isinstance(message, Sequence):
        raise InvalidField(field="query_or_messages", problem="neither text nor messages")
    spoken = [_said(turn) for turn in message if isinstance(turn, Mapping) and turn.get("role") == "user"]
    return spoken[-1] if spoken else ""


def _said(turn: Mapping[str, Any]) -> str:
    content = turn.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    texts = (part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def _text(field: str, given: object) -> str:
    if not isinstance(given, str):
        raise InvalidField(field=field, problem="not a string")
    return given


def _at_most(field: str, given: object, most: int) -> int:
    return min(whole(field, given), most)


def _kinds(given: object) -> frozenset[Kind] | None:
    return None if given is None else frozenset(word("kinds", one, Kind) for one in _several("kinds", given))


def _fields(given: object) -> frozenset[str] | None:
    return None if given is None else frozenset(listed("fields", one, sorted(NAMES)) for one in _several("fields", given))


def _several(field: str, given: object) -> Sequence[object]:
    if isinstance(given, str) or not isinstance(given, (list, tuple, set, frozenset)) or not given:
        raise InvalidField(field=field, problem="not a list of words")
    return list(given)
