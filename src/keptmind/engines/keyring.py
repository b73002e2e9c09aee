"""The secret behind fingerprints: from the environment, or a file of mode 0600 beside the database, never inside it."""

import hmac
import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path


class Keyring:
    """Makes keyed hashes, one key a tenant, all derived from one master key."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._keyed = lru_cache(maxsize=1024)(self._begun)

    def fingerprint(self, tenant: str, text: str) -> str:
        """Return the keyed hash of a folded text, as 32 hexadecimal digits."""
        keyed = self._keyed(tenant).copy()
        keyed.update(text.encode("utf-8", "surrogatepass"))
        return keyed.hexdigest()[:32]

    def _begun(self, tenant: str) -> hmac.HMAC:
        key = hmac.digest(self._master, tenant.encode("utf-8", "surrogatepass"), sha256)
        return hmac.new(key, digestmod=sha256)


def open_keyring(path: Path | None, given: str | None) -> Keyring:
    """Return the keyring of a database; a missing key file is made, and with it old fingerprints stop matching."""
    if given:
        return Keyring(given.encode())
    return Keyring(os.urandom(32) if path is None else _read_or_make(path))


def _read_or_make(path: Path) -> bytes:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(handle, "wb") as file:
        file.write(os.urandom(32).hex().encode())
        file.flush()
        os.fsync(file.fileno())
    return path.read_bytes()
