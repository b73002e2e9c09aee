"""People's own settings."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from keptmind.errors import InvalidField, InvalidSettings, KeptmindError, StaleRevision
from keptmind.model.audit import Action
from keptmind.model.context import AccessContext
from keptmind.model.memory import Consent
from keptmind.model.settings import CHOICES, ConsentMode, UserSettings
from keptmind.model.verdict import Verdict
from keptmind.policy import access, form
from keptmind.policy.admission import stricter
from keptmind.policy.identity import identity, listed, word
from keptmind.policy.sensitivity import CATEGORIES
from keptmind.service.ground import Ground
from keptmind.service.readings import Readings
from keptmind.service.record import allow, denied, event
from keptmind.service.timing import timed

SWITCHES = ("saved_memory_enabled", "read_enabled", "write_enabled", "auto_extract_enabled")
NAMES = frozenset({*SWITCHES, "time_zone", "locale", "consent_mode", "standing_consent", "delivery"})


class PersonSettings:
    """Shows and changes what a person has chosen; nothing here deletes a memory."""

    def __init__(self, ground: Ground, readings: Readings) -> None:
        self._ground = ground
        self._readings = readings

    @timed("settings")
    def show(self, context: AccessContext) -> UserSettings:
        """Return the person's settings. Raises: Refused."""
        return self._seen(context, access.may_change_settings(context), "settings")

    @timed("local_time")
    def local_time(self, context: AccessContext) -> tuple[datetime, str]:
        """Return this moment in the person's time zone, and the zone's name; whoever may read may know it. Raises: Refused."""
        settings = self._seen(context, access.may_look(context), "local-time")
        zone = self._ground.zone(settings)
        return self._ground.clock.now().astimezone(zone), settings.time_zone if self._ground.clock.zone(settings.time_zone) else "UTC"

    def _seen(self, context: AccessContext, verdict: Verdict, verb: str) -> UserSettings:
        allow(self._ground, context, verdict)
        with self._ground.store.view() as view:
            settings = view.settings.of(context.tenant, context.owner)
        self._readings.record(context, Action.READ, (), verb, recalled=False)
        return settings

    @timed("change_settings")
    def change(self, context: AccessContext, changes: Mapping[str, Any], *, expected_revision: int | None = None) -> UserSettings:
        """
        Change some settings, as they stood at this revision where one is named, and return all.

        Raises: StaleRevision, Invalid, Refused; then nothing has changed.
        """
        form.known_only(changes, NAMES)
        parsed = {name: self._parsed(name, given) for name, given in changes.items()}
        verdict = access.may_change_settings(context)
        outcome: UserSettings | KeptmindError
        with self._ground.writing(context) as tx:
            outcome = tx.settings.of(context.tenant, context.owner)
            if not verdict.allowed:
                outcome = denied(tx, self._ground, context, verdict.rule)
            elif expected_revision not in (None, outcome.revision):
                outcome = StaleRevision(current_revision=outcome.revision)
                tx.audit.append(event(self._ground, context, Action.REFUSED, rule=outcome.code))
            else:
                now = self._ground.clock.now()
                outcome = replace(outcome, **parsed, revision=outcome.revision + 1, updated_at=now)
                tx.settings.put(context.tenant, context.owner, outcome)
                tx.audit.append(event(self._ground, context, Action.SETTINGS_CHANGED, rule=",".join(sorted(parsed))))
        if isinstance(outcome, KeptmindError):
            raise outcome
        return outcome

    def _parsed(self, name: str, given: object) -> Any:
        if name in SWITCHES:
            return form.flag(name, given)
        if name == "time_zone":
            return self._zone(given)
        if name == "locale":
            return None if given is None else listed("locale", given, ("en", "zh"))
        if name == "consent_mode":
            return None if given is None else _tighter(word("consent_mode", given, ConsentMode), self._ground.rulebook.flags.consent)
        return self._delivery(given) if name == "delivery" else self._standing(given)

    def _delivery(self, given: object) -> tuple[tuple[str, str], ...]:
        if not isinstance(given, Mapping):
            raise InvalidField(field="delivery", problem="not a mapping of workspace to delivery")
        workspaces = ("", *self._ground.rulebook.workspaces)
        return tuple(
            (listed("delivery", workspace, workspaces), listed("delivery", way, CHOICES["delivery"]))
            for workspace, way in sorted(given.items(), key=str)
        )

    def _zone(self, given: object) -> str:
        if not isinstance(given, str) or self._ground.clock.zone(given) is None:
            raise InvalidField(field="time_zone", problem="not an IANA time zone")
        return given

    def _standing(self, given: object) -> tuple[tuple[str, Consent], ...]:
        if not isinstance(given, Mapping):
            raise InvalidField(field="standing_consent", problem="not a mapping of category to Consent")
        return tuple((listed("standing_consent", category, CATEGORIES), self._consent(consent)) for category, consent in given.items())

    def _consent(self, given: object) -> Consent:
        if not isinstance(given, Consent) or not given.purposes or not given.destinations:
            raise InvalidField(field="standing_consent", problem="not a Consent with purposes and destinations")
        purposes = tuple(listed("standing_consent", purpose, self._ground.rulebook.purposes) for purpose in given.purposes)
        return Consent(purposes=purposes, destinations=tuple(identity("standing_consent", name) for name in given.destinations))


def _tighter(wanted: ConsentMode, loosest: str) -> ConsentMode:
    if stricter(wanted.value, loosest) != wanted.value:
        raise InvalidSettings(field="consent_mode", loosest=loosest)
    return wanted
