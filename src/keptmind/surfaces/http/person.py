"""`/me/memory-settings`: what a person has chosen."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from keptmind.model.settings import UserSettings
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.bodies import SettingsSaid, consent
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.revisions import OF_SETTINGS, IfSettingsMatch, expected
from keptmind.surfaces.standing import settings_shape

router = APIRouter(prefix="/me", tags=["settings"], route_class=ExactRoute)


@router.get("/memory-settings", responses=answers.of(replies.OneSettings))
def show(ask: Asking) -> JSONResponse:
    """Return the person's own settings."""
    return told(ask.house.settings.show(ask.context()))


@router.patch("/memory-settings", responses=answers.of(replies.OneSettings, 409))
def change(ask: Asking, said: SettingsSaid, if_match: IfSettingsMatch = None) -> JSONResponse:
    """Change some of the person's own settings; none of them deletes anything."""
    changes: dict[str, Any] = said.given({})
    read = expected(if_match, changes.pop("expected_revision", None), OF_SETTINGS)
    if isinstance(changes.get("standing_consent"), dict):
        changes["standing_consent"] = {category: consent(one) for category, one in changes["standing_consent"].items()}
    return told(ask.house.settings.change(ask.context(), changes, expected_revision=read))


def told(settings: UserSettings) -> JSONResponse:
    """Return a person's settings with their revision as the ETag."""
    return JSONResponse(settings_shape(settings), headers=answers.etag(settings.revision))
