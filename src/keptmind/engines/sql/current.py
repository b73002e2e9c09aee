"""
Which rows count here and now, as SQL, standing once: in force, and not overridden by a narrower row of the same key.

Statements that read rows for a recall put these pieces together; the row is always `m`.
"""

from keptmind.model.reach import Reach
from keptmind.model.scope import NARROWNESS

CURRENT = """m.status = 'active'
   AND (m.valid_from IS NULL OR m.valid_from <= :now)
   AND (m.valid_to IS NULL OR m.valid_to > :now)
   AND (m.expires_at IS NULL OR m.expires_at > :now)"""

_NARROWNESS = "CASE m.scope_type " + " ".join(f"WHEN '{kind}' THEN {rank}" for kind, rank in NARROWNESS.items()) + " END"

RANKED = "ranked(scope_type, scope_id, narrowness) AS (VALUES :ranked)"

# A row gives way to a narrower one of the same owner and key, if that one may be seen here and now.
NOT_OVERRIDDEN = f"""NOT EXISTS (
         SELECT 1
           FROM ranked s CROSS JOIN memories n
          WHERE m.memory_key IS NOT NULL
            AND s.narrowness < {_NARROWNESS}
            AND n.tenant = m.tenant AND n.owner = m.owner
            AND n.scope_type = s.scope_type AND n.scope_id = s.scope_id AND n.memory_key = m.memory_key
            AND n.memory_key IS NOT NULL AND n.status <> 'archived'
            AND n.partition IN :partitions
            AND {CURRENT.replace("m.", "n.")})"""


def ranked(reach: Reach) -> list[tuple[str, str, int]]:
    """Return the rows of `ranked`: the scopes of the reach with their narrowness."""
    scopes = reach.scopes or ()
    if len(scopes) < 2:
        return [("", "", len(NARROWNESS))]  # nothing is narrower
    return [(scope.type.value, scope.id, NARROWNESS[scope.type]) for scope in scopes]
