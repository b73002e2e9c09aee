"""Who asks, for whom and why: read from the credential and the route's headers, never from a body."""

import time
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request

from keptmind.bootstrap import House
from keptmind.errors import CrossSite, InvalidField, MissingIdentity, Unauthenticated, UnknownField
from keptmind.model.context import AccessContext, Caller
from keptmind.policy.identity import access_context
from keptmind.surfaces.http import tokens
from keptmind.surfaces.http.limits import FAILURES_A_MINUTE, Failures, Rate
from keptmind.surfaces.http.metrics import PrometheusMeter
from keptmind.surfaces.http.sessions import COOKIE, Session, Sessions

USER = "x-keptmind-user"
ROUTE = (
    "workspace", "account", "assistant", "conversation", "group", "run", "mode", "purpose", "channel", "destination", "read-mode",
)  # fmt: skip
OURS = b"x-keptmind-"
TOOLS = "x-keptmind-tools"  # which of the agent tools there are; their own door reads it
KNOWN = frozenset({USER.encode(), TOOLS.encode(), *(OURS + name.encode() for name in ROUTE)})
SAFE = ("GET", "HEAD", "OPTIONS")
MARK = "km_"
ADMITTED = "keptmind.admitted"  # where a request's scope keeps who asks, and since when that is known
FRESH_SECONDS = 1.0
NOBODY = ""  # the owner of what concerns a tenant and no person


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A caller that was recognised; `user` where the credential itself names the person."""

    tenant: str
    caller: Caller
    user: str | None


class Desk:
    """What every request needs of the service."""

    def __init__(self, house: House, meter: PrometheusMeter) -> None:
        self.house = house
        self.meter = meter
        self.sessions = Sessions()
        self.rate = Rate(house.doors.requests_per_minute)
        self.failures = Failures(FAILURES_A_MINUTE)


class Ask:
    """One request: who asks is found out when it is asked for, in the thread that does the work, or in one before a body is read."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.desk: Desk = request.app.state.desk

    @property
    def house(self) -> House:
        """The services."""
        return self.desk.house

    def context(self, workspace: str | None = None) -> AccessContext:
        """
        Return the context of a request about one person; `workspace` is what its body or query says, which must be the route's.

        Raises: Unauthenticated, TooManyRequests, CrossSite, and the leaves of Invalid that name a header.
        """
        known = self.admitted()
        route = self._route()
        if workspace is not None and route.setdefault("workspace", workspace) != workspace:
            raise InvalidField(field="workspace_type", problem="not the route's workspace")
        context = access_context(self._person(known), self.house.rulebook, tenant=known.tenant, caller=known.caller, **route)
        return replace(context, request_id=self._request_id)

    def of_tenant(self) -> AccessContext:
        """Return the context of a request about a tenant alone. Raises: Unauthenticated, TooManyRequests, CrossSite, UnknownField."""
        known = self.admitted()
        self._refuse_unknown()
        return AccessContext(tenant=known.tenant, owner=NOBODY, caller=known.caller, request_id=self._request_id)

    @property
    def _request_id(self) -> str:
        return str(self.request.scope.get("keptmind.request_id", ""))

    def admitted(self) -> Known:
        """
        Find out who asks, and count it once a request; who was found out a while ago, before a slow body, is looked for again.

        Raises: Unauthenticated, TooManyRequests, CrossSite.
        """
        found: tuple[Known, float] | None = self.request.scope.get(ADMITTED)
        if found is not None and time.monotonic() - found[1] < FRESH_SECONDS:
            return found[0]
        known = self._recognised()
        if found is None:
            self.desk.rate.take(f"{known.tenant}\x1f{known.caller.id}\x1f{known.user or ''}")
        self.request.scope[ADMITTED] = known, time.monotonic()
        return known

    def _recognised(self) -> Known:
        address, header = self.request.client.host if self.request.client else "", self.request.headers.get("authorization")
        try:
            return self._signed_in() if header is None else self._named_by(header, address)
        except Unauthenticated:
            self.desk.failures.count(address, (header or "").partition(" ")[2])
            raise

    def _named_by(self, header: str, address: str) -> Known:
        scheme, _, credential = header.partition(" ")
        if scheme.lower() != "bearer" or not credential:
            raise Unauthenticated()
        if credential.startswith(MARK):
            self.desk.failures.admit(address, credential)
            key = self.house.callers.recognise(credential)
            self.desk.failures.remember(credential)
            users = key.grant.users
            return Known(tenant=key.tenant, caller=key.caller, user=next(iter(users)) if users is not None and len(users) == 1 else None)
        tenant, user, caller = tokens.recognise(credential, self.house.doors.tokens, self.house.rulebook)
        return Known(tenant=tenant, caller=caller, user=user)

    def _signed_in(self) -> Known:
        cookie = self.request.cookies.get(COOKIE)
        session: Session | None = self.desk.sessions.of(cookie) if cookie else None
        if session is None:
            raise Unauthenticated()
        if self.request.method not in SAFE and not self._is_same_site():
            context = AccessContext(tenant=session.tenant, owner=session.user, caller=session.caller, request_id=self._request_id)
            self.house.denials.record(context, CrossSite.code)
            raise CrossSite()
        return Known(tenant=session.tenant, caller=session.caller, user=session.user)

    def _is_same_site(self) -> bool:
        """Tell whether a browser says that this page's own origin sent the request; one that says nothing is not believed."""
        origin = self.request.headers.get("origin")
        if origin is None:
            return self.request.headers.get("sec-fetch-site") == "same-origin"
        try:
            return urlsplit(origin).netloc == self.request.headers.get("host")
        except ValueError:  # no address at all: a bracket that does not close
            return False

    def _person(self, known: Known) -> str:
        named = self._header(USER)
        if named is None and known.user is None:
            raise MissingIdentity(field="X-Keptmind-User")
        return known.user if named is None and known.user is not None else named or ""

    def _route(self) -> dict[str, Any]:
        self._refuse_unknown()
        found = ((name.replace("-", "_"), self._header(f"x-keptmind-{name}")) for name in ROUTE)
        return {name: given for name, given in found if given is not None}

    def _refuse_unknown(self) -> None:
        """Refuse a header of ours that there is not: one that is misspelled was meant to narrow. Raises: UnknownField."""
        for key, _ in self.request.scope["headers"]:
            if key.startswith(OURS) and key not in KNOWN:
                raise UnknownField(field=key.decode("latin-1")[:128])

    def _header(self, name: str) -> str | None:
        """Return a header as the UTF-8 it was sent in; two of one name are none. Raises: InvalidField."""
        found = [value for key, value in self.request.scope["headers"] if key == name.encode()]
        if not found:
            return None
        try:
            (only,) = found
            return bytes(only).decode()
        except ValueError:
            raise InvalidField(field=name, problem="given twice or not UTF-8") from None


async def asking(request: Request) -> Ask:
    """Return the request as a route asks for it; a coroutine, so that no thread is spent on it."""
    return Ask(request)


Asking = Annotated[Ask, Depends(asking)]
