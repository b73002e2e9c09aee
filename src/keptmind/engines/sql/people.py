"""Settings of people, their revision counters, and groups."""

import json
from collections import Counter
from datetime import datetime
from typing import Any

from keptmind.engines.sql.session import Session, instant, micros, micros_or_none
from keptmind.model.memory import Consent
from keptmind.model.settings import ConsentMode, UserSettings

READ_SETTINGS = """
SELECT saved_memory_enabled, read_enabled, write_enabled, auto_extract_enabled, time_zone, locale, consent_mode,
       standing_consent, delivery, revision, updated_at
  FROM user_settings
 WHERE tenant = :tenant AND owner = :owner
"""

PUT_SETTINGS = """
INSERT INTO user_settings (tenant, owner, saved_memory_enabled, read_enabled, write_enabled, auto_extract_enabled, time_zone,
                           locale, consent_mode, standing_consent, delivery, revision, updated_at)
VALUES (:tenant, :owner, :saved_memory_enabled, :read_enabled, :write_enabled, :auto_extract_enabled, :time_zone,
        :locale, :consent_mode, :standing_consent, :delivery, :revision, :updated_at)
ON CONFLICT (tenant, owner) DO UPDATE
   SET saved_memory_enabled = excluded.saved_memory_enabled,
       read_enabled = excluded.read_enabled,
       write_enabled = excluded.write_enabled,
       auto_extract_enabled = excluded.auto_extract_enabled,
       time_zone = excluded.time_zone,
       locale = excluded.locale,
       consent_mode = excluded.consent_mode,
       standing_consent = excluded.standing_consent,
       delivery = excluded.delivery,
       revision = excluded.revision,
       updated_at = excluded.updated_at
"""

MEMORY_REVISION = """
SELECT memory_revision
  FROM owners
 WHERE tenant = :tenant AND owner = :owner
"""

RAISE_REVISION = """
INSERT INTO owners (tenant, owner, memory_revision)
VALUES (:tenant, :owner, :changes)
ON CONFLICT (tenant, owner) DO UPDATE
   SET memory_revision = owners.memory_revision + excluded.memory_revision
"""

NAME_GROUP = """
INSERT INTO groups (tenant, owner, id, created_at)
VALUES (:tenant, '', :group_id, :at)
ON CONFLICT DO NOTHING
"""

JOIN_GROUP = """
INSERT INTO group_members (tenant, owner, group_id, member, joined_at)
VALUES (:tenant, '', :group_id, :member, :at)
ON CONFLICT DO NOTHING
"""

LEAVE_GROUP = """
DELETE FROM group_members
 WHERE tenant = :tenant AND owner = '' AND group_id = :group_id AND member = :member
"""

GROUP_MEMBERS = """
SELECT member
  FROM group_members
 WHERE tenant = :tenant AND owner = '' AND group_id = :group_id
 ORDER BY member
"""

IS_MEMBER = """
SELECT 1
  FROM group_members
 WHERE tenant = :tenant AND owner = '' AND group_id = :group_id AND member = :member
"""


class SqlSettings:
    """People's own settings; a person without a row has the defaults."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._changes: Counter[tuple[str, str]] = Counter()

    def of(self, tenant: str, owner: str) -> UserSettings:
        """Return a person's settings."""
        row = self._session.one(READ_SETTINGS, {"tenant": tenant, "owner": owner})
        if row is None:
            return UserSettings()
        saved, read, write, extract, zone, locale, consent_mode, standing, delivery, revision, updated_at = row
        return UserSettings(
            saved_memory_enabled=bool(saved),
            read_enabled=bool(read),
            write_enabled=bool(write),
            auto_extract_enabled=bool(extract),
            time_zone=zone,
            locale=locale,
            consent_mode=ConsentMode(consent_mode) if consent_mode else None,
            standing_consent=_consents(standing),
            delivery=tuple(sorted(json.loads(delivery).items())),
            revision=revision,
            updated_at=instant(updated_at),
        )

    def put(self, tenant: str, owner: str, settings: UserSettings) -> None:
        """Write a person's settings over the earlier ones."""
        row: dict[str, Any] = {
            "tenant": tenant,
            "owner": owner,
            "saved_memory_enabled": int(settings.saved_memory_enabled),
            "read_enabled": int(settings.read_enabled),
            "write_enabled": int(settings.write_enabled),
            "auto_extract_enabled": int(settings.auto_extract_enabled),
            "time_zone": settings.time_zone,
            "locale": settings.locale,
            "consent_mode": settings.consent_mode.value if settings.consent_mode else None,
            "standing_consent": _spelled(settings.standing_consent),
            "delivery": json.dumps(dict(settings.delivery), ensure_ascii=False),
            "revision": settings.revision,
            "updated_at": micros_or_none(settings.updated_at),
        }
        self._session.run(PUT_SETTINGS, row)

    def memory_revision(self, tenant: str, owner: str) -> int:
        """Return the counter over all changes of a person's memories."""
        row = self._session.one(MEMORY_REVISION, {"tenant": tenant, "owner": owner})
        return 0 if row is None else int(row[0])

    def changed(self, tenant: str, owner: str, *, times: int = 1) -> None:
        """Raise the counter; it is written at the end of the transaction."""
        self._changes[tenant, owner] += times

    def settle(self) -> None:
        """Write the raised counters."""
        for (tenant, owner), changes in self._changes.items():
            self._session.defer(RAISE_REVISION, {"tenant": tenant, "owner": owner, "changes": changes})
        self._changes.clear()

    def discard(self) -> None:
        """Drop the raised counters: the transaction did not come to its end."""
        self._changes.clear()


class SqlGroups:
    """Who shares with whom."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, tenant: str, group: str, member: str, at: datetime) -> bool:
        """Add a member; tell whether it was new."""
        named = {"tenant": tenant, "group_id": group, "at": micros(at)}
        self._session.run(NAME_GROUP, named)
        return self._session.run(JOIN_GROUP, {**named, "member": member}) == 1

    def remove(self, tenant: str, group: str, member: str) -> bool:
        """Remove a member; tell whether it was one."""
        return self._session.run(LEAVE_GROUP, {"tenant": tenant, "group_id": group, "member": member}) == 1

    def members(self, tenant: str, group: str) -> list[str]:
        """Return the members by name."""
        return [row[0] for row in self._session.all(GROUP_MEMBERS, {"tenant": tenant, "group_id": group})]

    def has(self, tenant: str, group: str, member: str) -> bool:
        """Tell whether somebody is a member."""
        return self._session.one(IS_MEMBER, {"tenant": tenant, "group_id": group, "member": member}) is not None


def _consents(stored: str) -> tuple[tuple[str, Consent], ...]:
    return tuple(
        (category, Consent(purposes=tuple(purposes), destinations=tuple(destinations)))
        for category, purposes, destinations in json.loads(stored)
    )


def _spelled(consents: tuple[tuple[str, Consent], ...]) -> str:
    return json.dumps([[category, consent.purposes, consent.destinations] for category, consent in consents], ensure_ascii=False)
