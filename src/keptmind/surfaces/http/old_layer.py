"""`/me/memories`: the old layer under its old field names, global scope only; for hosts that have not moved yet."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.model.memory import Memory
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import OldSaid
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.problems import language, refused_problem
from keptmind.surfaces.http.queries import OldAsked
from keptmind.surfaces.shapes import Shape

DEPRECATION = {"Deprecation": "@1764460800", "Link": '</me/core-memories>; rel="successor-version"'}
GLOBAL = "global"

router = APIRouter(prefix="/me/memories", tags=["old layer"], deprecated=True, route_class=ExactRoute)


@router.get("", name="list", responses=answers.of_old(replies.OldMemories))
def list_memories(ask: Asking, asked: Annotated[OldAsked, Query()]) -> JSONResponse:
    """List what is kept under a key in global scope and holds now."""
    ask.desk.meter.old_layer("list")
    page = ask.house.memories.under_keys(ask.context(), kind=asked.category, cursor=asked.cursor, limit=asked.limit)
    items = [_old(memory) for memory in page.items]
    return JSONResponse(answers.page("memories", items, page.next_cursor, page.applied_limit), headers=DEPRECATION)


@router.put("", responses=answers.of_old(replies.OneOldMemory, 422, also={201: "It is kept now.", 202: "It waits for the person."}))
def put(ask: Asking, said: OldSaid) -> JSONResponse:
    """Keep something under a key, in place of what is there: the person's own replacement."""
    ask.desk.meter.old_layer("put")
    wish = {"key": said.memory_key, "content": said.content, "kind": said.category, "scope": GLOBAL, "replace": True}
    saved = ask.house.memories.save(ask.context(), wish)
    waiting = None if saved.candidate is None else saved.candidate.proposed
    kept = saved.memory or waiting
    if kept is None:
        return refused_problem(saved, language(ask.request))
    return JSONResponse({"memory": _old(kept)}, status_code=answers.STATUS[saved.outcome], headers=DEPRECATION)


@router.delete("/{memory_key}", responses=answers.of_old(replies.OneDeletion, 404, also=answers.ERASING))
def forget(ask: Asking, memory_key: str) -> JSONResponse:
    """Erase what is kept under a key, for good."""
    ask.desk.meter.old_layer("delete")
    context = ask.context()
    memory = ask.house.memories.by_key(context, memory_key)
    answer = answers.erased(ask.house.erasure.forget(context, memory.id))
    answer.headers.update(DEPRECATION)
    return answer


def _old(memory: Memory) -> Shape:
    return {"memory_key": memory.key, "content": memory.content, "category": memory.kind.value}
