"""Which revision was read: said in the header `If-Match`, as the ETag gave it, or in the body as `expected_revision`."""

import re
from typing import Annotated, Any

from fastapi import Header

from keptmind.errors import InvalidField, RevisionUnknown

HEADER = "If-Match"
REVISION = re.compile('^(W/)?("[1-9][0-9]{0,14}"|[1-9][0-9]{0,14})$')
OF_SETTINGS = re.compile('^(W/)?("(0|[1-9][0-9]{0,14})"|0|[1-9][0-9]{0,14})$')  # 0: nothing was ever set


def _header(pattern: re.Pattern[str]) -> Any:
    told = "The revision that was read, as the ETag gave it: it alone is changed, or nothing is."
    return Header(alias=HEADER, description=told, examples=['"3"'], json_schema_extra={"pattern": pattern.pattern})


IfMatch = Annotated[str | None, _header(REVISION)]
IfSettingsMatch = Annotated[str | None, _header(OF_SETTINGS)]


def expected(if_match: str | None, said: int | None = None, pattern: re.Pattern[str] = REVISION) -> int | None:
    """Return the revision that was read, where one is said. Raises: InvalidField, as where header and body differ."""
    if if_match is None:
        return said
    tag = if_match.strip()
    if pattern.fullmatch(tag) is None:
        raise InvalidField(field=HEADER, problem="not a revision")
    named = int(tag.removeprefix("W/").strip('"'))
    if said not in (None, named):
        raise InvalidField(field="expected_revision", problem="not the one of If-Match")
    return named


def required(if_match: str | None, said: int | None) -> int:
    """Return the revision that was read. Raises: RevisionUnknown where none is said; InvalidField."""
    named = expected(if_match, said)
    if named is None:
        raise RevisionUnknown(field="expected_revision")
    return named
