"""The secret behind fingerprints: from the environment, or a file of mode 0600 beside the database, never inside it."""

import contextlib
import hmac
import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from keptmind.errors import InvalidSettings, StoreFailed

SHORTEST_KEY = 32  # bytes


class Keyring:
    """Makes keyed hashes, one key a tenant, all derived from one master key."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._keyed = lru_cache(maxsize=1024)(self._begun)

    def fingerprint(self, tenant: str, text: str) -> str:
        """Return the keyed hash of a text, as 32 hexadecimal digits."""
        keyed = self._keyed(tenant).copy()
        keyed.update(text.encode("utf-8", "surrogatepass"))
        return keyed.hexdigest()[:32]

    def _begun(self, tenant: str) -> hmac.HMAC:
        key = hmac.digest(self._master, tenant.encode("utf-8", "surrogatepass"), sha256)
        return hmac.new(key, digestmod=sha256)


def open_keyring(path: Path | None, given: str | None) -> Keyring:
    """Return the keyring of a database; a missing key file is made, and with it old fingerprints stop matching."""
    if given:
        try:
            return Keyring(given.encode())
        except UnicodeError:
            raise InvalidSettings(field="key", problem="not Unicode") from None
    return Keyring(os.urandom(32) if path is None else _read_or_make(path))


def _read_or_make(path: Path) -> bytes:
    """Return the key, making it whole before it bears its name: whoever comes first wins, and nobody reads half of one."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(32).hex().encode())
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, path)
        finally:
            fresh.unlink()
    key = path.read_bytes()
    if len(key) < SHORTEST_KEY:
        raise StoreFailed(problem="the key file is damaged")
    return key
