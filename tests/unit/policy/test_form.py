from datetime import UTC
from typing import Any

import pytest

from factories import NOON
from keptmind.errors import Invalid, InvalidField, InvalidTime, NoPurposes, TextEmpty
from keptmind.model.context import AccessContext
from keptmind.model.draft import Draft
from keptmind.model.memory import Consent
from keptmind.model.rulebook import Rulebook
from keptmind.policy import form


def drafted(**wish: Any) -> Draft:
    context = AccessContext(tenant="default", owner="u1")
    return form.draft(context, Rulebook(), UTC, NOON, {"content": "likes tea", **wish})


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"key": "___"}, TextEmpty),
        ({"tags": "tea"}, InvalidField),
        ({"tags": {"a": 1}}, InvalidField),
        ({"consent": "yes"}, InvalidField),
        ({"consent": Consent(purposes="task", destinations=("local",))}, InvalidField),  # type: ignore[arg-type]
        ({"consent": Consent(purposes=(), destinations=("local",))}, NoPurposes),
        ({"consent": Consent(purposes=("task",), destinations=())}, NoPurposes),
        ({"valid_from": "2030-01-01", "valid_to": "2020-01-01"}, InvalidTime),
        ({"valid_from": "2030-01-01T00:00:00Z", "valid_to": "2030-01-01T00:00:00Z"}, InvalidTime),
        ({"occurred_at": "2999-01-01"}, InvalidTime),
    ],
)
def test_a_malformed_field_is_named(wish: dict[str, Any], error: type[Invalid]) -> None:
    with pytest.raises(error) as raised:
        drafted(**wish)

    assert raised.value.details["field"] in wish


def test_a_day_may_begin_and_end_on_itself() -> None:
    draft = drafted(valid_from="2030-01-01", valid_to="2030-01-01")

    assert draft.valid_from is not None
    assert draft.valid_to is not None
    assert (draft.valid_to - draft.valid_from).days == 1


def test_a_draft_shows_no_text_where_it_is_printed() -> None:
    draft = drafted(content="likes marmalade", title="marmalade", key="marmalade", tags=["marmalade"])

    assert "marmalade" not in repr(draft)
    assert "fact" in repr(draft)
