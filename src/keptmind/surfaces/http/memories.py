"""`/me/core-memories`: a person's memories, kept, looked through and changed by hand."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from fastapi.responses import JSONResponse

from keptmind.model.decision import Outcome, Saved
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Ask, Asking
from keptmind.surfaces.http.bodies import LARGEST, NAMES, FeedbackSaid, RevisionSaid, SaveSaid, UpdateSaid, consented
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.problems import language, refused_problem
from keptmind.surfaces.http.queries import ListAsked
from keptmind.surfaces.http.revisions import IfMatch, expected, required
from keptmind.surfaces.http.words import NAME
from keptmind.surfaces.shapes import page_shape, provenance_shape, saved_shape, version_shape

router = APIRouter(prefix="/me/core-memories", tags=["memories"], route_class=ExactRoute)
RequestName = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="A name for this request: sent again under it within a day, it is carried out once.",
        json_schema_extra=NAME,
    ),
]

KEPT = {200: "It was known, or is a new revision of what was.", 202: "It waits for the person."}
Version = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("", name="list", responses=answers.of(replies.MemoryPage))
def list_memories(ask: Asking, asked: Annotated[ListAsked, Query()]) -> JSONResponse:
    """List the person's memories in order of creation."""
    context = ask.context(asked.workspace_type)
    return JSONResponse(page_shape(ask.house.memories.page(context, asked.narrowed())))


@router.post(
    "",
    status_code=201,
    responses=answers.of(replies.Saved, 404, 409, 422, also=KEPT, created=True),
)
def save(ask: Asking, said: SaveSaid, idempotency_key: RequestName = None) -> JSONResponse:
    """Keep one statement; what its content is refused for is a 422 with the rule."""
    context = ask.context(said.workspace_type)
    wish = consented(said.given(NAMES))
    wish.pop("workspace_type", None)
    return kept(ask, ask.house.memories.save(context, wish, request=idempotency_key))


def kept(ask: Ask, saved: Saved) -> JSONResponse:
    """Return what a save came to."""
    if saved.outcome is Outcome.REFUSED:
        return refused_problem(saved, language(ask.request))
    headers = {} if saved.memory is None else answers.etag(saved.memory.revision)
    return JSONResponse(saved_shape(saved), status_code=answers.STATUS[saved.outcome], headers=headers)


@router.get("/{memory_id}", responses=answers.of(replies.OneMemory, 404))
def get(ask: Asking, memory_id: str) -> JSONResponse:
    """Return one memory, in any state."""
    return answers.one(ask.house.memories.get(ask.context(), memory_id))


@router.patch("/{memory_id}", responses=answers.of(replies.OneMemory, 404, 409, 422))
def update(ask: Asking, memory_id: str, said: UpdateSaid, if_match: IfMatch = None) -> JSONResponse:
    """Correct a memory by hand; what is left out stays."""
    changes = consented(said.given(NAMES))
    read = required(if_match, changes.pop("expected_revision", None))
    return answers.one(ask.house.changes.update(ask.context(), memory_id, read, changes))


@router.delete("/{memory_id}", responses=answers.of(replies.OneDeletion, 404, 409, also=answers.ERASING))
def forget(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Erase a memory for good; 202 while its bytes are not gone yet."""
    return answers.erased(ask.house.erasure.forget(ask.context(), memory_id, expected_revision=expected(if_match)))


@router.get("/{memory_id}/versions", responses=answers.of(replies.Versions, 404))
def versions(ask: Asking, memory_id: str) -> JSONResponse:
    """Return every revision of a memory, oldest first, the present one last."""
    return JSONResponse({"versions": [version_shape(one) for one in ask.house.memories.history(ask.context(), memory_id)]})


@router.get("/{memory_id}/provenance", responses=answers.of(replies.OneProvenance, 404))
def provenance(ask: Asking, memory_id: str) -> JSONResponse:
    """Return why a memory is known."""
    return JSONResponse({"provenance": provenance_shape(ask.house.memories.provenance(ask.context(), memory_id))})


@router.post("/{memory_id}/versions/{version}/restore", responses=answers.of(replies.OneMemory, 404, 409, 422))
def restore_version(
    ask: Asking, memory_id: str, version: Version, said: RevisionSaid | None = None, if_match: IfMatch = None
) -> JSONResponse:
    """Let a memory say again what it said at an earlier revision, as a new one."""
    read = required(if_match, said.expected_revision if said else None)
    return answers.one(ask.house.changes.restore_version(ask.context(), memory_id, version, read))


@router.post("/{memory_id}/suppress", responses=answers.of(replies.OneMemory, 404, 409))
def suppress(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Pause a memory until it is restored."""
    return answers.one(ask.house.changes.suppress(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/archive", responses=answers.of(replies.OneMemory, 404, 409))
def archive(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Retire a memory; restoring brings it back."""
    return answers.one(ask.house.changes.archive(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/restore", responses=answers.of(replies.OneMemory, 404, 409))
def restore(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Bring a paused or retired memory back."""
    return answers.one(ask.house.changes.restore(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/confirm", responses=answers.of(replies.OneMemory, 404, 409))
def confirm(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Take the person's word that a memory holds; its revision stays."""
    return answers.one(ask.house.changes.confirm(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/pin", responses=answers.of(replies.OneMemory, 404, 409))
def pin(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Put a memory into the core block."""
    return answers.one(ask.house.changes.pin(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/unpin", responses=answers.of(replies.OneMemory, 404, 409))
def unpin(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Take a memory out of the core block."""
    return answers.one(ask.house.changes.unpin(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/complete", responses=answers.of(replies.OneMemory, 404, 409))
def complete(ask: Asking, memory_id: str, if_match: IfMatch = None) -> JSONResponse:
    """Say that a task, goal or event is done; it ends a day later."""
    return answers.one(ask.house.changes.complete(ask.context(), memory_id, expected(if_match)))


@router.post("/{memory_id}/feedback", responses=answers.of(replies.OneMemory, 404, 409))
def feedback(ask: Asking, memory_id: str, said: FeedbackSaid, if_match: IfMatch = None) -> JSONResponse:
    """Say that a memory was wrong (it is paused), outdated (it ends) or irrelevant (it weighs less)."""
    read = expected(if_match, said.expected_revision)
    return answers.one(ask.house.changes.feedback(ask.context(), memory_id, said.feedback, read))
