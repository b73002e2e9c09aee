"""The only place where ports meet engines, and settings become rules."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keptmind.engines.clock import SystemClock, TimeOrderedIds
from keptmind.engines.keyring import SHORTEST_KEY, Keyring, open_keyring
from keptmind.engines.shred import SqliteShredder
from keptmind.engines.sqlite import IN_MEMORY, SqliteStore
from keptmind.errors import InvalidSettings, StoreFailed, Unavailable
from keptmind.model.doors import Doors, Tokens
from keptmind.model.rulebook import Limits, Rulebook, Switches
from keptmind.policy.flags import Effective, explain, resolve
from keptmind.ports.clock import Clock
from keptmind.ports.keys import Ids
from keptmind.ports.meter import SILENT, Meter
from keptmind.ports.store import Shredder, Store
from keptmind.read.cache import ResultCache
from keptmind.service.ground import Ground
from keptmind.service.journal import Journal
from keptmind.service.readings import Readings
from keptmind.settings import Settings, load, workspace_policies
from keptmind.text.tokens import estimate

if TYPE_CHECKING:
    from keptmind.service.activity import Activity
    from keptmind.service.callers import Callers
    from keptmind.service.candidates import Candidates
    from keptmind.service.changes import Changes
    from keptmind.service.denials import Denials
    from keptmind.service.doctor import Doctor
    from keptmind.service.erasure import Erasure
    from keptmind.service.groups import Groups
    from keptmind.service.health import Health
    from keptmind.service.memories import Memories
    from keptmind.service.recall import Recall
    from keptmind.service.settings import PersonSettings

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")

log = logging.getLogger("keptmind.bootstrap")


class House:
    """
    Every service over one open store.

    A service is loaded and built when it is first asked for: a search starts without the rules of writing.
    """

    def __init__(self, ground: Ground, doors: Doors, flags: Sequence[Effective] = ()) -> None:
        self.doors = doors
        self.flags = flags
        self.rulebook = ground.rulebook
        self.store = ground.store
        self.journal = Journal(ground.store, ground.clock, ground.meter)
        if ground.meter is not SILENT:
            ground.store.listen(ground.meter.heard)
        self._ground = ground
        self._readings = Readings(ground, self.journal)

    @cached_property
    def recall(self) -> "Recall":
        """What reads."""
        from keptmind.service.recall import Recall

        return Recall(self._ground, self._readings)

    @cached_property
    def memories(self) -> "Memories":
        """What keeps, and shows what is kept."""
        from keptmind.service.memories import Memories

        return Memories(self._ground, self._readings)

    @cached_property
    def changes(self) -> "Changes":
        """What a person does to one row."""
        from keptmind.service.changes import Changes

        return Changes(self._ground)

    @cached_property
    def candidates(self) -> "Candidates":
        """What waits for the person."""
        from keptmind.service.candidates import Candidates

        return Candidates(self._ground, self.erasure, self._readings)

    @cached_property
    def erasure(self) -> "Erasure":
        """What forgets."""
        from keptmind.service.erasure import Erasure

        return Erasure(self._ground, self._readings)

    @cached_property
    def settings(self) -> "PersonSettings":
        """What a person has set."""
        from keptmind.service.settings import PersonSettings

        return PersonSettings(self._ground, self._readings)

    @cached_property
    def groups(self) -> "Groups":
        """Who belongs together."""
        from keptmind.service.groups import Groups

        return Groups(self._ground)

    @cached_property
    def denials(self) -> "Denials":
        """What doors turned away."""
        from keptmind.service.denials import Denials

        return Denials(self._ground)

    @cached_property
    def callers(self) -> "Callers":
        """Which programs may call."""
        from keptmind.service.callers import Callers

        return Callers(self._ground, self._readings)

    @cached_property
    def activity(self) -> "Activity":
        """What is on record."""
        from keptmind.service.activity import Activity

        return Activity(self._ground, self._readings, self.journal)

    @cached_property
    def health(self) -> "Health":
        """Whether all is well."""
        from keptmind.service.health import Health

        return Health(self._ground, self.journal)

    @cached_property
    def doctor(self) -> "Doctor":
        """What examines the store."""
        from keptmind.service.doctor import Doctor

        return Doctor(self._ground, self.erasure)

    def tidy(self) -> None:
        """Blank what waited too long, finish the erasures that are not; what there is none of is not loaded. Raises: Unavailable."""
        with self.store.view() as view:
            overdue = view.candidates.overdue(self._ground.clock.now(), 1)
            unfinished = view.deletions.unfinished()
        if overdue:
            self.candidates.expire()
        if unfinished:
            self.erasure.resume()

    def close(self) -> None:
        """Finish what is unfinished and close the store; once closed, closing again does nothing."""
        if self.store.closed:
            return
        self.store.hurry()
        try:
            self.journal.flush()
            self.tidy()
        except Unavailable as error:  # a database that cannot be written to, or is away, can be closed all the same
            log.warning("closed with reads not on record or erasures not finished: %s", error.code)
        finally:
            self.store.close()


def build(
    given: Mapping[str, Any],
    clock: Clock | None = None,
    ids: Ids | None = None,
    *,
    must_exist: bool = False,
    meter: Meter | None = None,
) -> House:
    """
    Open the store that the settings name (made where it is missing) and put the services on it; `meter` counts what they do.

    Raises: InvalidSettings, Unavailable.
    """
    settings = load(given)
    open_ground = _on_postgres if settings.url.startswith(POSTGRES) else _on_sqlite
    ground = open_ground(settings, must_exist=must_exist)
    parts = replace(ground, clock=clock or ground.clock, ids=ids or ground.ids, meter=meter or SILENT)
    house = House(parts, doors(settings), explain(settings.preset, settings.flags))
    log.info("memory is on", extra={"engine": "postgresql" if settings.url.startswith(POSTGRES) else "sqlite"})
    try:
        house.tidy()
    except Unavailable as error:  # the store opens all the same; the operation says that it is unfinished
        log.warning("erasures not finished yet: %s", error.code)
    return house


def _on_sqlite(settings: Settings, *, must_exist: bool) -> Ground:
    path = sqlite_path(settings.url)
    if must_exist and path != IN_MEMORY and not Path(path).exists():
        raise StoreFailed(problem="there is no such file")
    store = SqliteStore(path, purposes=settings.purposes, synchronous=settings.synchronous, busy_seconds=settings.busy_seconds)
    return _ground(settings, store, SqliteShredder(store), open_keyring(key_file(path), settings.key))


def _on_postgres(settings: Settings, *, must_exist: bool) -> Ground:
    """Open a PostgreSQL store; nodes have no disk in common, so that their key must be given, and be the same one."""
    try:
        from keptmind.engines.postgres import PostgresStore
        from keptmind.engines.vacuum import PostgresShredder
    except ImportError:
        raise InvalidSettings(field="url", problem="PostgreSQL needs the extra postgres: pip install '.[postgres]' in a checkout") from None
    if not settings.key:
        raise InvalidSettings(field="key", problem="a PostgreSQL store needs one, the same on every node")
    if len(settings.key) < SHORTEST_KEY:
        raise InvalidSettings(field="key", problem="shorter than 32 bytes")
    keys = open_keyring(None, settings.key)
    store = PostgresStore(
        settings.url,
        purposes=settings.purposes,
        synchronous=settings.synchronous,
        busy_seconds=settings.busy_seconds,
        connections=settings.connections,
        must_exist=must_exist,
    )
    try:
        store.vouch(keys.fingerprint("", "the key of this store"))
    except BaseException:
        store.close()
        raise
    return _ground(settings, store, PostgresShredder(store), keys)


def _ground(settings: Settings, store: Store, shredder: Shredder, keys: Keyring) -> Ground:
    rulebook = rules(settings)
    limits = rulebook.limits
    return Ground(
        store=store,
        shredder=shredder,
        clock=SystemClock(),
        ids=TimeOrderedIds(),
        keys=keys,
        rulebook=rulebook,
        cache=ResultCache(entries=limits.cache_entries, seconds=limits.cache_seconds),
        counter=estimate,
    )


def rules(settings: Settings) -> Rulebook:
    """Return the configured half of every policy question."""
    return Rulebook(
        flags=resolve(settings.preset, settings.flags),
        limits=Limits(
            search_limit=settings.search_limit,
            search_tokens=settings.search_tokens,
            row_tokens=settings.row_tokens,
            context_tokens=settings.context_tokens,
            core_user_chars=settings.core_user_chars,
            core_agent_chars=settings.core_agent_chars,
            cache_seconds=settings.cache_seconds,
            cache_entries=settings.cache_entries,
            wide_read_rows=settings.wide_read_rows,
            wide_read_minutes=settings.wide_read_minutes,
        ),
        workspaces=settings.workspaces,
        purposes=settings.purposes,
        third_person_allowed=settings.third_person_allowed,
        switches=Switches(off=settings.admission_off, exceptions=settings.admission_exceptions),
        switches_by_tenant=settings.tenants,
        policies=workspace_policies(settings),
    )


def doors(settings: Settings) -> Doors:
    """Return how the service's doors stand. Raises: InvalidSettings."""
    if settings.token_secret is not None and len(settings.token_secret.encode("utf-8", "replace")) < SHORTEST_KEY:
        raise InvalidSettings(field="token_secret", problem="shorter than 32 bytes")
    if settings.token_public_key is not None and not _is_public_key(settings.token_public_key):
        raise InvalidSettings(field="token_public_key", problem="not an RSA public key in PEM form")
    return Doors(
        hosts=settings.hosts,
        body_bytes=settings.body_bytes,
        requests_per_minute=settings.requests_per_minute,
        busy_seconds=settings.busy_seconds,
        tokens=Tokens(
            secret=settings.token_secret,
            public_key=settings.token_public_key,
            audience=settings.token_audience,
            issuer=settings.token_issuer,
        ),
    )


def _is_public_key(pem: str) -> bool:
    """Tell whether tokens can be verified with a key; where no tokens can be verified at all, nothing is said against it."""
    try:
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:  # the extra that serves is not installed
        return True
    try:
        return isinstance(load_pem_public_key(pem.encode()), RSAPublicKey)
    except ValueError:
        return False


def effective_flags(given: Mapping[str, Any]) -> list[Effective]:
    """Return every flag with its value and origin, without opening a store."""
    settings = load(given)
    return explain(settings.preset, settings.flags)


def sqlite_path(url: str) -> str:
    """
    Return the file that a URL names, links followed and from the root, or `:memory:`.

    What stands beside the file must stand beside the same one whichever way it was named.

    Raises: InvalidSettings for what this version does not speak.
    """
    if url in (IN_MEMORY, "sqlite://", f"{SQLITE}{IN_MEMORY}"):
        return IN_MEMORY
    if not url.startswith(SQLITE) or not url.removeprefix(SQLITE):
        raise InvalidSettings(field="url", problem="not sqlite:///<file>, :memory: or postgresql://…")
    try:
        return str(Path(url.removeprefix(SQLITE)).resolve())
    except (OSError, ValueError):
        raise InvalidSettings(field="url", problem="not a path") from None


def key_file(path: str) -> Path | None:
    """Return where the secret behind fingerprints stands, or None for a store in memory."""
    return None if path == IN_MEMORY else Path(f"{path}.key")
