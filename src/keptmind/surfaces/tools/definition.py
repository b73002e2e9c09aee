"""What a tool is: its name, what it says of itself, what it takes, and the schemas made from that; pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from keptmind.surfaces.shapes import Shape
from keptmind.surfaces.tools.context import ToolContext

Given = Mapping[str, Any]
Form = Literal["openai", "anthropic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument of a tool; `allowed` closes a string to a few words."""

    name: str
    about: str
    type: Literal["string", "integer", "boolean"] = "string"
    allowed: tuple[str, ...] = ()
    required: bool = False
    most: int | None = None

    @property
    def schema(self) -> Shape:
        """The JSON Schema of its value."""
        closed: Shape = {"enum": list(self.allowed)} if self.allowed else {}
        least: Shape = {"minimum": 1} if self.type == "integer" else {}
        longest: Shape = {} if self.most is None else {"maxLength": self.most}
        return {"type": self.type, "description": self.about, **closed, **least, **longest}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """
    One tool.

    `reads` tells that it changes nothing, `destroys` that what it does cannot be taken back, `repeats` that doing it twice is doing it
    once. `modes` are the tool modes that offer it.
    """

    name: str
    title: str
    about: str
    parameters: tuple[Parameter, ...]
    run: Callable[[ToolContext, Given], Shape]
    modes: tuple[str, ...]
    reads: bool = False
    destroys: bool = False
    repeats: bool = False

    @property
    def schema(self) -> Shape:
        """The closed JSON Schema of its arguments."""
        return {
            "type": "object",
            "properties": {one.name: one.schema for one in self.parameters},
            "required": [one.name for one in self.parameters if one.required],
            "additionalProperties": False,
        }

    def told(self, form: Form) -> Shape:
        """Return what a model API is told of it."""
        if form == "anthropic":
            return {"name": self.name, "description": self.about, "input_schema": self.schema}
        return {"type": "function", "function": {"name": self.name, "description": self.about, "parameters": self.schema}}
