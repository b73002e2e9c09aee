"""What is on record: for the owner about themselves, for auditors about a tenant; events hold no text."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC

from keptmind.errors import Unavailable
from keptmind.model.audit import Action, AuditEvent, EventPage, Sifted
from keptmind.model.context import AccessContext
from keptmind.model.query import MAX_PAGE
from keptmind.policy import access, form
from keptmind.policy.identity import identity, word
from keptmind.ports.store import View
from keptmind.service.ground import Ground
from keptmind.service.journal import Journal
from keptmind.service.paging import sealed, unsealed, whole
from keptmind.service.readings import Readings
from keptmind.service.record import allow
from keptmind.service.timing import timed

OWN, OF_ONE, ACROSS, ALERTS = "activity", "audit", "audit-across", "alerts"
BETWEEN = "\x1f"  # owner and id in a cursor; no name holds it

log = logging.getLogger("keptmind.activity")


class Activity:
    """Shows the record of acts; that it was shown is on record too."""

    def __init__(self, ground: Ground, readings: Readings, journal: Journal) -> None:
        self._ground = ground
        self._readings = readings
        self._journal = journal

    @timed("activity")
    def own(self, context: AccessContext, *, cursor: object = None, limit: object = 50) -> EventPage:
        """Return the owner's own events, newest first, what they have just read among them. Raises: Invalid, Refused."""
        allow(self._ground, context, access.may_look(context))
        sifted = Sifted(limit=_most(limit))
        before = self._place(context, OWN, cursor)
        self._catch_up(context)
        found = self._read(lambda view: view.audit.page(*context.whose, _one_more(sifted), before=before))
        return self._page(context, OWN, found, sifted.limit)

    @timed("audit")
    def audit(
        self,
        context: AccessContext,
        *,
        user: object = None,
        action: object = None,
        since: object = None,
        until: object = None,
        cursor: object = None,
        limit: object = 50,
    ) -> EventPage:
        """
        Return the tenant's events: of one user newest first, of everybody by owner and then oldest first.

        A date alone as `since` or `until` is that whole day, UTC. A cursor continues the list it came from, filters as they are given
        now. Raises: Invalid, Refused.
        """
        whom = None if user is None else identity("user", user)
        allow(self._ground, context, access.may_audit(context, whom))
        sifted = Sifted(
            action=None if action is None else word("action", action, Action),
            since=form.when("since", since, UTC, end_of_day=False),
            until=form.when("until", until, UTC, end_of_day=True),
            limit=_most(limit),
        )
        if whom is not None:
            before = self._place(context, f"{OF_ONE}{BETWEEN}{whom}", cursor)
            found = self._read(lambda view: view.audit.page(context.tenant, whom, _one_more(sifted), before=before))
            return self._page(context, f"{OF_ONE}{BETWEEN}{whom}", found, sifted.limit)
        owner, _, event_id = (self._place(context, ACROSS, cursor) or BETWEEN).partition(BETWEEN)
        found = self._read(lambda view: view.audit.across(context.tenant, _one_more(sifted), after=(owner, event_id)))
        return self._page(context, ACROSS, found, sifted.limit)

    @timed("alerts")
    def alerts(self, context: AccessContext, *, cursor: object = None, limit: object = 50) -> EventPage:
        """Return the tenant's alerts, newest first. Raises: Invalid, Refused."""
        allow(self._ground, context, access.may_audit(context))
        most, before = _most(limit), self._place(context, ALERTS, cursor)
        found = self._read(lambda view: view.audit.alerts(context.tenant, most + 1, before=before))
        return self._page(context, ALERTS, found, most)

    def admit(self, context: AccessContext, verb: str) -> None:
        """Let those in who may see the tenant's record, and put on record what they look at. Raises: Refused."""
        allow(self._ground, context, access.may_audit(context))
        self._readings.record(context, Action.READ, (), verb, recalled=False)

    def _catch_up(self, context: AccessContext) -> None:
        """Write what the owner has just read; where nothing can be written, what is written already must do."""
        try:
            self._journal.flush_of(context.whose)
        except Unavailable as error:
            log.warning("reads not yet on record: %s", error.code)

    def _place(self, context: AccessContext, name: str, cursor: object) -> str | None:
        return None if cursor is None else unsealed(self._ground.keys, context, name, cursor)

    def _read(self, read: Callable[[View], list[AuditEvent]]) -> list[AuditEvent]:
        with self._ground.store.view() as view:
            return read(view)

    def _page(self, context: AccessContext, name: str, found: list[AuditEvent], most: int) -> EventPage:
        items, more = tuple(found[:most]), len(found) > most
        self._readings.record(context, Action.READ, (), name.partition(BETWEEN)[0], recalled=False)
        cursor = sealed(self._ground.keys, context, name, _place_of(name, items[-1])) if more else None
        return EventPage(items=items, next_cursor=cursor, has_more=more, applied_limit=most)


def _place_of(name: str, event: AuditEvent) -> str:
    return f"{event.owner}{BETWEEN}{event.id}" if name == ACROSS else event.id


def _most(limit: object) -> int:
    return min(whole("limit", limit), MAX_PAGE)


def _one_more(sifted: Sifted) -> Sifted:
    return replace(sifted, limit=sifted.limit + 1)
