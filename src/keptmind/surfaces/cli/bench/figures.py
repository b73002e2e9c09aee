"""What a measurement comes to: a figure, what it stands beside, and whether it is where it should be."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A limit on a figure's ratio, or on the figure itself."""

    limit: float
    on_ratio: bool = False
    at_least: bool = False

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {_share(self.limit)}" if self.on_ratio else f"{sign} {_number(self.limit)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One row of the table; `ours` is None where it could not be measured, and `note` then says why."""

    name: str
    ours: float | None
    unit: str
    reference: float | None = None
    beside: str = ""
    target: Target | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours over the reference."""
        return None if self.ours is None or not self.reference else self.ours / self.reference

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None where there is none, or nothing to compare."""
        if self.target is None:
            return None
        found = self.ratio if self.target.on_ratio else self.ours
        if found is None:
            return None
        return found >= self.target.limit if self.target.at_least else found <= self.target.limit

    def cells(self) -> tuple[str, str, str, str, str, str]:
        """Return what the table shows: name, ours, reference, ratio, target, verdict."""
        ours = self.note if self.ours is None else f"{_number(self.ours)} {self.unit}"
        reference = "" if self.reference is None else f"{_number(self.reference)} {self.unit} {self.beside}"
        ratio = "" if self.ratio is None else _share(self.ratio)
        target = "" if self.target is None else f"{self.target}" if self.target.on_ratio else f"{self.target} {self.unit}"
        return self.name, ours, reference.strip(), ratio, target, VERDICTS[self.is_met]

    def spelled(self) -> dict[str, Any]:
        """Return the figure as JSON has it."""
        return {
            "name": self.name,
            "ours": self.ours,
            "unit": self.unit,
            "reference": self.reference,
            "beside": self.beside,
            "ratio": self.ratio,
            "target": None if self.target is None else str(self.target),
            "met": self.is_met,
            "note": self.note,
        }


VERDICTS = {True: "met", False: "missed", None: ""}


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _share(value: float) -> str:
    """Spell a ratio: a share below a half in per cent, else as a multiple."""
    return f"{value * 100:.1f} %" if value < 0.5 else f"{value:.2f} ×"
