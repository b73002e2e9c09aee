"""What a query string may say; an unknown name is refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from keptmind.surfaces.http.bodies import LARGEST

Limit = Annotated[int, Field(ge=1, le=LARGEST, description="More than the most is lowered to it; the answer says what was applied.")]
Cursor = Annotated[str | None, Field(max_length=2_000)]


class Asked(BaseModel):
    """A query string with no other names than its own."""

    model_config = ConfigDict(extra="forbid")


class PageAsked(Asked):
    """A page of a list."""

    cursor: Cursor = None
    limit: Limit = 50


class ListAsked(PageAsked):
    """A page of a person's memories, narrowed."""

    category: str | None = None
    target: str | None = None
    scope_type: str | None = None
    status: str | None = None
    sensitivity: str | None = None
    text: str | None = Field(None, max_length=2_000)
    workspace_type: str | None = None

    def narrowed(self) -> dict[str, Any]:
        """Return what narrows the list, under the names of the services."""
        return {
            "kind": self.category,
            "target": self.target,
            "scope": self.scope_type,
            "status": self.status,
            "sensitivity": self.sensitivity,
            "text": self.text,
            "cursor": self.cursor,
            "limit": self.limit,
        }


class StatusAsked(Asked):
    """Candidates of one status."""

    status: str = "pending"


class LocaleAsked(Asked):
    """A block in a language."""

    locale: str | None = None
    workspace_type: str | None = None


class AuditAsked(PageAsked):
    """A page of the tenant's record of acts."""

    user: str | None = None
    action: str | None = None
    since: str | None = None
    until: str | None = None


class OldAsked(PageAsked):
    """A page of the old layer."""

    category: str | None = None
