"""All repositories over one connection: what a view reads and what a transaction writes."""

from keptmind.engines.sql.callers import SqlCallers
from keptmind.engines.sql.candidates import SqlCandidates
from keptmind.engines.sql.core import SqlCore
from keptmind.engines.sql.deletions import SqlDeletions
from keptmind.engines.sql.examine import SqlExamination
from keptmind.engines.sql.index import SqlIndex
from keptmind.engines.sql.marks import SqlMarks
from keptmind.engines.sql.memories import SqlMemories
from keptmind.engines.sql.mend import SqlMending
from keptmind.engines.sql.past import SqlPast
from keptmind.engines.sql.people import SqlGroups, SqlSettings
from keptmind.engines.sql.questions import SqlQuestions
from keptmind.engines.sql.records import SqlAudit, SqlEvidences, SqlObservations, SqlRuleCounts, SqlUsage
from keptmind.engines.sql.replies import SqlReplies
from keptmind.engines.sql.schema import SqlSchema
from keptmind.engines.sql.session import Session
from keptmind.engines.sql.texts import SqlTexts
from keptmind.engines.sql.visible import SqlPartitions
from keptmind.engines.sql.words import Words


class Work:
    """A View and a Transaction at once; which of the two it is, the connection decides."""

    def __init__(self, session: Session, words: Words, salt: bytes) -> None:
        self._session = session
        self.partitions = SqlPartitions(session, words)
        self.index = SqlIndex(session, words, salt)
        self.memories = SqlMemories(session, words)
        self.marks = SqlMarks(session, words, salt)
        self.core = SqlCore(session, words)
        self.texts = SqlTexts(session, words)
        self.past = SqlPast(session, words)
        self.settings = SqlSettings(session)
        self.groups = SqlGroups(session)
        self.deletions = SqlDeletions(session)
        self.evidence = SqlEvidences(session)
        self.observations = SqlObservations(session)
        self.candidates = SqlCandidates(session, words)
        self.questions = SqlQuestions(session)
        self.rule_counts = SqlRuleCounts(session)
        self.audit = SqlAudit(session)
        self.usage = SqlUsage(session)
        self.callers = SqlCallers(session)
        self.replies = SqlReplies(session)
        self.schema = SqlSchema(session)
        self.examination = SqlExamination(session, words, self.index, self.marks)
        self.mending = SqlMending(session, self.index, self.marks)

    def settle(self) -> None:
        """Hand the session what was put off until the end of the transaction; it runs it when it settles."""
        self.index.settle()
        self.settings.settle()

    def discard(self) -> None:
        """Drop what was put off: the transaction did not come to its end."""
        self.index.discard()
        self.settings.discard()
        self.audit.taken()
