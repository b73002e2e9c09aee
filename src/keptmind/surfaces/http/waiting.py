"""`/me/memory-candidates` and `/me/questions`: what waits for the person."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import AcceptSaid, AnswerSaid
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.queries import StatusAsked
from keptmind.surfaces.shapes import candidate_shape, question_shape

router = APIRouter(prefix="/me", tags=["waiting"], route_class=ExactRoute)


@router.get("/memory-candidates", responses=answers.of(replies.Candidates))
def candidates(ask: Asking, asked: Annotated[StatusAsked, Query()]) -> JSONResponse:
    """List what waits for the person, or what became of it, oldest first."""
    page = ask.house.candidates.page(ask.context(), asked.status, cursor=asked.cursor, limit=asked.limit)
    shapes = [candidate_shape(candidate) for candidate in page.items]
    return JSONResponse(answers.page("candidates", shapes, page.next_cursor, page.applied_limit))


@router.post("/memory-candidates/{candidate_id}/accept", responses=answers.of(replies.OneMemory, 404, 409, 422))
def accept(ask: Asking, candidate_id: str, said: AcceptSaid | None = None) -> JSONResponse:
    """Make a memory of what waits, as proposed or as edited; accepting it again changes nothing."""
    edits = said or AcceptSaid()
    named = {"content": edits.content, "kind": edits.category, "scope": edits.scope_type}
    return answers.one(ask.house.candidates.accept(ask.context(), candidate_id, named))


@router.post("/memory-candidates/{candidate_id}/reject", responses=answers.of(replies.OneCandidate, 404, 409))
def reject(ask: Asking, candidate_id: str) -> JSONResponse:
    """Turn down what waits: its text goes, and it is not proposed again for 90 days."""
    return JSONResponse({"candidate": candidate_shape(ask.house.candidates.reject(ask.context(), candidate_id))})


@router.post("/memory-candidates/{candidate_id}/undo", responses=answers.of(replies.OneMemory, 404, 409))
def undo(ask: Asking, candidate_id: str) -> JSONResponse:
    """Take back what was applied without asking."""
    return answers.one(ask.house.candidates.undo(ask.context(), candidate_id))


@router.get("/questions", responses=answers.of(replies.Questions))
def questions(ask: Asking) -> JSONResponse:
    """List the pairs of memories of which only the person can tell which holds."""
    return JSONResponse({"questions": [question_shape(question) for question in ask.house.candidates.questions(ask.context())]})


@router.post("/questions/{question_id}", responses=answers.of(replies.OneQuestion, 404, 409))
def answer(ask: Asking, question_id: str, said: AnswerSaid) -> JSONResponse:
    """Say which of two memories holds: first, second, both or neither."""
    return JSONResponse({"question": question_shape(ask.house.candidates.answer(ask.context(), question_id, said.keep))})
