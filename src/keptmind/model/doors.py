"""How the service's doors stand: what they let in, and whose tokens they believe."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """
    Signed tokens that name a person: by a shared secret (HS256) or a public key in PEM form (RS256), each only where it is set.

    `audience` and `issuer` must then be those of the token, where they are set.
    """

    secret: str | None = field(default=None, repr=False)
    public_key: str | None = field(default=None, repr=False)
    audience: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """
    Limits of the HTTP service.

    `hosts` are the names it answers under beside the loopback ones and the address it listens on ("*" is any); `body_bytes` bounds
    a request's body; `requests_per_minute` is each caller's, 0 is no limit;
    `busy_seconds` is for how long who would write waits for others.
    """

    hosts: tuple[str, ...] = ()
    body_bytes: int = 1_048_576
    requests_per_minute: int = 6_000
    busy_seconds: float = 30.0
    tokens: Tokens = field(default_factory=Tokens)
