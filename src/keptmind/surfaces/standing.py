"""How things stand, as plain values: what a person has set, which keys there are, what is on record, whether all is well; pure."""

from collections.abc import Sequence

from keptmind.model.audit import AuditEvent, EventPage
from keptmind.model.caller import CallerKey, Issued
from keptmind.model.health import Check, Report
from keptmind.model.settings import UserSettings
from keptmind.policy.flags import Effective
from keptmind.service.callers import KeyPage
from keptmind.surfaces.shapes import Shape, consent_shape, iso


def settings_shape(settings: UserSettings) -> Shape:
    """Return what a person has chosen."""
    return {
        "settings": {
            "saved_memory_enabled": settings.saved_memory_enabled,
            "read_enabled": settings.read_enabled,
            "write_enabled": settings.write_enabled,
            "auto_extract_enabled": settings.auto_extract_enabled,
            "time_zone": settings.time_zone,
            "locale": settings.locale,
            "consent_mode": None if settings.consent_mode is None else settings.consent_mode.value,
            "standing_consent": {category: consent_shape(consent) for category, consent in settings.standing_consent},
            "delivery": dict(settings.delivery),
            "revision": settings.revision,
            "updated_at": iso(settings.updated_at),
        }
    }


def caller_shape(key: CallerKey) -> Shape:
    """Return a key by the part that may be shown, and what it may do; `users` null is any."""
    grant = key.grant
    return {
        "caller_id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "grant": {
            "verbs": sorted(verb.value for verb in grant.verbs),
            "users": _sorted(grant.users),
            "purposes": _sorted(grant.purposes),
            "excluded_kinds": sorted(kind.value for kind in grant.excluded_kinds),
            "highest_sensitivity": grant.highest_sensitivity.word,
            "workspaces": _sorted(grant.workspaces),
            "fields": _sorted(grant.fields),
        },
        "created_at": iso(key.created_at),
        "revoked_at": iso(key.revoked_at),
    }


def issued_shape(issued: Issued) -> Shape:
    """Return a key with its secret."""
    return {"caller": caller_shape(issued.key), "key": issued.secret}


def callers_shape(page: KeyPage) -> Shape:
    """Return one page of a tenant's keys."""
    return {
        "items": [caller_shape(key) for key in page.items],
        "next_cursor": page.next_cursor,
        "has_more": page.next_cursor is not None,
        "applied_limit": page.applied_limit,
    }


def flags_shape(flags: Sequence[Effective]) -> Shape:
    """Return every flag with its value and where that comes from."""
    return {"flags": [{"name": flag.name, "value": flag.value, "origin": flag.origin} for flag in flags]}


def _sorted(words: frozenset[str] | None) -> list[str] | None:
    return None if words is None else sorted(words)


def event_shape(event: AuditEvent) -> Shape:
    """Return one event of the record: who, when, which rows, by which rule; it holds no text."""
    return {
        "event_id": event.id,
        "at": iso(event.at),
        "user_id": event.owner,
        "action": event.action.value,
        "caller": event.caller,
        "purpose": event.purpose,
        "scope": event.scope,
        "memory_ids": list(event.memory_ids),
        "rule": event.rule,
        "rule_version": event.rule_version,
        "revision": event.revision,
        "fingerprint": event.fingerprint,
        "request_id": event.request_id,
    }


def events_shape(page: EventPage) -> Shape:
    """Return one page of the record."""
    return {
        "items": [event_shape(event) for event in page.items],
        "next_cursor": page.next_cursor,
        "has_more": page.has_more,
        "applied_limit": page.applied_limit,
    }


def report_shape(report: Report) -> Shape:
    """Return whether memory can be used, and what is worse than it should be."""
    return {
        "ok": report.ok,
        "degradations": list(report.degradations),
        "schema_version": report.schema_version,
        "checks": [check_shape(check) for check in report.checks],
    }


def check_shape(check: Check) -> Shape:
    """Return one thing that was looked at."""
    return {"name": check.name, "state": check.state.value, "count": check.count, "seconds": round(check.seconds, 3), "code": check.code}
