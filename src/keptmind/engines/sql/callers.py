"""Keys by the hash of their secret."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from keptmind.engines.sql.session import EPOCH, Row, Session, instant, micros
from keptmind.model.caller import CallerKey
from keptmind.model.context import Grant, Verb
from keptmind.model.memory import SENSITIVITY_WORDS, Kind

ADD_CALLER = """
INSERT INTO callers (tenant, owner, id, name, key_prefix, key_hash, grants, created_at)
VALUES (:tenant, '', :id, :name, :prefix, :hash, :grants, :at)
"""

_SELECTED = """
SELECT id, tenant, name, key_prefix, grants, created_at, revoked_at
  FROM callers"""

CALLER_BY_SECRET = f"""{_SELECTED}
 WHERE key_hash = :hash
"""

GET_CALLER = f"""{_SELECTED}
 WHERE tenant = :tenant AND owner = '' AND id = :id
"""

PAGE_OF_CALLERS = f"""{_SELECTED}
 WHERE tenant = :tenant AND owner = '' AND id > :after
 ORDER BY id
 LIMIT :limit
"""

ANY_CALLER = """
SELECT 1
  FROM callers
 WHERE revoked_at IS NULL
 LIMIT 1
"""

ROTATE_CALLER = """
UPDATE callers
   SET key_hash = :hash, key_prefix = :prefix
 WHERE tenant = :tenant AND owner = '' AND id = :id AND revoked_at IS NULL
"""

REVOKE_CALLER = """
UPDATE callers
   SET revoked_at = :at
 WHERE tenant = :tenant AND owner = '' AND id = :id AND revoked_at IS NULL
"""


class SqlCallers:
    """Keys of tenants."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, key: CallerKey, secret_hash: str) -> None:
        """Keep a new key."""
        row = {"tenant": key.tenant, "id": key.id, "name": key.name, "prefix": key.prefix, "hash": secret_hash}
        self._session.run(ADD_CALLER, {**row, "grants": _spelled(key.grant), "at": micros(key.created_at)})

    def by_secret(self, secret_hash: str) -> CallerKey | None:
        """Return the key of this secret, in force or not."""
        return _key_or_none(self._session.one(CALLER_BY_SECRET, {"hash": secret_hash}))

    def get(self, caller_id: str, tenant: str) -> CallerKey | None:
        """Return a tenant's key by its id."""
        return _key_or_none(self._session.one(GET_CALLER, {"tenant": tenant, "id": caller_id}))

    def page(self, tenant: str, after: str, limit: int) -> Sequence[CallerKey]:
        """Return a tenant's keys in order of creation, after this id."""
        return [_key(row) for row in self._session.all(PAGE_OF_CALLERS, {"tenant": tenant, "after": after, "limit": limit})]

    def any(self) -> bool:
        """Tell whether some key of some tenant is in force."""
        return self._session.one(ANY_CALLER, {}) is not None

    def rotate(self, key: CallerKey, secret_hash: str) -> bool:
        """Give a key in force another secret; tell whether there was one."""
        named = {"tenant": key.tenant, "id": key.id, "prefix": key.prefix, "hash": secret_hash}
        return self._session.run(ROTATE_CALLER, named) == 1

    def revoke(self, caller_id: str, tenant: str, at: datetime) -> bool:
        """End a key; tell whether it was in force."""
        return self._session.run(REVOKE_CALLER, {"tenant": tenant, "id": caller_id, "at": micros(at)}) == 1


def _key_or_none(row: Row | None) -> CallerKey | None:
    return None if row is None else _key(row)


def _key(row: Row) -> CallerKey:
    caller_id, tenant, name, prefix, grants, created_at, revoked_at = row
    return CallerKey(
        id=caller_id,
        tenant=tenant,
        name=name,
        prefix=prefix,
        grant=_grant(grants),
        created_at=instant(created_at) or EPOCH,
        revoked_at=instant(revoked_at),
    )


def _spelled(grant: Grant) -> str:
    """Return a grant as text, its words sorted, so that equal grants are equal texts."""
    return json.dumps(
        {
            "verbs": sorted(verb.value for verb in grant.verbs),
            "purposes": _sorted(grant.purposes),
            "excluded_kinds": sorted(kind.value for kind in grant.excluded_kinds),
            "highest_sensitivity": grant.highest_sensitivity.word,
            "workspaces": _sorted(grant.workspaces),
            "users": _sorted(grant.users),
            "fields": _sorted(grant.fields),
        },
        ensure_ascii=False,
    )


def _grant(stored: str) -> Grant:
    given: dict[str, Any] = json.loads(stored)
    return Grant(
        verbs=frozenset(Verb(word) for word in given["verbs"]),
        purposes=_words(given["purposes"]),
        excluded_kinds=frozenset(Kind(word) for word in given["excluded_kinds"]),
        highest_sensitivity=SENSITIVITY_WORDS[given["highest_sensitivity"]],
        workspaces=_words(given["workspaces"]),
        users=_words(given["users"]),
        fields=_words(given["fields"]),
    )


def _sorted(words: frozenset[str] | None) -> list[str] | None:
    return None if words is None else sorted(words)


def _words(given: list[str] | None) -> frozenset[str] | None:
    return None if given is None else frozenset(given)
