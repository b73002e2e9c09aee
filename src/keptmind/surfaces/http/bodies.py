"""What requests may say: closed shapes, under the names of the interfaces; what the words mean is for the services."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MOST_IDS = 1_000
LARGEST = 2**53 - 1
WINDOW = 20_000  # characters of a message that is asked about

Text = Annotated[str, Field(max_length=WINDOW)]
Id = Annotated[str, Field(max_length=256, description="An id that the service gave out.")]
Count = Annotated[int, Field(ge=1, le=LARGEST)]
Revision = Annotated[int, Field(ge=1, le=LARGEST, description="The revision that was read; If-Match may say it instead.")]
Words = Annotated[list[str], Field(max_length=100)]


class Said(BaseModel):
    """The least a body is: an object with no other members than its own."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def given(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return what was said, under the names of the services; what was left out stays left out."""
        return {names.get(name, name): getattr(self, name) for name in self.model_fields_set}


class ConsentSaid(Said):
    """A consent that names more than this request's own purposes and destination."""

    purposes: Words
    destinations: Words


NAMES = {"memory_key": "key", "category": "kind", "scope_type": "scope"}


class SaveSaid(Said):
    """One statement to keep."""

    content: str = Field(examples=["I am allergic to peanuts"])
    category: str = Field("fact", examples=["constraint"])
    memory_key: str | None = Field(None, examples=["allergy"])
    title: str | None = None
    scope_type: str | None = Field(None, description="A scope type; its id comes from the route.", examples=["global"])
    workspace_type: str | None = Field(None, description="The route's workspace.")
    target: str = "user"
    subject: str | None = None
    tags: Words = Field(default_factory=list)
    sensitivity: str | None = None
    purposes: Words | None = None
    share: str | None = None
    expires_at: str | None = Field(None, description="An instant in ISO form, or a date that holds through that local day.")
    review_after: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    occurred_at: str | None = None
    consent: bool | ConsentSaid = False
    reason: str | None = None
    replace: bool = False
    source: str = "explicit"


class UpdateSaid(Said):
    """What of a memory is to change; what is left out stays, null clears."""

    expected_revision: Revision | None = None
    content: str | None = Field(None, examples=["I am allergic to peanuts and cashews"])
    category: str | None = None
    memory_key: str | None = None
    title: str | None = None
    subject: str | None = None
    target: str | None = None
    tags: Words | None = None
    sensitivity: str | None = None
    purposes: Words | None = None
    share: str | None = None
    expires_at: str | None = None
    review_after: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    consent: bool | ConsentSaid | None = None
    reason: str | None = None


class RevisionSaid(Said):
    """Which revision was read."""

    expected_revision: Revision | None = None


class FeedbackSaid(Said):
    """What the person says of a memory that was used."""

    feedback: str = Field(examples=["outdated"])


class AcceptSaid(Said):
    """What of a candidate is to be otherwise."""

    content: str | None = None
    category: str | None = None
    scope_type: str | None = None


class AnswerSaid(Said):
    """Which of two memories holds."""

    keep: str = Field(examples=["first"])


class SearchSaid(Said):
    """A question."""

    query: Text = Field(examples=["peanuts"])
    limit: Count = 5
    max_tokens: Count = 600
    categories: Words | None = None
    fields: Words | None = None
    as_of: str | None = None
    explain: bool = False
    workspace_type: str | None = None


class GrepSaid(Said):
    """A piece of text, or a regular expression of linear time."""

    pattern: Text = Field(examples=["peanut"])
    regex: bool = False
    category: str | None = None
    scope_type: str | None = None
    cursor: str | None = None
    workspace_type: str | None = None


class ContextSaid(Said):
    """A message, or the messages of a conversation as chat interfaces write them."""

    query: Text | None = Field(None, examples=["What may I cook tonight?"])
    messages: list[dict[str, Any]] | None = Field(None, max_length=1_000)
    max_tokens: Count = 600
    locale: str | None = None
    workspace_type: str | None = None


class IdsSaid(Said):
    """Some memories by id."""

    memory_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_IDS)]


class PreviewSaid(Said):
    """What a person wants to have forgotten, in their words."""

    query: Text = Field(examples=["peanuts"])


class ForgetSaid(Said):
    """What to erase: ids, or the token of a preview."""

    memory_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_IDS)] | None = None
    token: str | None = Field(None, max_length=200_000)


class EmptySaid(Said):
    """The phrase that confirms that everything is to be erased: the user's id."""

    confirm: str
    scope_type: str | None = None
    workspace_type: str | None = None


class SettingsSaid(Said):
    """The person's own settings; what is left out stays."""

    saved_memory_enabled: bool | None = None
    read_enabled: bool | None = None
    write_enabled: bool | None = None
    auto_extract_enabled: bool | None = None
    time_zone: str | None = Field(None, examples=["Asia/Shanghai"])
    locale: str | None = None
    consent_mode: str | None = None
    standing_consent: dict[str, ConsentSaid] | None = None
    delivery: dict[str, str] | None = Field(None, description='How blocks are delivered, by workspace; "" is where none is named.')


class CallerSaid(Said):
    """A key to be made, and what it may do."""

    name: str = Field(examples=["chat back end"])
    users: list[str] | None = None
    any_user: bool | None = None
    verbs: Words | None = None
    purposes: Words | None = None
    excluded_kinds: Words | None = None
    highest_sensitivity: str | None = None
    workspaces: Words | None = None
    fields: Words | None = None


class OldSaid(Said):
    """A memory of the old layer."""

    memory_key: str
    content: str
    category: str = "fact"
