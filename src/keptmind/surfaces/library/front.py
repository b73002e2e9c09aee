"""The library's front door: a store, and the people in it."""

from types import TracebackType
from typing import Any, Never

from keptmind.bootstrap import build
from keptmind.errors import UnknownField
from keptmind.policy.identity import access_context, identity
from keptmind.surfaces.library.owner import OwnerMemory


class Group:
    """One group of one tenant; made by `Memory.group`."""

    def __init__(self, memory: "Memory", tenant: str, name: str) -> None:
        self._memory = memory
        self._tenant = tenant
        self._name = name

    def __repr__(self) -> str:
        return f"Group(tenant={self._tenant!r}, id={self._name!r})"

    def add(self, user_id: str) -> bool:
        """Add a member; tell whether it was new."""
        return self._memory.house.groups.add(self._tenant, self._name, user_id)

    def remove(self, user_id: str) -> bool:
        """Remove a member; tell whether it was one."""
        return self._memory.house.groups.remove(self._tenant, self._name, user_id)

    def members(self) -> list[str]:
        """Return the members by name."""
        return self._memory.house.groups.members(self._tenant, self._name)


class Memory:
    """
    An open store. The embedding program is trusted: it says for whom and why it asks.

    `url` is `sqlite:///<file>`, `:memory:` or `postgresql://…`, by default `KEPTMIND_URL`, else `sqlite:///memory.db`. Further arguments
    are settings by name (docs/reference/settings.md). Safe to share between threads; close it, or use it in a `with` block.
    """

    def __init__(self, url: str | None = None, *, preset: str | None = None, **settings: Any) -> None:
        self.house = build({"url": url, "preset": preset, **settings})

    def __repr__(self) -> str:
        return "Memory()"

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def for_user(
        self,
        user_id: str | None = None,
        *,
        tenant: str = "default",
        workspace: str | None = None,
        account: str | None = None,
        assistant: str | None = None,
        conversation: str | None = None,
        group: str | None = None,
        run: str | None = None,
        mode: str = "normal",
        purpose: str = "personalization",
        channel: str = "private",
        destination: str = "local",
        read_mode: str = "default",
        **unknown: Never,
    ) -> OwnerMemory:
        """
        Return one person's memories as this request may see them; every argument can only narrow.

        Raises: MissingIdentity without a user id, UnknownWord, UnknownWorkspace, UnknownField; each names the field.
        """
        route = {name: given for name, given in locals().items() if name not in ("self", "user_id", "unknown")}
        if unknown:
            raise UnknownField(field=min(unknown))
        return OwnerMemory(self.house, access_context(user_id, self.house.rulebook, **route))

    def group(self, group_id: str, *, tenant: str = "default") -> Group:
        """Return a group whose members may read what is shared with it. Raises: MissingIdentity."""
        return Group(self, identity("tenant", tenant), identity("group", group_id))

    def close(self) -> None:
        """Write what is buffered, finish erasures, close the store."""
        self.house.close()
