"""Step: whether this request may recall at all, and how far it may look; pure."""

from dataclasses import dataclass

from keptmind.model.context import AccessContext
from keptmind.model.reach import Reach
from keptmind.model.rulebook import Rulebook
from keptmind.model.settings import UserSettings
from keptmind.model.verdict import Verdict
from keptmind.policy import access


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit:
    """The verdict, and the reach that holds where it allows."""

    verdict: Verdict
    reach: Reach


def permit(context: AccessContext, settings: UserSettings, rulebook: Rulebook, *, back: bool = False) -> Permit:
    """Return what this request may read, now or as it was known earlier."""
    verdict = access.may_look_back(context, settings) if back else access.may_read(context, settings)
    return Permit(verdict=verdict, reach=access.reach(context, rulebook))
