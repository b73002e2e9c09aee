"""What requests may say: closed shapes, under the names of the interfaces; what the words mean is for the services."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from keptmind.model.memory import Consent
from keptmind.surfaces.http.words import (
    MANY,
    MANY_OR_NONE,
    About,
    Category,
    ConsentWord,
    Content,
    DeliveryWord,
    FeedbackWord,
    FieldWord,
    KeepWord,
    Key,
    LocaleWord,
    Moment,
    Name,
    Pattern,
    Place,
    Purpose,
    Reason,
    ScopeWord,
    Sensitive,
    SensitivityWord,
    Share,
    SourceWord,
    Subject,
    Tags,
    Title,
    VerbWord,
    Within,
    Workspace,
    left_out,
)

MOST_IDS = 1_000
LARGEST = 2**53 - 1
WINDOW = 20_000  # characters of a message that is asked about


def whole(given: object) -> object:
    """Return a number without a fraction as a whole one: JSON knows no difference between 1 and 1.0."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


Text = Annotated[str, Field(max_length=WINDOW)]
Id = Annotated[str, Field(max_length=256, description="An id that the service gave out.")]
Count = Annotated[int, Field(ge=1, le=LARGEST), BeforeValidator(whole)]
Revision = Annotated[Count, Field(description="The revision that was read; If-Match may say it instead.")]


class Said(BaseModel):
    """The least a body is: an object with no other members than its own."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def given(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return what was said, under the names of the services; what was left out stays left out."""
        return {names.get(name, name): getattr(self, name) for name in self.model_fields_set}


class ConsentSaid(Said):
    """A consent that names more than this request's own purposes and destination."""

    purposes: Annotated[list[Purpose], MANY]
    destinations: Annotated[list[Name], MANY]


def consent(said: ConsentSaid) -> Consent:
    """Return a consent as it was said."""
    return Consent(purposes=tuple(said.purposes), destinations=tuple(said.destinations))


def consented(wish: dict[str, Any]) -> dict[str, Any]:
    """Return a wish with its consent, where it names one, as the services know it."""
    said = wish.get("consent")
    return {**wish, "consent": consent(said)} if isinstance(said, ConsentSaid) else wish


NAMES = {"memory_key": "key", "category": "kind", "scope_type": "scope"}


class SaveSaid(Said):
    """One statement to keep."""

    content: Content = Field(examples=["I am allergic to peanuts"])
    category: Category = Field("fact", examples=["constraint"])
    memory_key: Key | None = Field(None, examples=["allergy"])
    title: Title | None = None
    scope_type: ScopeWord | None = Field(None, description="Its id comes from the route. Without it: conversation for a task, else global.")
    workspace_type: Workspace | None = None
    target: About = "user"
    subject: Subject | None = Field(None, description="Whom or what it is about, where that is not the person.")
    tags: Tags = Field(default_factory=list)
    sensitivity: SensitivityWord | None = Field(None, description="The stricter of this and of what the rules find holds.")
    purposes: Annotated[list[Purpose], MANY] | None = Field(None, description="What it may serve. Without it: those of the category.")
    share: Share | None = None
    expires_at: Moment | None = Field(None, description="An instant in ISO form, or a date that holds through that local day.")
    review_after: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    occurred_at: Moment | None = Field(None, description="When it was said, where that was not now.")
    consent: bool | ConsentSaid = Field(False, description="True covers its own purposes and this request's destination.")
    reason: Reason | None = None
    replace: bool = Field(False, description="Whether it takes the place of what it meets, where that would otherwise wait.")
    source: SourceWord = "explicit"


class UpdateSaid(Said):
    """What of a memory is to change; what is left out stays, null clears."""

    expected_revision: Revision | None = None
    content: Content = left_out(examples=["I am allergic to peanuts and cashews"])
    category: Category = left_out()
    memory_key: Key | None = None
    title: Title | None = None
    subject: Subject | None = None
    target: About = left_out()
    tags: Tags = left_out()
    sensitivity: SensitivityWord | None = Field(None, description="Lowering it needs X-Keptmind-Read-Mode: explicit.")
    purposes: Annotated[list[Purpose], MANY] | None = None
    share: Share | None = None
    expires_at: Moment | None = None
    review_after: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    consent: bool | ConsentSaid | None = None
    reason: Reason | None = None


class RevisionSaid(Said):
    """Which revision was read."""

    expected_revision: Revision | None = None


class FeedbackSaid(Said):
    """What the person says of a memory that was used."""

    feedback: FeedbackWord = Field(examples=["outdated"])
    expected_revision: Revision | None = None


class AcceptSaid(Said):
    """What of a candidate is to be otherwise."""

    content: Content | None = None
    category: Category | None = None
    scope_type: ScopeWord | None = None


class AnswerSaid(Said):
    """Which of two memories holds."""

    keep: KeepWord = Field(examples=["first"])


class SearchSaid(Said):
    """A question."""

    query: Text = Field(examples=["peanuts"])
    limit: Count = Field(5, description="More than the installation's most is lowered to it.")
    max_tokens: Count = Field(600, description="More than the installation's most is lowered to it.")
    categories: Annotated[list[Category], MANY] | None = None
    fields: Annotated[list[FieldWord], MANY] | None = Field(None, description="The texts that are wanted; the others come back blank.")
    as_of: Moment | None = Field(None, description="What was known and valid then: for callers with the verb manage.")
    explain: bool = Field(False, description="Whether each hit comes with the factors of its score.")
    workspace_type: Workspace | None = None


class GrepSaid(Said):
    """A piece of text, or a regular expression of linear time."""

    pattern: Pattern = Field(examples=["peanut"])
    regex: bool = False
    category: Category | None = None
    scope_type: Within | None = Field(None, examples=["global"])
    cursor: str | None = None
    workspace_type: Workspace | None = None


class ContextSaid(Said):
    """A message, or the messages of a conversation as chat interfaces write them: one of the two."""

    query: Text | None = Field(None, examples=["What may I cook tonight?"])
    messages: list[dict[str, Any]] | None = Field(None, max_length=1_000)
    max_tokens: Count = Field(600, description="More than the installation's most is lowered to it.")
    locale: LocaleWord | None = Field(None, description="Without it: the person's own, else that of the message.")
    workspace_type: Workspace | None = None


class IdsSaid(Said):
    """Some memories by id."""

    memory_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_IDS)]


class PreviewSaid(Said):
    """What a person wants to have forgotten, in their words."""

    query: Pattern = Field(examples=["peanuts"])


class ForgetSaid(Said):
    """What to erase: ids, or the token of a preview; one of the two."""

    memory_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_IDS)] | None = None
    token: str | None = Field(None, max_length=200_000)


class EmptySaid(Said):
    """The phrase that confirms that everything is to be erased: the user's id."""

    confirm: str = Field(examples=["ann"])
    scope_type: ScopeWord | None = Field(None, description="Only what is kept in the route's scope of this type.")
    workspace_type: Workspace | None = None


class SettingsSaid(Said):
    """The person's own settings; what is left out stays."""

    expected_revision: Annotated[int, Field(ge=0, le=LARGEST), BeforeValidator(whole)] | None = Field(
        None, description="The revision that was read, 0 where nothing was ever set; If-Match may say it instead."
    )
    saved_memory_enabled: bool = left_out()
    read_enabled: bool = left_out()
    write_enabled: bool = left_out()
    auto_extract_enabled: bool = left_out()
    time_zone: str = left_out(description="A name of the IANA time zones.", examples=["Asia/Shanghai"])
    locale: LocaleWord | None = None
    consent_mode: ConsentWord | None = Field(None, description="No looser than the tenant's.")
    standing_consent: dict[Sensitive, ConsentSaid] = left_out(description="By category of what is private.")
    delivery: dict[Place, DeliveryWord] = left_out(description='How blocks are delivered, by workspace; "" is where none is named.')


class CallerSaid(Said):
    """A key to be made, and what it may do."""

    name: Name = Field(examples=["chat back end"])
    users: list[Name] | None = Field(None, description="Whose memories: these users', or with any_user everybody's; one of the two.")
    any_user: bool | None = None
    verbs: Annotated[list[VerbWord], MANY_OR_NONE] | None = Field(None, description="Without it: what a person may do for themselves.")
    purposes: Annotated[list[Purpose], MANY_OR_NONE] | None = None
    excluded_kinds: Annotated[list[Category], MANY_OR_NONE] | None = None
    highest_sensitivity: SensitivityWord | None = None
    workspaces: Annotated[list[Workspace], MANY_OR_NONE] | None = None
    fields: Annotated[list[FieldWord], MANY_OR_NONE] | None = None


class OldSaid(Said):
    """A memory of the old layer."""

    memory_key: Key = Field(examples=["tea"])
    content: Content = Field(examples=["I like tea"])
    category: Category = "fact"
