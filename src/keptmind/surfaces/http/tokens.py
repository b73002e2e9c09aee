"""Signed tokens that name a person: believed only under the algorithm that this service was given a key for."""

from collections.abc import Mapping
from typing import Any

import jwt

from keptmind.errors import KeptmindError, Unauthenticated
from keptmind.model.context import Caller, Grant
from keptmind.model.doors import Tokens
from keptmind.model.rulebook import Rulebook
from keptmind.policy import grants
from keptmind.policy.identity import identity
from keptmind.read.disclose import NAMES as READABLE

LEEWAY = 30  # seconds that two clocks may differ
NARROWED = "keptmind"  # the claim that may narrow what the token allows
DEFAULT_TENANT = "default"


def recognise(token: str, tokens: Tokens, rulebook: Rulebook) -> tuple[str, str, Caller]:
    """
    Return tenant, person and caller that a token names; its claim `keptmind` may narrow what it allows, and never widens it.

    Raises: Unauthenticated.
    """
    claims = _claims(token, tokens)
    try:
        user = identity("sub", claims.get("sub"))
        tenant = identity("tenant", claims.get("tenant", DEFAULT_TENANT))
        program = identity("azp", claims.get("azp") or claims.get("client_id") or claims.get("iss") or "token")
        narrowed = claims.get(NARROWED) or {}
        grant = grants.grant({**narrowed, "users": [user], "any_user": None}, rulebook, READABLE)
    except (KeptmindError, TypeError):
        raise Unauthenticated() from None
    if not grants.is_within(grant, Grant(verbs=grants.OF_A_PERSON, users=frozenset({user}))):
        raise Unauthenticated()
    return tenant, user, Caller(id=f"token:{program}", grant=grant)


def _claims(token: str, tokens: Tokens) -> Mapping[str, Any]:
    for key, algorithm in ((tokens.secret, "HS256"), (tokens.public_key, "RS256")):
        if key is None:
            continue
        try:
            claims: Mapping[str, Any] = jwt.decode(
                token,
                key,
                algorithms=[algorithm],
                audience=tokens.audience,
                issuer=tokens.issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "sub"], "verify_aud": tokens.audience is not None},
            )
        except (jwt.PyJWTError, ValueError, OverflowError, TypeError, RecursionError):  # nested without end, times without end
            continue
        return claims
    raise Unauthenticated()
