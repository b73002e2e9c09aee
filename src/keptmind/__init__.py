"""Long-term memory for AI assistants that people can trust."""

from keptmind import errors
from keptmind.model.decision import Outcome, Saved
from keptmind.model.erasure import Deletion
from keptmind.model.memory import Consent
from keptmind.model.ranking import ContextBlock, Hit, Page
from keptmind.surfaces.library.front import Memory
from keptmind.surfaces.library.owner import OwnerMemory

__all__ = ["Consent", "ContextBlock", "Deletion", "Hit", "Memory", "Outcome", "OwnerMemory", "Page", "Saved", "errors"]
__version__ = "0.1.0"
