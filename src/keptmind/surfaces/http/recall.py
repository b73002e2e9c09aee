"""`/me/memory-search` and its kin: finding what is remembered, and the blocks for a prompt."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.errors import InvalidField
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import ContextSaid, GrepSaid, IdsSaid, SearchSaid
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.queries import LocaleAsked
from keptmind.surfaces.shapes import block_shape, core_shape, found_shape, page_shape, stats_shape

router = APIRouter(prefix="/me", tags=["recall"], route_class=ExactRoute)


@router.post("/memory-search", responses=answers.of(replies.Found))
def search(ask: Asking, said: SearchSaid) -> JSONResponse:
    """Find what matches a question, best first, within a token budget."""
    found = ask.house.recall.search(
        ask.context(said.workspace_type),
        said.query,
        limit=said.limit,
        max_tokens=said.max_tokens,
        kinds=said.categories,
        fields=said.fields,
        as_of=said.as_of,
        explain=said.explain,
    )
    return JSONResponse(found_shape(found))


@router.post("/memory-grep", responses=answers.of(replies.MemoryPage))
def grep(ask: Asking, said: GrepSaid) -> JSONResponse:
    """Return the visible memories that hold a piece of text or match a regular expression, 50 a page."""
    context = ask.context(said.workspace_type)
    page = ask.house.recall.grep(context, said.pattern, regex=said.regex, scope=said.scope_type, kind=said.category, cursor=said.cursor)
    return JSONResponse(page_shape(page))


@router.post("/memory-context", responses=answers.of(replies.OneBlock))
def context_block(ask: Asking, said: ContextSaid) -> JSONResponse:
    """Return the block to put before a message."""
    message = said.messages if said.query is None else said.query
    if message is None or (said.query is not None and said.messages is not None):
        raise InvalidField(field="query", problem="either a query or messages")
    context = ask.context(said.workspace_type)
    return JSONResponse(block_shape(ask.house.recall.context(context, message, max_tokens=said.max_tokens, locale=said.locale)))


@router.get("/core-block", responses=answers.of(replies.OneCore))
def core_block(ask: Asking, asked: Annotated[LocaleAsked, Query()]) -> JSONResponse:
    """Return the block for the system prompt."""
    return JSONResponse(core_shape(ask.house.recall.core_block(ask.context(asked.workspace_type), asked.locale)))


@router.post("/memories-used", responses=answers.of(replies.Done, 404))
def used(ask: Asking, said: IdsSaid) -> JSONResponse:
    """Count that these memories were used in an answer; only use raises importance."""
    ask.house.memories.used(ask.context(), said.memory_ids)
    return JSONResponse({"ok": True})


@router.get("/memory-stats", responses=answers.of(replies.OneStats))
def stats(ask: Asking) -> JSONResponse:
    """Return counts of the person's memories."""
    return JSONResponse(stats_shape(ask.house.memories.stats(ask.context())))
