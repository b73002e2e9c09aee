"""What a value may be, as the OpenAPI document says it: made of the model's own words, which the services go by."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field

from keptmind.model.audit import Action
from keptmind.model.candidate import CandidateStatus
from keptmind.model.context import Verb
from keptmind.model.memory import (
    MAX_CONTENT,
    MAX_KEY,
    MAX_REASON,
    MAX_SUBJECT,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    SENSITIVITY_WORDS,
    Kind,
    Source,
    Status,
    Target,
)
from keptmind.model.question import Keep
from keptmind.model.scope import ScopeType
from keptmind.model.settings import CHOICES, ConsentMode
from keptmind.policy.identity import MAX_NAME
from keptmind.policy.sensitivity import CATEGORIES
from keptmind.read.disclose import NAMES as READABLE
from keptmind.service.request import MAX_PATTERN
from keptmind.surfaces.messages import LOCALES
from keptmind.write.correction import Feedback

_CONTROL = r"\u0000-\u001f\u007f-\u009f"
# a name holds something to be seen, and no control character
NAME: dict[str, Any] = {"minLength": 1, "maxLength": MAX_NAME, "pattern": rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$"}
INSTALLED = "x-installed"  # marks words that every installation has of its own, until the document is made


def one_of(words: Iterable[str], **more: Any) -> Any:
    """Say that a value is one of these words; the services are what refuses another."""
    return Field(json_schema_extra={"enum": list(words)}, **more)


def matching(pattern: str, **more: Any) -> Any:
    """Say what form a text has; the services are what refuses another."""
    return Field(json_schema_extra={"pattern": pattern}, **more)


def up_to(most: int, least: int = 0, **more: Any) -> Any:
    """Say how long a text may be; the services are what refuses a longer one."""
    return Field(json_schema_extra={"minLength": least, "maxLength": most} if least else {"maxLength": most}, **more)


def left_out(**more: Any) -> Any:
    """Say that something may be left out, and may not be null."""
    return Field(None, **more)


def installed(name: str, **more: Any) -> Any:
    """Say that a value is one of this installation's words."""
    return Field(json_schema_extra={INSTALLED: name}, **more)


Category = Annotated[str, one_of(Kind)]
About = Annotated[str, one_of(Target)]
ScopeWord = Annotated[str, one_of(ScopeType)]
StatusWord = Annotated[str, one_of(Status)]
SensitivityWord = Annotated[str, one_of(SENSITIVITY_WORDS)]
SourceWord = Annotated[str, one_of(Source)]
ActionWord = Annotated[str, one_of(Action)]
CandidateWord = Annotated[str, one_of(CandidateStatus)]
FeedbackWord = Annotated[str, one_of(Feedback)]
KeepWord = Annotated[str, one_of(Keep)]
ConsentWord = Annotated[str, one_of(ConsentMode)]
DeliveryWord = Annotated[str, one_of(CHOICES["delivery"])]
VerbWord = Annotated[str, one_of(Verb)]
FieldWord = Annotated[str, one_of(sorted(READABLE))]
LocaleWord = Annotated[str, one_of(LOCALES)]
Sensitive = Annotated[str, one_of(CATEGORIES)]
Purpose = Annotated[str, installed("purposes")]
Workspace = Annotated[str, installed("workspaces", description="The route's workspace.")]
Place = Annotated[str, installed("places")]
Moment = Annotated[str, Field(description="An instant in ISO form, or a date, in the person's time zone.", examples=["2027-03-01"])]

Content = Annotated[str, up_to(MAX_CONTENT, least=1)]
Key = Annotated[str, up_to(MAX_KEY)]
Title = Annotated[str, up_to(MAX_TITLE)]
Pattern = Annotated[str, up_to(MAX_PATTERN, least=1)]
Subject = Annotated[str, up_to(MAX_SUBJECT)]
Reason = Annotated[str, up_to(MAX_REASON, description="Why it is worth keeping, in one line.")]
Tag = Annotated[str, up_to(MAX_TAG)]
Share = Annotated[str, matching("^(private|group:.+)$", description="private, or group:<id>.")]
Name = Annotated[str, Field(json_schema_extra=NAME)]
Within = Annotated[str, matching(f"^({'|'.join(ScopeType)})(:.*)?$", description="A scope type, or a type and an id: workspace:work.")]
Sought = Annotated[str, matching(r"^[^\u0000]*$")]
Tags = Annotated[list[Tag], Field(json_schema_extra={"maxItems": MAX_TAGS})]

MOST_WORDS = 100
MANY = Field(max_length=MOST_WORDS, json_schema_extra={"minItems": 1})
MANY_OR_NONE = Field(max_length=MOST_WORDS)
