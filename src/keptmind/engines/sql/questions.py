"""Questions about two rows of which only the person can tell which holds."""

from datetime import datetime

from keptmind.engines.sql.session import EPOCH, Row, Session, instant, micros
from keptmind.model.memory import MemoryId
from keptmind.model.question import Question, QuestionState

ASK = """
INSERT INTO questions (tenant, owner, id, first_memory, second_memory, state, asked_at)
VALUES (:tenant, :owner, :id, :first, :second, 'open', :asked_at)
"""

_SELECTED = """
SELECT id, first_memory, second_memory, state, asked_at
  FROM questions
 WHERE tenant = :tenant AND owner = :owner"""

GET_QUESTION = f"""{_SELECTED}
   AND id = :id
"""

QUESTION_ELSEWHERE = """
SELECT 1
  FROM questions
 WHERE id = :id
   AND NOT (tenant = :tenant AND owner = :owner)
 LIMIT 1
"""

OPEN_QUESTIONS = f"""{_SELECTED}
   AND state = 'open'
 ORDER BY id
"""

QUESTIONS_ABOUT_FIRST = f"""{_SELECTED}
   AND first_memory = :id
   AND state = 'open'
"""

QUESTIONS_ABOUT_SECOND = f"""{_SELECTED}
   AND second_memory = :id
   AND state = 'open'
"""

SETTLE_QUESTION = """
UPDATE questions
   SET state = :state, answered_at = :at
 WHERE tenant = :tenant AND owner = :owner AND id = :id AND state = 'open'
"""


class SqlQuestions:
    """What the person is asked."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def ask(self, question: Question, tenant: str, owner: str) -> None:
        """Put one question."""
        row = {"tenant": tenant, "owner": owner, "id": question.id, "first": question.first_id, "second": question.second_id}
        self._session.run(ASK, {**row, "asked_at": micros(question.asked_at)})

    def get(self, question_id: str, tenant: str, owner: str) -> Question | None:
        """Return the owner's question of this id, whatever became of it."""
        row = self._session.one(GET_QUESTION, {"tenant": tenant, "owner": owner, "id": question_id})
        return None if row is None else _question(row)

    def exists_elsewhere(self, question_id: str, tenant: str, owner: str) -> bool:
        """Tell, without reading any text, whether somebody else's question bears this id."""
        return self._session.one(QUESTION_ELSEWHERE, {"id": question_id, "tenant": tenant, "owner": owner}) is not None

    def open(self, tenant: str, owner: str) -> list[Question]:
        """Return what the owner has not answered yet, oldest first."""
        return [_question(row) for row in self._session.all(OPEN_QUESTIONS, {"tenant": tenant, "owner": owner})]

    def about(self, memory_id: MemoryId, tenant: str, owner: str) -> list[Question]:
        """Return the open questions in which a row stands."""
        named = {"tenant": tenant, "owner": owner, "id": memory_id}
        rows = (*self._session.all(QUESTIONS_ABOUT_FIRST, named), *self._session.all(QUESTIONS_ABOUT_SECOND, named))
        return [_question(row) for row in rows]

    def settle(self, question_id: str, state: QuestionState, *, tenant: str, owner: str, at: datetime) -> bool:
        """Close an open question; False where it was closed before."""
        named = {"tenant": tenant, "owner": owner, "id": question_id, "state": state.value, "at": micros(at)}
        return self._session.run(SETTLE_QUESTION, named) == 1


def _question(row: Row) -> Question:
    return Question(
        id=row[0],
        first_id=MemoryId(row[1]),
        second_id=MemoryId(row[2]),
        state=QuestionState(row[3]),
        asked_at=instant(row[4]) or EPOCH,
    )
