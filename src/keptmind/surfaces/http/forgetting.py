"""`/me/forget` and `/me/deletions`: erasing for good, after a look at what would go, and how far it has come."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.errors import InvalidField
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import EmptySaid, ForgetSaid, PreviewSaid
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.queries import PageAsked
from keptmind.surfaces.shapes import deletion_shape, iso

router = APIRouter(prefix="/me", tags=["forgetting"], route_class=ExactRoute)


@router.post("/forget-preview", responses=answers.of(replies.Preview))
def preview(ask: Asking, said: PreviewSaid) -> JSONResponse:
    """Show what a wish to forget is about; the token erases just these rows, as long as none of them has changed."""
    shown = ask.house.recall.preview(ask.context(), said.query)
    rows = [{"memory_id": memory.id, "revision": memory.revision, "content": memory.content} for memory in shown.memories]
    return JSONResponse({"token": shown.token, "expires_at": iso(shown.expires_at), "memories": rows})


@router.post("/forget", responses=answers.of(replies.OneDeletion, 404, 409, also=answers.ERASING))
def forget(ask: Asking, said: ForgetSaid) -> JSONResponse:
    """Erase memories for good, all or none: by id, or by the token of a preview."""
    context = ask.context()
    if (said.token is None) == (said.memory_ids is None):
        raise InvalidField(field="memory_ids", problem="either ids or a token")
    if said.token is not None:
        return answers.erased(ask.house.erasure.forget_previewed(context, said.token))
    return answers.erased(ask.house.erasure.forget(context, said.memory_ids))


@router.delete("/core-memories", responses=answers.of(replies.OneDeletion, also=answers.ERASING))
def forget_all(ask: Asking, said: EmptySaid) -> JSONResponse:
    """Erase everything of the person, or everything in one scope; `confirm` repeats the user's id."""
    context = ask.context(said.workspace_type)
    return answers.erased(ask.house.erasure.forget_all(context, confirm=said.confirm, scope=said.scope_type))


@router.get("/deletions", responses=answers.of(replies.Deletions))
def deletions(ask: Asking, asked: Annotated[PageAsked, Query()]) -> JSONResponse:
    """List the person's erasures, latest first."""
    page = ask.house.erasure.page(ask.context(), cursor=asked.cursor, limit=asked.limit)
    shapes = [deletion_shape(one)["deletion"] for one in page.items]
    return JSONResponse(answers.page("deletions", shapes, page.next_cursor, page.applied_limit))


@router.get("/deletions/{deletion_id}", responses=answers.of(replies.OneDeletion, 404))
def deletion(ask: Asking, deletion_id: str) -> JSONResponse:
    """Return one erasure: its stage, its steps, and its receipt once everything is verified."""
    return JSONResponse(deletion_shape(ask.house.erasure.deletion(ask.context(), deletion_id)))
