"""
The reach of a read as SQL, standing once: a row that may not be seen is in no partition that these statements return.

Every other statement that reads memories joins one of the two subqueries below.
"""

from collections.abc import Mapping
from typing import Any

from keptmind.engines.sql.session import Session
from keptmind.engines.sql.words import DESTINATION, PURPOSE, Words
from keptmind.model.memory import Sensitivity
from keptmind.model.reach import Reach
from keptmind.model.scope import Scope, ScopeType, group_share
from keptmind.ports.store import Partition

_COLUMNS = "p.id, p.owner, p.scope_type, p.scope_id, p.row_count, p.length, p.revision, p.changes_at"

_GUARD = """(p.purposes & :purpose) <> 0
   AND p.sensitivity <= :ceiling
   AND (p.sensitivity <= {open_to}
        OR (p.sensitivity = 2
            AND (p.consent_purposes & :consent_purpose) <> 0
            AND (p.consent_destinations & :destination) <> 0))"""

_OWN = f"""SELECT {{columns}}
  FROM partitions p
 WHERE p.tenant = :tenant
   AND p.owner = :owner
   AND {{scopes}}
   AND (:public_only = 0 OR p.sensitivity = 0 OR p.share = :share)
   AND {_GUARD.replace("{open_to}", ":open_to")}"""

_SHARED = f"""SELECT {{columns}}
  FROM partitions p
 WHERE p.tenant = :tenant
   AND p.share = :share
   AND p.share <> 'private'
   AND p.owner <> :owner
   AND (p.scope_type, p.scope_id) IN (VALUES :shared_scopes)
   AND EXISTS (SELECT 1 FROM group_members g
                WHERE g.tenant = p.tenant AND g.owner = '' AND g.group_id = :group_id AND g.member = p.owner)
   AND EXISTS (SELECT 1 FROM group_members g
                WHERE g.tenant = p.tenant AND g.owner = '' AND g.group_id = :group_id AND g.member = :owner)
   AND {_GUARD.replace("{open_to}", ":shared_open_to")}"""

_NAMED = "(p.scope_type, p.scope_id) IN (VALUES :scopes)"
_ANY = "p.scope_type IN :scope_types"

OWN_IN_SCOPES = _OWN.format(columns="p.id", scopes=_NAMED)
OWN_ANYWHERE = _OWN.format(columns="p.id", scopes=_ANY)

PARTITIONS_IN_SCOPES = _OWN.format(columns=_COLUMNS, scopes=_NAMED)
PARTITIONS_ANYWHERE = _OWN.format(columns=_COLUMNS, scopes=_ANY)
PARTITIONS_WITH_GROUP = f"{PARTITIONS_IN_SCOPES}\nUNION ALL\n{_SHARED.format(columns=_COLUMNS)}"
PARTITIONS_ANYWHERE_WITH_GROUP = f"{PARTITIONS_ANYWHERE}\nUNION ALL\n{_SHARED.format(columns=_COLUMNS)}"

_EVERY_BIT = (1 << 63) - 1
_NOWHERE = (("", ""),)  # a pair that no row has: an empty list is no SQL


def reach_parameters(session: Session, words: Words, reach: Reach) -> Mapping[str, Any]:
    """Return the parameters that the reach's statements need."""
    return {
        "tenant": reach.tenant,
        "owner": reach.owner,
        "scopes": [(scope.type.value, scope.id) for scope in reach.scopes or ()] or _NOWHERE,
        "shared_scopes": [(scope.type.value, scope.id) for scope in reach.shared_scopes] or _NOWHERE,
        "scope_types": [kind.value for kind in reach.scope_types] or [""],
        "public_only": int(reach.public_only),
        "share": "" if reach.group is None else group_share(reach.group),
        "group_id": reach.group or "",
        "purpose": _EVERY_BIT if reach.purpose is None else words.mask(session, PURPOSE, (reach.purpose,)),
        "consent_purpose": words.mask(session, PURPOSE, (reach.consent_purpose,)),
        "destination": words.mask(session, DESTINATION, (reach.destination,)),
        "ceiling": int(reach.ceiling),
        "open_to": int(reach.open_to),
        "excluded_kinds": [kind.value for kind in reach.excluded_kinds] or [""],
        "shared_open_to": int(min(reach.open_to, Sensitivity.PRIVATE)),
    }


def partitions_statement(reach: Reach) -> str:
    """Return the statement that lists what the reach opens."""
    if reach.group is None:
        return PARTITIONS_ANYWHERE if reach.scopes is None else PARTITIONS_IN_SCOPES
    return PARTITIONS_ANYWHERE_WITH_GROUP if reach.scopes is None else PARTITIONS_WITH_GROUP


class SqlPartitions:
    """Which partitions a reach opens; those without a searchable row are left out."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session = session
        self._words = words

    def within(self, reach: Reach) -> list[Partition]:
        """Return the partitions in reach, by number."""
        rows = self._session.all(partitions_statement(reach), reach_parameters(self._session, self._words, reach))
        return [_partition(row) for row in sorted(rows) if row[4]]


def _partition(row: tuple[Any, ...]) -> Partition:
    number, owner, scope_type, scope_id, rows, length, revision, changes_at = row
    scope = Scope(type=ScopeType(scope_type), id=scope_id)
    return Partition(id=number, owner=owner, scope=scope, rows=rows, length=length, revision=revision, changes_at=changes_at)
