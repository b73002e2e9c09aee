"""What the host says about a conversation in which a model may call tools; no part of it comes from the model."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from keptmind.bootstrap import House
from keptmind.errors import KeptmindError, UnknownWord
from keptmind.model.context import AccessContext
from keptmind.model.memory import ChangedVia, Memory, MemoryId
from keptmind.surfaces.messages import LOCALES, Locale

TOOL_MODES = ("minimal", "default", "all")
MOST_SEEN = 300  # rows whose last revision one conversation remembers: some 40 kB
MOST_CONVERSATIONS = 2_000

Confirm = Callable[[Memory], bool]


class AnswerLater(Exception):
    """Raised by a host's `confirm` that cannot wait for the owner; it passes through `call_tool`, and nothing has been done."""


class Seen:
    """The revisions last returned to one conversation; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revisions: OrderedDict[MemoryId, int] = OrderedDict()

    def note(self, memory: Memory) -> None:
        """Remember which revision was returned."""
        with self._lock:
            self._revisions[memory.id] = memory.revision
            self._revisions.move_to_end(memory.id)
            if len(self._revisions) > MOST_SEEN:
                self._revisions.popitem(last=False)

    def revision(self, memory_id: str) -> int | None:
        """Return the revision last returned of a row, if any was."""
        with self._lock:
            return self._revisions.get(MemoryId(memory_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """
    One conversation with tools.

    `message` is the person's own current message: a save counts as the person's word only where it supports it. `confirm` asks the owner
    before something is erased; without it nothing is. `without` names tools that this host does not offer.
    """

    house: House
    access: AccessContext
    tool_mode: str = "default"
    confirm: Confirm | None = None
    message: str | None = None
    without: frozenset[str] = frozenset()
    locale: Locale = "en"
    seen: Seen = field(default_factory=Seen)

    def __post_init__(self) -> None:
        if self.tool_mode not in TOOL_MODES:
            raise UnknownWord(field="tool_mode", allowed=TOOL_MODES)
        if self.locale not in LOCALES:
            raise UnknownWord(field="locale", allowed=LOCALES)
        object.__setattr__(self, "access", replace(self.access, via=ChangedVia.AGENT_TOOL))

    def __repr__(self) -> str:
        return f"ToolContext(tool_mode={self.tool_mode!r}, user_id={self.access.owner!r})"

    def refused(self, error: KeptmindError, rule: str = "") -> KeptmindError:
        """Put on record what no service was asked about, and return the error to raise."""
        self.house.denials.record(self.access, rule or error.code)
        return error

    def hearing(self, message: str | None) -> "ToolContext":
        """Return the same conversation with the person's next message."""
        return replace(self, message=message)

    def remembering(self, seen: Seen) -> "ToolContext":
        """Return the same conversation with another memory of the revisions it was told."""
        return replace(self, seen=seen)


class Conversations:
    """
    Which revisions each conversation has seen, where a host is asked anew for every call.

    Of more than are kept, the longest silent is let go: of the caller that holds most, and there of the person who holds most, so that
    nobody has another's forgotten.
    """

    def __init__(self, most: int = MOST_CONVERSATIONS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._seen: OrderedDict[tuple[str, ...], Seen] = OrderedDict()  # the longest silent first

    def seen_by(self, tenant: str, owner: str, caller: str, *which: str) -> Seen:
        """Return the table of one conversation, named by whose it is, who calls and which it is."""
        named = (tenant, caller, owner, *which)
        with self._lock:
            table = self._seen.setdefault(named, Seen())
            self._seen.move_to_end(named)
            if len(self._seen) > self._most:
                self._let_go()
            return table

    def _let_go(self) -> None:
        held = list(self._seen)
        for size in (2, 3):  # tenant and caller, then the person as well
            fullest, _ = Counter(named[:size] for named in held).most_common(1)[0]
            held = [named for named in held if named[:size] == fullest]
        del self._seen[held[0]]
