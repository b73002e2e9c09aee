"""What an error comes to at each door: HTTP status, tool code, exit code, and the key of its message; pure."""

from dataclasses import dataclass

from keptmind.errors import (
    BodyTooLarge,
    Conflict,
    ContentRefused,
    Invalid,
    KeptmindError,
    MethodNotAllowed,
    NotFound,
    Refused,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a request ends: `http` a status, `tool` a word for agent tools and MCP, `exit` a process's code, `message` a key."""

    http: int
    tool: str
    exit: int
    message: str


FAMILIES: dict[type[KeptmindError], tuple[int, str, int]] = {
    ContentRefused: (422, "refused", 3),  # a verdict on the content, not on the caller
    Unauthenticated: (401, "refused", 3),
    MethodNotAllowed: (405, "invalid", 2),
    BodyTooLarge: (413, "invalid", 2),
    TooManyRequests: (429, "unavailable", 6),
    Invalid: (400, "invalid", 2),
    Refused: (403, "refused", 3),
    NotFound: (404, "not-found", 4),
    Conflict: (409, "conflict", 5),
    Unavailable: (503, "unavailable", 6),
}
UNEXPECTED = Ending(http=500, tool="error", exit=1, message=KeptmindError.code)


def outcome(error: BaseException) -> Ending:
    """Return how a request ends that met this error; what is not ours ends unexpectedly."""
    for family, (http, tool, code) in FAMILIES.items():
        if isinstance(error, family):
            return Ending(http=http, tool=tool, exit=code, message=error.code)
    return UNEXPECTED
