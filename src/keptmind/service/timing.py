"""Times the verbs of services for whoever counts; where nobody does, a call costs one comparison more."""

from collections.abc import Callable, Sequence
from functools import wraps
from time import perf_counter
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from keptmind.errors import Conflict, Invalid, KeptmindError, NotFound, Refused, Unavailable
from keptmind.model.audit import EventPage
from keptmind.model.decision import Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Memory
from keptmind.model.ranking import ContextBlock, CoreBlock, Found, Page
from keptmind.ports.meter import FAILED, SILENT
from keptmind.service.ground import Ground

FAMILIES = (Invalid, Refused, NotFound, Conflict, Unavailable)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Grounded(Protocol):
    """A service that knows what it stands on."""

    _ground: Ground


Service = TypeVar("Service", bound=Grounded)
Method = Callable[Concatenate[Service, Given], Answer]


def timed(verb: str) -> Callable[[Method[Service, Given, Answer]], Method[Service, Given, Answer]]:
    """Have a method of a service tell the meter how each of its calls ended, and how long it took."""

    def decorate(method: Method[Service, Given, Answer]) -> Method[Service, Given, Answer]:
        @wraps(method)
        def called(service: Service, /, *given: Given.args, **named: Given.kwargs) -> Answer:
            meter = service._ground.meter
            if meter is SILENT:
                return method(service, *given, **named)
            begun = perf_counter()
            try:
                answer = method(service, *given, **named)
            except KeptmindError as error:
                meter.answered(verb, path=failure(error), rows=0, tokens=0, seconds=perf_counter() - begun)
                raise
            path, rows, tokens = measure(answer)
            meter.answered(verb, path=path, rows=rows, tokens=tokens, seconds=perf_counter() - begun)
            return answer

        return called

    return decorate


def failure(error: KeptmindError) -> str:
    """Return which way a call went that ended in an error: by its family."""
    return FAILED + next((one.code for one in FAMILIES if isinstance(error, one)), "other")


def measure(answer: object) -> tuple[str, int, int]:
    """Return which way an answer was found, how many rows it gives out and how many tokens it takes."""
    match answer:
        case Found():
            return answer.path, len(answer.hits), answer.tokens
        case ContextBlock():
            return answer.path, len(answer.hits), answer.tokens
        case CoreBlock():
            return "", len(answer.rows), 0
        case Saved():
            return answer.outcome.value, int(answer.memory is not None), 0
        case Deletion():
            return answer.state.value, answer.count, 0
        case Page() | EventPage():
            return "", len(answer.items), 0
        case Memory():
            return "", 1, 0
        case Sequence() if not isinstance(answer, str):
            return "", len(answer), 0
    return "", 0, 0
