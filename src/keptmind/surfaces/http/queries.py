"""What a query string may say; an unknown name is refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from keptmind.surfaces.http.bodies import LARGEST
from keptmind.surfaces.http.words import (
    About,
    ActionWord,
    CandidateWord,
    Category,
    LocaleWord,
    Moment,
    Name,
    SensitivityWord,
    Sought,
    StatusWord,
    Within,
    Workspace,
)

Limit = Annotated[int, Field(ge=1, le=LARGEST, description="More than the most is lowered to it; the answer says what was applied.")]
Cursor = Annotated[str | None, Field(max_length=2_000, description="Where the page before said to go on.")]


class Asked(BaseModel):
    """A query string with no other names than its own."""

    model_config = ConfigDict(extra="forbid")


class PageAsked(Asked):
    """A page of a list."""

    cursor: Cursor = None
    limit: Limit = 50


class ListAsked(PageAsked):
    """A page of a person's memories, narrowed."""

    category: Category | None = None
    target: About | None = None
    scope_type: Within | None = Field(None, examples=["global"])
    status: StatusWord | None = None
    sensitivity: SensitivityWord | None = None
    text: Sought | None = Field(None, max_length=2_000, description="What the content, the title or the key must hold.")
    workspace_type: Workspace | None = None

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


class StatusAsked(PageAsked):
    """A page of the candidates of one status."""

    status: CandidateWord = "pending"


class LocaleAsked(Asked):
    """A block in a language."""

    locale: LocaleWord | None = Field(None, description="Without it: the person's own, else English.")
    workspace_type: Workspace | None = None


class AuditAsked(PageAsked):
    """A page of the tenant's record of acts."""

    user: Name | None = Field(None, description="Whose events; without it, everybody's.")
    action: ActionWord | None = None
    since: Moment | None = Field(None, description="An instant in ISO form, or a date: that whole day, UTC.")
    until: Moment | None = Field(None, description="An instant in ISO form, or a date: that whole day, UTC.")


class OldAsked(PageAsked):
    """A page of the old layer."""

    category: Category | None = None
