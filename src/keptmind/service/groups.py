"""Groups whose members may read what their owners share with them."""

from keptmind.policy.identity import identity
from keptmind.service.ground import Ground


class Groups:
    """Members come and go by the host's word; leaving ends both seeing and being seen at once."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def add(self, tenant: str, group: str, member: object) -> bool:
        """Add a member; tell whether it was new. Raises: MissingIdentity."""
        name = identity("user_id", member)
        with self._ground.store.transaction((tenant, group)) as tx:
            return tx.groups.add(tenant, group, name, self._ground.clock.now())

    def remove(self, tenant: str, group: str, member: object) -> bool:
        """Remove a member; tell whether it was one. Raises: MissingIdentity."""
        name = identity("user_id", member)
        with self._ground.store.transaction((tenant, group)) as tx:
            return tx.groups.remove(tenant, group, name)

    def members(self, tenant: str, group: str) -> list[str]:
        """Return the members by name."""
        with self._ground.store.view() as view:
            return view.groups.members(tenant, group)
