"""What a rule answers: allowed or not, and the rule's name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer that carries its reason; a refusal's rule is the code of the error it raises."""

    allowed: bool
    rule: str


ALLOWED = Verdict(True, "allowed")


def refused(rule: str) -> Verdict:
    """Return a refusal by this rule."""
    return Verdict(False, rule)
