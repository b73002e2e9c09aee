"""Finding what is remembered: search and grep for a caller, blocks for a prompt."""

from collections.abc import Callable
from dataclasses import replace
from datetime import tzinfo
from typing import TypeVar

from keptmind.derive.core_block import core_block
from keptmind.errors import ReadingDisabled, Refused
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext, Mode, ReadMode
from keptmind.model.memory import Memory
from keptmind.model.query import Query
from keptmind.model.ranking import ContextBlock, CoreBlock, Found, Page
from keptmind.model.settings import UserSettings
from keptmind.policy import access
from keptmind.policy.identity import listed
from keptmind.ports.store import View
from keptmind.read import pipeline
from keptmind.read.pipeline import AS_OF, Desk
from keptmind.read.render import Locale, Style
from keptmind.service import request
from keptmind.service.ground import Ground
from keptmind.service.paging import cursor as signed
from keptmind.service.paging import filters
from keptmind.service.preview import Preview, preview
from keptmind.service.readings import Readings
from keptmind.service.record import allow, denied
from keptmind.service.timing import timed
from keptmind.text.fence import strip_blocks
from keptmind.text.language import is_noise, locale_of

NOTHING = ContextBlock(text="", hits=(), tokens=0, left_out=0)
NO_CORE = CoreBlock(text="", user_used=0, agent_used=0)
ISOLATED, NOISE = "isolated", "noise"  # why a block stayed empty
BLOCK_LIMIT = 20
PREVIEWED = 50  # rows at most, each whole
UNCUT = 100_000

Answer = TypeVar("Answer")


class Recall:
    """Reads for callers; every read is on record, ordinary ones together and soon."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    @timed("search")
    def search(
        self,
        context: AccessContext,
        query: object,
        *,
        limit: object = 5,
        max_tokens: object = 600,
        kinds: object = None,
        fields: object = None,
        as_of: object = None,
        explain: bool = False,
    ) -> Found:
        """
        Return what matches, or would have matched at `as_of`; limit and tokens are lowered to the installation's caps.

        Raises: Invalid, Refused.
        """
        limits = self._ground.rulebook.limits
        wanted = Query(
            text=request.text("query", query),
            limit=request.at_most("limit", limit, limits.search_limit),
            max_tokens=request.at_most("max_tokens", max_tokens, limits.search_tokens),
            row_tokens=limits.row_tokens,
            kinds=request.kinds(kinds),
            fields=request.fields(fields),
            explain=explain,
        )

        def search(view: View, desk: Desk, settings: UserSettings) -> Found:
            at = request.past("as_of", as_of, self._ground.zone(settings), desk.now)
            return pipeline.search(view, desk, context, settings, replace(wanted, as_of=at))

        found = self._read(context, search)
        self._readings.record(context, Action.SEARCH, [hit.memory for hit in found.hits], found.path, recalled=found.path != AS_OF)
        return found

    @timed("context")
    def context(self, context: AccessContext, message: object, *, max_tokens: object = 600, locale: object = None) -> ContextBlock:
        """
        Return the block for a message; empty for noise, and wherever memory is off or the conversation isolated.

        What stands in the core block of the same context is left out, unless no core block is delivered. Raises: Invalid; Refused when
        a grant is missing.
        """
        limits = self._ground.rulebook.limits
        text = strip_blocks(request.last_words(message))
        tokens = request.at_most("max_tokens", max_tokens, limits.context_tokens)
        spoken = _spoken(locale)
        if context.mode is Mode.ISOLATED or is_noise(text):
            self._readings.record(context, Action.READ, (), ISOLATED if context.mode is Mode.ISOLATED else NOISE, recalled=False)
            return NOTHING
        query = Query(text=text, limit=BLOCK_LIMIT, max_tokens=tokens, row_tokens=limits.row_tokens)

        def block(view: View, desk: Desk, settings: UserSettings) -> ContextBlock:
            style = self._style(spoken or settings.locale or locale_of(text), self._ground.zone(settings), context.owner)
            return pipeline.context_block(view, desk, context, settings, query, style, self._delivered(view, desk, context, settings))

        made = self._read(context, block, instead=NOTHING)
        self._readings.record(context, Action.READ, [hit.memory for hit in made.hits], "context", recalled=True)
        return made

    def _delivered(self, view: View, desk: Desk, context: AccessContext, settings: UserSettings) -> frozenset[str]:
        """Return the ids and content hashes of what stands in the core block, so that nothing stands in both."""
        if settings.delivered(context.route.workspace, desk.rulebook.flags.delivery) == "context":
            return frozenset()
        rows = self._core(view, desk, context, settings, "en").rows  # the same rows in either language
        return frozenset(mark for row in rows for mark in (row.id, row.content_hash) if mark)

    @timed("core_block")
    def core_block(self, context: AccessContext, locale: object = None) -> CoreBlock:
        """
        Return the block for the system prompt, in this language or else the person's, else English.

        Empty wherever memory is off or the conversation isolated. Raises: Invalid; Refused when a grant is missing.
        """
        spoken = _spoken(locale)
        if context.mode is Mode.ISOLATED:
            self._readings.record(context, Action.READ, (), ISOLATED, recalled=False)
            return NO_CORE

        def block(view: View, desk: Desk, settings: UserSettings) -> CoreBlock:
            return self._core(view, desk, context, settings, spoken or settings.locale or "en")

        made = self._read(context, block, instead=NO_CORE)
        self._readings.record(context, Action.READ, made.rows, "core", recalled=True)
        return made

    def _core(self, view: View, desk: Desk, context: AccessContext, settings: UserSettings, locale: str) -> CoreBlock:
        rows = pipeline.core_rows(view, desk, context, settings)
        return core_block(rows.pinned, rows.rest, desk.rulebook.limits, locale)

    @timed("grep")
    def grep(
        self,
        context: AccessContext,
        pattern: object,
        *,
        regex: object = False,
        scope: object = None,
        kind: object = None,
        cursor: object = None,
    ) -> Page:
        """Return the visible rows that hold a pattern, by id, a page at a time. Raises: Invalid, Refused."""
        wanted = request.pattern(pattern, regex=regex)
        narrowed = filters(self._ground.keys, context, {"scope": scope, "kind": kind, "cursor": cursor})
        rows = self._read(context, lambda view, desk, settings: pipeline.grep(view, desk, context, settings, narrowed, wanted))
        items, more = rows[: narrowed.limit], len(rows) > narrowed.limit
        self._readings.record(context, Action.SEARCH, items, "grep", recalled=True)
        next_cursor = signed(self._ground.keys, context, items[-1].id) if more else None
        return Page(items=items, next_cursor=next_cursor, has_more=more, applied_limit=narrowed.limit)

    @timed("preview")
    def preview(self, context: AccessContext, query: object) -> Preview:
        """
        Return the owner's rows that a wish to forget is about: what a search finds, and whatever holds the words themselves.

        It looks as far as an erasure goes, so that it is for those who may erase. No setting of the owner stands in the way.

        Raises: Invalid, Refused.
        """
        allow(self._ground, context, access.may_preview(context))
        wide = replace(context, read_mode=ReadMode.EXPLICIT)
        wanted = Query(text=request.text("query", query), limit=PREVIEWED, max_tokens=UNCUT, row_tokens=UNCUT)
        words = request.pattern(query, regex=False)

        def look(view: View, desk: Desk, _settings: UserSettings) -> list[Memory]:
            hits = pipeline.search(view, desk, wide, UserSettings(), wanted).hits
            narrowed = filters(self._ground.keys, wide, {"limit": PREVIEWED})
            return [*(hit.memory for hit in hits), *pipeline.grep(view, desk, wide, UserSettings(), narrowed, words)]

        found = {memory.id: memory for memory in self._read(wide, look) if memory.owner == context.owner}
        rows = list(found.values())[:PREVIEWED]
        self._readings.record(wide, Action.READ, rows, "preview", recalled=False)
        return preview(self._ground.keys, context, rows, self._ground.clock.now())

    def _read(self, context: AccessContext, read: Callable[[View, Desk, UserSettings], Answer], *, instead: Answer | None = None) -> Answer:
        """Read in one view; a refusal is put on record and raised, but where memory is off `instead` is answered, if given."""
        answer: Answer | Refused
        with self._ground.store.view() as view:
            settings = view.settings.of(context.tenant, context.owner)
            try:
                answer = read(view, self._desk(), settings)
            except ReadingDisabled as off:
                answer = off if instead is None else instead
            except Refused as refused:
                answer = refused
        if isinstance(answer, Refused):
            raise self._denied(context, answer)
        return answer

    def _desk(self) -> Desk:
        ground = self._ground
        return Desk(rulebook=ground.rulebook, cache=ground.cache, counter=ground.counter, now=ground.clock.now())

    def _style(self, locale: str, zone: tzinfo, reader: str) -> Style:
        flags = self._ground.rulebook.flags
        spoken: Locale = "zh" if locale == "zh" else "en"
        return Style(locale=spoken, zone=zone, reader=reader, mode=flags.render_mode, provenance=flags.render_provenance)

    def _denied(self, context: AccessContext, refused: Refused) -> Refused:
        with self._ground.writing(context) as tx:
            denied(tx, self._ground, context, refused.code)
        return refused


def _spoken(locale: object) -> str | None:
    return None if locale is None else listed("locale", locale, ("en", "zh"))
