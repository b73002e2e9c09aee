"""`candidates`, `accept`, `reject`, `undo`, `questions` and `answer`: what waits for the person."""

from typing import Annotated

import typer

from keptmind.model.candidate import Candidate, CandidateStatus
from keptmind.model.question import Question
from keptmind.surfaces.cli import words
from keptmind.surfaces.cli.answer import Answer, one_line
from keptmind.surfaces.cli.suppress import moved
from keptmind.surfaces.cli.verb import Desk
from keptmind.surfaces.shapes import candidate_shape, question_shape

CandidateId = Annotated[str, typer.Argument(metavar="ID", help="The id of a candidate.", show_default=False)]


def candidates(
    desk: Desk,
    status: Annotated[str, typer.Option(help="pending, accepted, rejected, expired or auto_applied.")] = "pending",
) -> Answer:
    """List what waits for the person, or what became of it."""
    found = desk.house.candidates.all(desk.context, status)
    lines = [row(desk, candidate) for candidate in found] or [desk.voice.say("cli.no-candidates")]
    return Answer(shape={"candidates": [candidate_shape(candidate) for candidate in found]}, lines=lines)


def row(desk: Desk, candidate: Candidate) -> str:
    """Return a candidate on one line, with why it waits."""
    target = f"  → {candidate.target_memory_id} r{candidate.expected_revision}" if candidate.target_memory_id else ""
    line = f"{candidate.id}  {candidate.operation.value}{target}  {candidate.status.value}  {one_line(candidate.proposed_content)}"
    if candidate.status is not CandidateStatus.PENDING:
        return line.rstrip()
    reason = f"; {one_line(candidate.reason)}" if candidate.reason else ""
    return f"{line}  ({desk.voice.say(candidate.rule)}{reason}; {candidate.expires_at.date().isoformat()})"


def accept(
    desk: Desk,
    candidate_id: CandidateId,
    content: Annotated[str | None, typer.Option(help="What it is to say instead; - reads it from standard input.")] = None,
    kind: words.Kind = None,
    scope: words.Scope = None,
) -> Answer:
    """Make a memory of what waits, as proposed or as edited; accepting it again changes nothing."""
    edited = None if content is None else words.typed_or_piped(content)
    return moved(desk, desk.house.candidates.accept(desk.context, candidate_id, {"content": edited, "kind": kind, "scope": scope}))


def reject(desk: Desk, candidate_id: CandidateId) -> Answer:
    """Turn down what waits: its text goes, and it is not proposed again for 90 days."""
    rejected = desk.house.candidates.reject(desk.context, candidate_id)
    return Answer(shape={"candidate": candidate_shape(rejected)}, lines=[desk.voice.say("cli.rejected", id=rejected.id)])


def undo(desk: Desk, candidate_id: CandidateId) -> Answer:
    """Take back what was kept without asking (`candidates --status auto_applied` lists it)."""
    return moved(desk, desk.house.candidates.undo(desk.context, candidate_id))


def questions(desk: Desk) -> Answer:
    """List the pairs of memories of which only the person can tell which holds."""
    asked = desk.house.candidates.questions(desk.context)
    lines = [line for question in asked for line in question_lines(desk, question)] or [desk.voice.say("cli.no-questions")]
    return Answer(shape={"questions": [question_shape(question) for question in asked]}, lines=lines)


def question_lines(desk: Desk, question: Question) -> list[str]:
    """Return a question with its two rows."""
    first, second = (one_line(one.content) if one else "?" for one in (question.first, question.second))
    return [desk.voice.say("cli.question", id=question.id), f"  first   {first}", f"  second  {second}"]


def answer(
    desk: Desk,
    question_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a question.", show_default=False)],
    keep: Annotated[str, typer.Option(help="first, second, both or neither.", show_default=False)],
) -> Answer:
    """Say which of two disputed memories holds; what does not is retired."""
    answered = desk.house.candidates.answer(desk.context, question_id, keep)
    return Answer(shape={"question": question_shape(answered)}, lines=[desk.voice.say("cli.answered", id=answered.id)])
