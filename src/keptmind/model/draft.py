"""What somebody asks to keep, before any rule has looked at it."""

from dataclasses import dataclass
from datetime import datetime

from keptmind.model.memory import Consent, Kind, Sensitivity, Source, Target
from keptmind.model.scope import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """
    A well-formed wish: words are known words, texts are within their limits, the scope's id is the route's.

    `consent` names what the owner agreed to for restricted text, or is None. `occurred_at` is when it was stated, None for now
    (or, of an import, for nobody knows). `waits` is the rule for which it must be a candidate at least. `given` names the fields
    that were asked for and not filled in by default.
    """

    content: str
    kind: Kind
    scope: Scope
    share: str
    target: Target
    source: Source
    purposes: tuple[str, ...]
    key: str | None = None
    title: str | None = None
    subject: str | None = None
    tags: tuple[str, ...] = ()
    sensitivity: Sensitivity | None = None
    consent: Consent | None = None
    expires_at: datetime | None = None
    review_after: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reason: str | None = None
    replace: bool = False
    needs_confirmation: bool = False
    occurred_at: datetime | None = None
    waits: str | None = None
    raw_key: str | None = None
    given: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"Draft(kind={self.kind.value!r}, scope={str(self.scope)!r})"

    def texts(self) -> tuple[str, ...]:
        """
        Return every text that would be stored, the content first, as the rules must read it.

        A key as it was given, before folding hid what it is; a title or key also together with the content it introduces.
        """
        key = self.raw_key or self.key
        optional = (key, self.title, self.subject, self.reason, *self.tags)
        together = (f"{name} {self.content}" for name in (key, self.title) if name)
        return (self.content, *(text for text in optional if text), *together)
