"""Step: which terms of a memory the index holds, and by which marks it is met again; pure."""

from keptmind.model.draft import Draft
from keptmind.model.memory import Kind, Memory
from keptmind.policy.detail import stretches
from keptmind.text.document import Terms, terms_of
from keptmind.text.marks import marks, marks_of, worded


def index(memory: Memory) -> Terms:
    """Return the terms of everything in a memory that a search may find it by."""
    return terms_of(memory)


def marked(memory: Memory) -> tuple[str, ...]:
    """Return the marks by which a later statement meets a memory."""
    return marks_of(memory)


def borne(draft: Draft, said: str) -> tuple[str, ...]:
    """Return the marks that a draft would bear as a row."""
    return marks(_where(draft), said, subject=draft.subject, title=draft.title, state=draft.kind is Kind.STATE)


def within(draft: Draft, said: str) -> list[str]:
    """Return the marks of the known statements that may stand inside a draft."""
    return worded(_where(draft), stretches(said))


def _where(draft: Draft) -> str:
    return f"{draft.scope} {draft.target.value}"
