"""How long a memory lives by default, by kind and sensitivity; pure."""

from datetime import datetime, timedelta

from keptmind.model.kinds import KINDS
from keptmind.model.memory import Kind, Sensitivity, Source

RESTRICTED_LIFE = timedelta(days=365)
CANDIDATE_LIFE = timedelta(days=30)
OBSERVATION_LIFE = timedelta(days=90)
REJECTED_LIFE = timedelta(days=90)
COMPLETED_LIFE = timedelta(hours=24)
RENEWAL_NOTICE = timedelta(days=30)
IMPORT_REVIEW = timedelta(days=90)


def expiry(kind: Kind, sensitivity: Sensitivity, asked: datetime | None, now: datetime) -> datetime | None:
    """Return when a row ends: as asked or by its kind, a restricted one within 365 days at the latest."""
    days = KINDS[kind].expiry_days
    return ending(sensitivity, asked if asked is not None or days is None else now + timedelta(days=days), now)


def ending(sensitivity: Sensitivity, ends: datetime | None, now: datetime) -> datetime | None:
    """Return when a row with this end really ends: a restricted one within 365 days at the latest."""
    if sensitivity is not Sensitivity.RESTRICTED:
        return ends
    latest = now + RESTRICTED_LIFE
    return latest if ends is None else min(ends, latest)


def waiting_ends(ends: datetime | None, now: datetime) -> datetime:
    """Return when a proposal made now has waited too long: after 30 days, or when what it proposes would end."""
    latest = now + CANDIDATE_LIFE
    return latest if ends is None else min(ends, latest)


def review(kind: Kind, source: Source, asked: datetime | None, now: datetime, *, ends: datetime | None = None) -> datetime | None:
    """
    Return when a row is to be looked at again: as asked, by its kind, or 90 days after an import.

    `ends` is the end of a restricted row, which is to be renewed 30 days before it at the latest.
    """
    if asked is not None:
        return asked
    days = KINDS[kind].review_days
    due = [now + timedelta(days=days)] if days is not None else []
    due += [now + IMPORT_REVIEW] if source is Source.IMPORTED else []
    due += [ends - RENEWAL_NOTICE] if ends is not None and ends - RENEWAL_NOTICE > now else []
    return min(due, default=None)
