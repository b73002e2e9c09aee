"""How long a memory lives by default, by kind and sensitivity; pure."""

from datetime import datetime, timedelta

from keptmind.model.kinds import KINDS
from keptmind.model.memory import Kind, Sensitivity, Source

RESTRICTED_LIFE = timedelta(days=365)
CANDIDATE_LIFE = timedelta(days=30)
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


def review(kind: Kind, source: Source, asked: datetime | None, now: datetime) -> datetime | None:
    """Return when a row is to be looked at again: as asked, by its kind, or 90 days after an import."""
    if asked is not None:
        return asked
    if source is Source.IMPORTED:
        return now + IMPORT_REVIEW
    days = KINDS[kind].review_days
    return None if days is None else now + timedelta(days=days)
