"""
Long-term memory for AI assistants that people can trust.

Importing the package opens nothing and loads next to nothing; a name is loaded when it is first used (PEP 562).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from keptmind import errors
    from keptmind.model.decision import Outcome, Saved
    from keptmind.model.erasure import Deletion
    from keptmind.model.memory import Consent
    from keptmind.model.ranking import ContextBlock, CoreBlock, Hit, Page
    from keptmind.surfaces.library.front import Memory
    from keptmind.surfaces.library.owner import OwnerMemory
    from keptmind.surfaces.tools.call import call_tool, tool_schemas
    from keptmind.surfaces.tools.context import AnswerLater, ToolContext

__all__ = [
    "AnswerLater",
    "Consent",
    "ContextBlock",
    "CoreBlock",
    "Deletion",
    "Hit",
    "Memory",
    "Outcome",
    "OwnerMemory",
    "Page",
    "Saved",
    "ToolContext",
    "call_tool",
    "errors",
    "tool_schemas",
]
__version__ = "0.1.0"

_HOMES = {
    "AnswerLater": "keptmind.surfaces.tools.context",
    "Consent": "keptmind.model.memory",
    "ContextBlock": "keptmind.model.ranking",
    "CoreBlock": "keptmind.model.ranking",
    "Deletion": "keptmind.model.erasure",
    "Hit": "keptmind.model.ranking",
    "Memory": "keptmind.surfaces.library.front",
    "Outcome": "keptmind.model.decision",
    "OwnerMemory": "keptmind.surfaces.library.owner",
    "Page": "keptmind.model.ranking",
    "Saved": "keptmind.model.decision",
    "ToolContext": "keptmind.surfaces.tools.context",
    "call_tool": "keptmind.surfaces.tools.call",
    "tool_schemas": "keptmind.surfaces.tools.call",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "errors":
        return import_module("keptmind.errors")
    if name not in _HOMES:
        raise AttributeError(f"module 'keptmind' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
