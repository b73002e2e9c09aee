"""
The lexical index: postings by partition, scored inside the database.

Terms stand as keyed 64-bit hashes, so that no word of a memory is in an index page. The scoring statement is the one measured
in docs/adr/0001: BM25 with k1 = 0.9 and b = 0.4 (Robertson and Zaragoza 2009), rare terms making the candidates.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from keptmind.engines.sql.dialect import padded
from keptmind.engines.sql.session import Session, micros, micros_or_none
from keptmind.engines.sql.words import DESTINATION, PURPOSE, Words
from keptmind.model.memory import Kind, Memory
from keptmind.ports.place import Place
from keptmind.ports.soundness import Fresh
from keptmind.ports.store import Frequencies, Scoring

ENDLESS = (1 << 63) - 1
KIND_BITS: dict[Kind, int] = {kind: 1 << position for position, kind in enumerate(Kind)}

HIDDEN_ROWS, HIDDEN_LENGTH = -2, -3  # no term has these hashes

# Rows out of force, and of kinds that a grant leaves out, still stand in the index; their share is taken off, so that none
# influences a score. Rows out of force are few and have an index of their own; kinds are looked for only where a grant names some.
# The partitions stand twice: joined to `reach` here, SQLite would build a Bloom filter over the rows of every owner.
_COUNT_TERMS = """
WITH reach(partition) AS (VALUES :partitions),
     wanted(term) AS (VALUES :terms),
     hidden AS MATERIALIZED (
       SELECT d.partition, d.number, d.length
         FROM documents d
        WHERE d.partition IN :within
          AND {hidden})
SELECT w.term,
       (SELECT COUNT(*)
          FROM reach r CROSS JOIN postings p
         WHERE p.partition = r.partition AND p.term = w.term)
     - (SELECT COUNT(*)
          FROM hidden h CROSS JOIN postings q
         WHERE q.partition = h.partition AND q.term = w.term AND q.number = h.number)
  FROM wanted w
UNION ALL
SELECT -2, COUNT(*) FROM hidden
UNION ALL
SELECT -3, CAST(COALESCE(SUM(h.length), 0) AS BIGINT) FROM hidden h
"""
_OUT_OF_FORCE = "(d.ends_at <= :now OR d.starts_at > :now)"

COUNT_TERMS = _COUNT_TERMS.format(hidden=f"d.bounded = 1 AND {_OUT_OF_FORCE}")
COUNT_TERMS_OF_KINDS = _COUNT_TERMS.format(hidden=f"((d.kind & :kinds) = 0 OR {_OUT_OF_FORCE})")

_WEIGHT = "w.idf * p.tf * 1.9 / (p.tf + 0.9 * (0.6 + 0.4 * {length} / :average))"

SCORE = f"""
WITH reach(partition) AS (VALUES :partitions),
     deciding(term, idf) AS (VALUES :deciding),
     candidate AS MATERIALIZED (
       SELECT d.partition, d.number, d.length, SUM({_WEIGHT.format(length="d.length")}) AS score
         FROM reach r CROSS JOIN deciding w CROSS JOIN postings p CROSS JOIN documents d
        WHERE p.partition = r.partition
          AND p.term = w.term
          AND d.partition = p.partition
          AND d.number = p.number
          AND d.starts_at <= :now
          AND d.ends_at > :now
          AND (d.kind & :kinds) <> 0
        GROUP BY d.partition, d.number, d.length
        ORDER BY score DESC, d.partition, d.number
        LIMIT 100),
     adding(term, idf) AS (VALUES :adding)
SELECT c.partition, c.number,
       c.score + COALESCE((SELECT SUM({_WEIGHT.format(length="c.length")})
                             FROM adding w CROSS JOIN postings p
                            WHERE p.partition = c.partition AND p.term = w.term AND p.number = c.number), 0) AS score
  FROM candidate c
 ORDER BY score DESC, c.partition, c.number
 LIMIT :most
"""

_PARTITION_KEY = """tenant, owner, scope_type, scope_id, share, sensitivity, purposes, consent_purposes, consent_destinations"""
_PARTITION_VALUES = """:tenant, :owner, :scope_type, :scope_id, :share, :sensitivity, :purposes, :consent_purposes, :consent_destinations"""

_SOONER = """CASE WHEN partitions.changes_at IS NULL THEN {other}
                         WHEN {other} IS NULL THEN partitions.changes_at
                         WHEN {other} < partitions.changes_at THEN {other}
                         ELSE partitions.changes_at END"""

ENTER_PARTITION = f"""
INSERT INTO partitions ({_PARTITION_KEY}, row_count, length, next_number, revision, changes_at)
VALUES ({_PARTITION_VALUES}, 1, :length, 1, 1, :changes_at)
ON CONFLICT ({_PARTITION_KEY}) DO UPDATE
   SET row_count = partitions.row_count + 1,
       length = partitions.length + excluded.length,
       next_number = partitions.next_number + 1,
       revision = partitions.revision + 1,
       changes_at = {_SOONER.format(other="excluded.changes_at")}
RETURNING id, next_number, changes_at
"""

GROW_PARTITION = f"""
UPDATE partitions
   SET row_count = row_count + :rows,
       next_number = next_number + :rows,
       length = length + :length,
       changes_at = {_SOONER.format(other="CAST(:changes_at AS BIGINT)")}
 WHERE id = :partition
"""

NAME_PARTITION = f"""
INSERT INTO partitions ({_PARTITION_KEY})
VALUES ({_PARTITION_VALUES})
ON CONFLICT ({_PARTITION_KEY}) DO UPDATE
   SET revision = partitions.revision + 1
RETURNING id
"""

LEAVE_PARTITION = """
UPDATE partitions
   SET row_count = row_count - 1,
       length = length - :length,
       revision = revision + 1
 WHERE id = :partition
RETURNING changes_at
"""

NEXT = """(SELECT MIN(CASE WHEN d.starts_at > :now THEN d.starts_at
                                     WHEN d.review_after > :now AND d.review_after < d.ends_at THEN d.review_after
                                     WHEN d.ends_at > :now AND d.ends_at < :endless THEN d.ends_at END)
                       FROM documents d
                      WHERE d.partition = {p}.id)"""

NEXT_CHANGE = f"""
UPDATE partitions
   SET changes_at = {NEXT.format(p="partitions")}
 WHERE id = :partition
"""

PLACE_OF = """
SELECT partition, number
  FROM memories
 WHERE tenant = :tenant AND owner = :owner AND id = :id
"""

ADD_DOCUMENT = """
INSERT INTO documents (partition, number, memory_id, length, terms, kind, starts_at, ends_at, review_after, bounded)
VALUES (:partition, :number, :memory_id, :length, :terms, :kind, :starts_at, :ends_at, :review_after, :bounded)
"""

ADD_POSTING = "INSERT INTO postings (partition, term, number, tf) VALUES (?, ?, ?, ?)"

DROP_DOCUMENT = """
DELETE FROM documents
 WHERE partition = :partition AND number = :number
RETURNING length, terms
"""

DROP_POSTINGS = """
DELETE FROM postings
 WHERE partition = :partition AND number = :number AND term IN :terms
"""

POSTINGS_OF = """
SELECT term, tf
  FROM postings
 WHERE partition = :partition AND number = :number AND term IN :terms
"""

_DOCUMENT = "partition, number, memory_id, length, terms, kind, starts_at, ends_at, review_after, bounded"

DOCUMENT_AT = f"""
SELECT {_DOCUMENT}
  FROM documents
 WHERE partition = :partition AND number = :number
"""

SWEEP_POSTINGS = """
DELETE FROM postings
 WHERE partition = :partition AND number = :number
"""

_NO_TERM = (-1, 0.0)  # no term has this hash
_NOWHERE = (-1,)  # and no partition this number


class Entered:
    """A partition that this transaction has entered: what the database does not know of it yet."""

    __slots__ = ("changes_at", "id", "length", "number", "rows")

    def __init__(self, partition: int, number: int) -> None:
        self.id, self.number = partition, number
        self.rows = self.length = 0
        self.changes_at: int | None = None

    def another(self, length: int, changes_at: int | None) -> int:
        """Count one more row and return its number."""
        self.number += 1
        self.rows += 1
        self.length += length
        self.changes_at = min((at for at in (self.changes_at, changes_at) if at is not None), default=None)
        return self.number


class SqlIndex:
    """Postings, documents and the counts of their partitions, kept in step."""

    def __init__(self, session: Session, words: Words, salt: bytes) -> None:
        self._session = session
        self._words = words
        self._hash = _hasher(salt)
        self._entered: dict[tuple[Any, ...], Entered] = {}

    def frequencies(self, partitions: Sequence[int], terms: Sequence[str], excluded_kinds: Collection[Kind], now: datetime) -> Frequencies:
        """Return how many rows that may be seen hold each term, and how many of the partitions' rows may not."""
        hashes = {self._hash(term): term for term in terms}
        parameters = {
            "partitions": padded([(one,) for one in partitions], _NOWHERE),
            "within": partitions,
            "terms": padded([(one,) for one in hashes], _NO_TERM[:1]),
            "kinds": sum(bit for kind, bit in KIND_BITS.items() if kind not in excluded_kinds),
            "now": micros(now),
        }
        statement = COUNT_TERMS_OF_KINDS if excluded_kinds else COUNT_TERMS
        counts: dict[int, int] = dict(self._session.gathered(statement, parameters, 2))
        return Frequencies(
            rows={hashes[term]: count for term, count in counts.items() if count > 0 and term in hashes},
            hidden_rows=counts[HIDDEN_ROWS],
            hidden_length=counts[HIDDEN_LENGTH],
        )

    def score(self, request: Scoring, now: datetime) -> list[tuple[Place, float]]:
        """Return the best rows, best first, with their BM25 sums."""
        parameters = {
            "partitions": padded([(one,) for one in request.partitions], _NOWHERE),
            "deciding": padded([(self._hash(term), idf) for term, idf in request.deciding], _NO_TERM),
            "adding": padded([(self._hash(term), idf) for term, idf in request.adding], _NO_TERM),
            "average": request.average,
            "kinds": sum(KIND_BITS[kind] for kind in request.kinds),
            "now": micros(now),
            "most": request.limit,
        }
        scored = [(Place(partition, number), score) for partition, number, score in self._session.gathered(SCORE, parameters, 3)]
        return sorted(scored, key=lambda one: (-one[1], one[0]))

    def add(self, memory: Memory, terms: Mapping[str, int], length: int, now: datetime) -> Place:
        """Make a row searchable and return its place."""
        place = Place(*self._enter(memory, length, now))
        self.put(Fresh(memory=memory, place=place, terms=terms, length=length, marks=()))
        return place

    def put(self, fresh: Fresh) -> None:
        """Write what a place holds, where nothing stands."""
        partition, number = fresh.place
        self._session.defer(ADD_DOCUMENT, _document(fresh))
        self._session.defer_sorted(ADD_POSTING, [((partition, self._hash(term)), (number, tf)) for term, tf in fresh.terms.items()])

    def _enter(self, memory: Memory, length: int, now: datetime) -> tuple[int, int]:
        """Take a place in the row's partition; the second and later of a transaction are counted here and written at its end."""
        named = self.partition(memory)
        changes_at = _next_change(memory, now)
        entered = self._entered.get(tuple(named.values()))
        if entered is None:
            found = self._session.only(ENTER_PARTITION, {**named, "length": length, "changes_at": changes_at})
            entered = self._entered[tuple(named.values())] = Entered(found[0], found[1])
            if self._keep_change(found[0], found[2], now):
                entered.changes_at = changes_at  # the row is written at the end, and was not among those looked at
            return found[0], found[1]
        return entered.id, entered.another(length, changes_at)

    def settle(self) -> None:
        """Write the counts of partitions that took more than one row."""
        for entered in self._entered.values():
            if entered.rows or entered.changes_at is not None:
                grown = {"partition": entered.id, "rows": entered.rows, "length": entered.length, "changes_at": entered.changes_at}
                self._session.defer(GROW_PARTITION, grown)
        self.discard()

    def discard(self) -> None:
        """Drop the counts: the transaction did not come to its end."""
        self._entered.clear()

    def home(self, memory: Memory) -> Place:
        """Return the place of a row that is not searchable: its partition alone."""
        self._settle_all()
        (partition,) = self._session.only(NAME_PARTITION, self.partition(memory))
        return Place(partition, None)

    def remove(self, memory: Memory, terms: Mapping[str, int], now: datetime) -> None:
        """Take a row out of the index; whatever analyser wrote its postings, none stays."""
        self._settle_all()
        named = {"tenant": memory.tenant, "owner": memory.owner, "id": memory.id}
        partition, number = self._session.one(PLACE_OF, named) or (None, None)
        if number is None:
            return
        place = {"partition": partition, "number": number}
        length, count = self._session.one(DROP_DOCUMENT, place) or (0, 0)
        dropped = self._session.run(DROP_POSTINGS, {**place, "terms": [self._hash(term) for term in terms] or [-1]})
        if dropped != count:
            self._session.run(SWEEP_POSTINGS, place)
        (changes_at,) = self._session.one(LEAVE_PARTITION, {"partition": partition, "length": length}) or (None,)
        self._keep_change(partition, changes_at, now)

    def _settle_all(self) -> None:
        self.settle()
        self._session.settle()

    def document(self, fresh: Fresh) -> bool | None:
        """Tell whether the document at a row's place says of it what a fresh one would; None where none there is of this row."""
        document = _document(fresh)
        found = self._session.one(DOCUMENT_AT, {"partition": fresh.place.partition, "number": fresh.place.number})
        if found is None or found[2] != fresh.memory.id:
            return None
        return found == tuple(document[column] for column in _DOCUMENT.split(", "))

    def postings(self, place: Place, terms: Mapping[str, int]) -> int:
        """Count the terms that stand at a place with these frequencies (that no others do, the counts tell)."""
        hashed = {self._hash(term): tf for term, tf in terms.items()}
        named = {"partition": place.partition, "number": place.number, "terms": [*hashed] or [-1]}
        return sum(hashed[term] == tf for term, tf in self._session.all(POSTINGS_OF, named))

    def _keep_change(self, partition: int, changes_at: int | None, now: datetime) -> bool:
        """Look for the next change where the one that was known is past; tell whether it was."""
        is_past = changes_at is not None and changes_at <= micros(now)
        if is_past:
            self._session.run(NEXT_CHANGE, {"partition": partition, "now": micros(now), "endless": ENDLESS})
        return is_past

    def partition(self, memory: Memory) -> dict[str, Any]:
        """Return the key of the partition that a row belongs to."""
        return {
            "tenant": memory.tenant,
            "owner": memory.owner,
            "scope_type": memory.scope.type.value,
            "scope_id": memory.scope.id,
            "share": memory.share,
            "sensitivity": int(memory.sensitivity),
            **masks(self._session, self._words, memory),
        }


def _document(fresh: Fresh) -> dict[str, Any]:
    memory = fresh.memory
    starts_at, ends_at = span(memory)
    return {
        "partition": fresh.place.partition,
        "number": fresh.place.number,
        "memory_id": memory.id,
        "length": fresh.length,
        "terms": len(fresh.terms),
        "kind": KIND_BITS[memory.kind],
        "starts_at": starts_at,
        "ends_at": ends_at,
        "bounded": int(starts_at > 0 or ends_at < ENDLESS),
        "review_after": micros_or_none(memory.review_after),
    }


def masks(session: Session, words: Words, memory: Memory) -> dict[str, int]:
    """Return purposes and consent as bits, registering a destination that consent names first."""
    consent = memory.consent
    if consent is not None:
        words.register(session, DESTINATION, consent.destinations)
    return {
        "purposes": words.mask(session, PURPOSE, memory.purposes),
        "consent_purposes": words.mask(session, PURPOSE, consent.purposes) if consent else 0,
        "consent_destinations": words.mask(session, DESTINATION, consent.destinations) if consent else 0,
    }


def span(memory: Memory) -> tuple[int, int]:
    """Return from when and until when a row may be found, in microseconds since 1970; 0 and ENDLESS where it is not bounded."""
    ends = [micros(at) for at in (memory.valid_to, memory.expires_at) if at is not None]
    return (micros(memory.valid_from) if memory.valid_from else 0), min(ends, default=ENDLESS)


def _next_change(memory: Memory, now: datetime) -> int | None:
    bounds = (memory.valid_from, memory.valid_to, memory.expires_at, memory.review_after)
    return min((micros(at) for at in bounds if at is not None and at > now), default=None)


def keyed_hash(salt: bytes) -> Callable[[str], int]:
    """Return the hash, 63 bits, under which this store keeps terms and marks: no word of a text stands in an index page."""

    def hashed(text: str) -> int:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=salt).digest()
        return int.from_bytes(digest, "big") >> 1  # 63 bits: positive in both databases, so that -1 names no term

    return hashed


@lru_cache(maxsize=8)
def _hasher(salt: bytes) -> Callable[[str], int]:
    return lru_cache(maxsize=65536)(keyed_hash(salt))
