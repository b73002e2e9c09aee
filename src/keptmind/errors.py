"""
Every error a caller can meet.

    KeptmindError
    ├── Invalid                 fix the request
    │   ├── MissingIdentity     ├── UnknownField     ├── InvalidField     ├── UnknownWord
    │   ├── UnknownWorkspace    ├── TextEmpty        ├── TextTooLong      ├── NulCharacter
    │   ├── KeyEncodesScope     ├── ScopeNeedsRoute  ├── InvalidTime      ├── InvalidCursor
    │   ├── NoPurposes          ├── NotConfirmed     ├── InvalidPattern   ├── InvalidSettings
    │   ├── InvalidBody         ├── BodyTooLarge     ├── UnknownHost      ├── MethodNotAllowed
    │   ├── RevisionUnknown     └── NotCompletable
    ├── Refused                 ask for a grant
    │   ├── IsolatedConversation  ├── ReadOnlyConversation  ├── ReadingDisabled  ├── WritingDisabled
    │   ├── ScopeDisabled         ├── VerbNotGranted        ├── UserNotGranted   ├── PurposeNotGranted
    │   ├── WorkspaceNotGranted   ├── NotAMember            ├── ContentRefused   ├── Unconfirmed
    │   ├── Unauthenticated       ├── GrantTooWide          ├── CrossSite        └── ConfirmationNeeded
    ├── NotFound                not within your reach
    │   ├── MemoryNotFound      ├── CandidateNotFound   ├── QuestionNotFound  ├── VersionNotFound
    │   ├── CallerNotFound      ├── DeletionNotFound    └── RouteNotFound
    ├── Conflict                read again (carries the current revision)
    │   ├── StaleRevision       ├── KeyTaken            ├── CoreFull          ├── CandidateDecided
    │   ├── CandidateMoved      ├── QuestionClosed      └── RequestReused
    └── Unavailable             later
        ├── StoreBusy  ├── StoreFailed  ├── StoreClosed  ├── SchemaTooNew  ├── SchemaChanged
        ├── TooManyRequests  └── OutcomeUnknown (it may have been written)

An error carries a stable `code`, which is also the key of its English and Chinese message, and `details`: names, limits and
sizes, never a stored or submitted text.
"""

from typing import ClassVar

Detail = str | int | None | tuple[str, ...]


class KeptmindError(Exception):
    """Root of the tree."""

    code: ClassVar[str] = "error"

    def __init__(self, **details: Detail) -> None:
        super().__init__(self.code)
        self.details = details

    def __str__(self) -> str:
        told = ", ".join(f"{name}={_told(detail)}" for name, detail in self.details.items() if detail is not None)
        return f"{self.code} ({told})" if told else self.code

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def _told(detail: Detail) -> str:
    return "|".join(detail) if isinstance(detail, tuple) else str(detail)


class Invalid(KeptmindError):
    """The request cannot be understood or breaks a limit: fix it and send it again."""

    code = "invalid"


class Refused(KeptmindError):
    """The request is understood and not permitted here."""

    code = "refused"


class NotFound(KeptmindError):
    """Nothing of that name within the caller's reach; what belongs to another looks the same."""

    code = "not-found"


class Conflict(KeptmindError):
    """Somebody changed it first: read again."""

    code = "conflict"

    @property
    def current_revision(self) -> int | None:
        """The revision that stands now, where there is one."""
        found = self.details.get("current_revision")
        return found if isinstance(found, int) else None


class Unavailable(KeptmindError):
    """The store cannot answer now; nothing was written, but for `OutcomeUnknown`; the same call may succeed later."""

    code = "unavailable"


class MissingIdentity(Invalid):
    code = "missing-identity"


class UnknownField(Invalid):
    code = "unknown-field"


class InvalidField(Invalid):
    code = "invalid-field"


class UnknownWord(Invalid):
    code = "unknown-word"


class UnknownWorkspace(Invalid):
    code = "unknown-workspace"


class TextEmpty(Invalid):
    code = "text-empty"


class TextTooLong(Invalid):
    code = "text-too-long"


class NulCharacter(Invalid):
    code = "nul-character"


class KeyEncodesScope(Invalid):
    code = "key-encodes-scope"


class ScopeNeedsRoute(Invalid):
    code = "scope-needs-route"


class InvalidTime(Invalid):
    code = "invalid-time"


class InvalidCursor(Invalid):
    code = "invalid-cursor"


class InvalidPattern(Invalid):
    code = "invalid-pattern"


class NoPurposes(Invalid):
    code = "no-purposes"


class NotConfirmed(Invalid):
    code = "not-confirmed"


class InvalidSettings(Invalid):
    code = "invalid-settings"


class InvalidBody(Invalid):
    code = "invalid-body"


class BodyTooLarge(Invalid):
    code = "body-too-large"


class UnknownHost(Invalid):
    code = "unknown-host"


class MethodNotAllowed(Invalid):
    code = "method-not-allowed"


class RevisionUnknown(Invalid):
    code = "revision-unknown"


class NotCompletable(Invalid):
    code = "not-completable"


class IsolatedConversation(Refused):
    code = "isolated-conversation"


class ReadOnlyConversation(Refused):
    code = "read-only-conversation"


class ReadingDisabled(Refused):
    code = "reading-disabled"


class WritingDisabled(Refused):
    code = "writing-disabled"


class ScopeDisabled(Refused):
    code = "scope-disabled"


class VerbNotGranted(Refused):
    code = "verb-not-granted"


class UserNotGranted(Refused):
    code = "user-not-granted"


class PurposeNotGranted(Refused):
    code = "purpose-not-granted"


class WorkspaceNotGranted(Refused):
    code = "workspace-not-granted"


class NotAMember(Refused):
    code = "not-a-member"


class ContentRefused(Refused):
    code = "content-refused"


class Unconfirmed(Refused):
    code = "unconfirmed"


class Unauthenticated(Refused):
    code = "unauthenticated"


class GrantTooWide(Refused):
    code = "grant-too-wide"


class CrossSite(Refused):
    code = "cross-site"


class ConfirmationNeeded(Refused):
    code = "confirmation-needed"


class MemoryNotFound(NotFound):
    code = "memory-not-found"


class CandidateNotFound(NotFound):
    code = "candidate-not-found"


class QuestionNotFound(NotFound):
    code = "question-not-found"


class VersionNotFound(NotFound):
    code = "version-not-found"


class CallerNotFound(NotFound):
    code = "caller-not-found"


class DeletionNotFound(NotFound):
    code = "deletion-not-found"


class RouteNotFound(NotFound):
    code = "route-not-found"


class StaleRevision(Conflict):
    code = "stale-revision"


class KeyTaken(Conflict):
    code = "key-taken"


class CoreFull(Conflict):
    code = "core-full"


class CandidateDecided(Conflict):
    code = "candidate-decided"


class CandidateMoved(Conflict):
    code = "candidate-moved"


class QuestionClosed(Conflict):
    code = "question-closed"


class RequestReused(Conflict):
    code = "request-reused"


class StoreBusy(Unavailable):
    code = "store-busy"


class StoreFailed(Unavailable):
    code = "store-failed"


class StoreClosed(Unavailable):
    code = "store-closed"


class SchemaTooNew(Unavailable):
    code = "schema-too-new"


class SchemaChanged(Unavailable):
    code = "schema-changed"


class TooManyRequests(Unavailable):
    code = "too-many-requests"


class OutcomeUnknown(Unavailable):
    code = "outcome-unknown"


REFUSALS: dict[str, type[Refused]] = {leaf.code: leaf for leaf in Refused.__subclasses__()}


def refusal(rule: str) -> Refused:
    """Return the error that a policy rule's refusal raises."""
    return REFUSALS[rule]()
