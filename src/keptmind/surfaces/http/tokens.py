"""Signed tokens that name a person: believed only under the algorithm that this service was given a key for."""

import logging
from collections.abc import Mapping
from typing import Any

import jwt

from keptmind.errors import InvalidField, KeptmindError, Unauthenticated
from keptmind.model.context import Caller, Grant
from keptmind.model.doors import Tokens
from keptmind.model.rulebook import Rulebook
from keptmind.policy import grants
from keptmind.policy.identity import identity
from keptmind.read.disclose import NAMES as READABLE

LEEWAY = 30  # seconds that two clocks may differ
NARROWED = "keptmind"  # the claim that may narrow what the token allows
DEFAULT_TENANT = "default"

log = logging.getLogger("keptmind.http")


def recognise(token: str, tokens: Tokens, rulebook: Rulebook) -> tuple[str, str, Caller]:
    """
    Return tenant, person and caller that a token names; its claim `keptmind` may narrow what it allows, and never widens it.

    The caller is the program with the person, so that who tried to reach somebody else is on record. Raises: Unauthenticated; why is for
    the log alone.
    """
    claims = _claims(token, tokens)
    try:
        user = identity("sub", claims.get("sub"))
        tenant = identity("tenant", claims.get("tenant", DEFAULT_TENANT))
        program = identity("azp", claims.get("azp") or claims.get("client_id") or claims.get("iss") or "token")
        grant = grants.grant({**_narrowed(claims), "users": [user]}, rulebook, READABLE)
    except KeptmindError:
        raise _refused("token-claims") from None
    if not grants.is_within(grant, Grant(verbs=grants.OF_A_PERSON, users=frozenset({user}))):
        raise _refused("token-too-wide")
    return tenant, user, Caller(id=f"token:{program}/{user}", grant=grant)


def _narrowed(claims: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a token says of its grant; whom it is for says the claim `sub`, and nothing else. Raises: InvalidField."""
    narrowed = claims.get(NARROWED, {})
    if not isinstance(narrowed, dict) or not _OF_SUB.isdisjoint(narrowed):
        raise InvalidField(field=NARROWED, problem="not allowed")
    return narrowed


_OF_SUB = frozenset({"users", "any_user"})


def _claims(token: str, tokens: Tokens) -> Mapping[str, Any]:
    try:
        algorithm: str = jwt.get_unverified_header(token).get("alg", "")
        key = {"HS256": tokens.secret, "RS256": tokens.public_key}.get(algorithm)  # one key an algorithm: none is tried under another
        if key is None:
            raise _refused("token-algorithm")
        claims: Mapping[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=tokens.audience,
            issuer=tokens.issuer,
            leeway=LEEWAY,
            options={"require": ["exp", "sub"], "verify_aud": tokens.audience is not None},
        )
    except (jwt.PyJWTError, ValueError, OverflowError, TypeError, RecursionError) as error:  # nested without end, times without end
        raise _refused(next((rule for kind, rule in _RULES if isinstance(error, kind)), "token-malformed")) from None
    return claims


_RULES = (
    (jwt.InvalidSignatureError, "token-signature"),
    (jwt.ExpiredSignatureError, "token-expired"),
    (jwt.ImmatureSignatureError, "token-not-yet"),
    (jwt.InvalidAudienceError, "token-audience"),
    (jwt.InvalidIssuerError, "token-issuer"),
    (jwt.MissingRequiredClaimError, "token-claims"),
)


def _refused(rule: str) -> Unauthenticated:
    """Return the one answer to whoever sends a token that is not wholly right; only the log tells them apart."""
    log.info("token refused", extra={"rule": rule})
    return Unauthenticated()
