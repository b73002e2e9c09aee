"""Groups whose members may read what their owners share with them."""

from dataclasses import replace

from keptmind.model.audit import UNCHANGED, Action
from keptmind.model.context import AccessContext
from keptmind.model.scope import group_share
from keptmind.policy.identity import identity
from keptmind.ports.store import Transaction
from keptmind.service.ground import Ground
from keptmind.service.record import event


class Groups:
    """Members come and go by the host's word; leaving ends both seeing and being seen at once."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def add(self, tenant: str, group: str, member: object) -> bool:
        """Add a member; tell whether it was new. Raises: MissingIdentity."""
        name = identity("user_id", member)
        with self._ground.store.transaction((tenant, group), (tenant, name)) as tx:
            is_new = tx.groups.add(tenant, group, name, self._ground.clock.now())
            self._note(tx, Action.GROUP_JOINED, tenant, group, name, changed=is_new)
        return is_new

    def remove(self, tenant: str, group: str, member: object) -> bool:
        """Remove a member; tell whether it was one. Raises: MissingIdentity."""
        name = identity("user_id", member)
        with self._ground.store.transaction((tenant, group), (tenant, name)) as tx:
            was_one = tx.groups.remove(tenant, group, name)
            self._note(tx, Action.GROUP_LEFT, tenant, group, name, changed=was_one)
        return was_one

    def members(self, tenant: str, group: str) -> list[str]:
        """Return the members by name."""
        with self._ground.store.view() as view:
            return view.groups.members(tenant, group)

    def _note(self, tx: Transaction, action: Action, tenant: str, group: str, member: str, *, changed: bool) -> None:
        """Put on the member's record that they joined or left, or that it was so already."""
        noted = event(self._ground, AccessContext(tenant=tenant, owner=member), action, rule="" if changed else UNCHANGED)
        tx.audit.append(replace(noted, scope=group_share(group)))
