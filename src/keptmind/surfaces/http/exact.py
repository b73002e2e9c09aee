"""How exactly a request is read: no query name beside the route's own, none twice, and a body that is one JSON value in UTF-8."""

import json
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from keptmind.errors import InvalidBody, InvalidField, UnknownField
from keptmind.surfaces.http.asking import SAFE, Ask
from keptmind.surfaces.http.queries import Asked
from keptmind.surfaces.http.revisions import HEADER
from keptmind.text.normalise import clean

LONGEST_NAME = 128  # of a name that is repeated to the one who sent it
PROMISES = {HEADER: "if_match", "Idempotency-Key": "idempotency_key"}  # by the header, the parameter of a route that keeps it
DEEPEST = 100  # levels of a body
AT_ONCE = 32_768  # bytes of a body that is read while everybody waits; a larger one is read in a thread of its own


class ExactRoute(APIRoute):
    """A route that carries out nothing of a request that says more than it understands."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request of this route."""
        inner, known = super().get_route_handler(), names_asked(self.endpoint)
        kept = get_type_hints(self.endpoint).keys() & PROMISES.values()
        takes_body = self.body_field is not None  # and then needs to know who asks

        async def handle(request: Request) -> Response:
            if takes_body:
                await run_in_threadpool(Ask(request).admitted)
            admit([name for name, _ in request.query_params.multi_items()], known)
            if request.method not in SAFE:
                promise(request.headers, kept)
            return await inner(ExactRequest(request.scope, request.receive))

        return handle


class ExactRequest(Request):
    """A request whose body is read as it was sent: nothing is guessed, and nothing of it is dropped."""

    async def json(self) -> Any:
        """Return the value of the body. Raises: HTTPException, for the reason of what is wrong with it."""
        try:
            body = await self.body()
            return value_of(body) if len(body) <= AT_ONCE else await run_in_threadpool(value_of, body)
        except InvalidBody as error:
            raise HTTPException(400) from error


def names_asked(endpoint: Callable[..., Any]) -> frozenset[str]:
    """Return the query names that a route declares."""
    hints = get_type_hints(endpoint).values()
    return frozenset(name for hint in hints if isinstance(hint, type) and issubclass(hint, Asked) for name in hint.model_fields)


def admit(names: Sequence[str], known: Collection[str]) -> None:
    """Let in a query of these names. Raises: UnknownField; InvalidField where one is given twice."""
    for place, name in enumerate(names):
        if name not in known:
            raise UnknownField(field=clean(name)[:LONGEST_NAME], allowed=tuple(sorted(known)) or None)
        if name in names[:place]:
            raise InvalidField(field=name, problem="given twice")


def promise(headers: Headers, kept: Collection[str]) -> None:
    """
    Let in a request that asks for no more than these promises: to change only what was read, to be carried out once.

    Raises: UnknownField for another one, so that nobody relies on what is not kept; InvalidField where one is given twice.
    """
    for header, parameter in PROMISES.items():
        given = headers.getlist(header)
        if given and parameter not in kept:
            raise UnknownField(field=header)
        if len(given) > 1:
            raise InvalidField(field=header, problem="given twice")


def value_of(body: bytes) -> Any:
    """Return the one JSON value that a body is, lone surrogates in it replaced. Raises: InvalidBody."""
    try:
        return _whole(json.loads(body.decode("utf-8-sig"), object_pairs_hook=_members, parse_constant=_no_number), DEEPEST)
    except UnicodeDecodeError:
        raise InvalidBody(problem="not UTF-8") from None
    except json.JSONDecodeError:
        raise InvalidBody(problem="not JSON") from None
    except RecursionError:
        raise InvalidBody(problem="nested too deep") from None
    except ValueError:  # a whole number of thousands of digits
        raise InvalidBody(problem="not readable") from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise InvalidBody(problem="a name given twice")
    return members


def _no_number(_constant: str) -> Any:
    raise InvalidBody(problem="not JSON")  # NaN and Infinity are no JSON


def _whole(value: Any, left: int) -> Any:
    """Return a value with its lone surrogates replaced; it may go so many levels down."""
    if isinstance(value, str):
        return clean(value)
    if not isinstance(value, (list, dict)):
        return value
    if left == 0:
        raise InvalidBody(problem="nested too deep")
    if isinstance(value, list):
        return [_whole(one, left - 1) for one in value]
    return {clean(name): _whole(one, left - 1) for name, one in value.items()}
