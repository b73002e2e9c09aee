"""A row made ready to be written: whose it is, what it is found and met by, and whether the core block has room for it."""

from keptmind.derive.core_block import line, outgrown
from keptmind.model.memory import Memory, Status
from keptmind.model.ranking import Overflow
from keptmind.policy.edition import RULE_VERSION
from keptmind.ports.store import Transaction
from keptmind.write.apply import Entry
from keptmind.write.draw import Origin
from keptmind.write.hand import Hand
from keptmind.write.index import index, marked


def origin(hand: Hand) -> Origin:
    """Return whose row a draft becomes."""
    context = hand.context
    return Origin(
        tenant=context.tenant,
        owner=context.owner,
        via=hand.via,
        rule_version=RULE_VERSION,
        now=hand.now,
        candidate=hand.candidate,
    )


def too_full(tx: Transaction, hand: Hand, memory: Memory, *, before: Memory | None = None) -> Overflow | None:
    """
    Return by how much a row would outgrow the core block; None where it fits, or where no cap binds it.

    No cap binds what is paused or over, nor a row that stood there `before` and takes no more room now.
    """
    binds_all = hand.circumstances.flags.core_cap_all == "on"
    over = any(end is not None and end <= hand.now for end in (memory.valid_to, memory.expires_at))
    if memory.status is not Status.ACTIVE or over or (memory.pinned_at is None and not binds_all):
        return None
    stood = before is not None and before.status is Status.ACTIVE and (before.pinned_at is not None or binds_all)
    if before is not None and stood and len(line(memory)) <= len(line(before)):
        return None
    others = tx.memories.in_force(memory.tenant, memory.owner, pinned=not binds_all, now=hand.now)
    return outgrown(memory, others, hand.circumstances.rulebook.limits)


def entry(memory: Memory, marks: tuple[str, ...] | None = None) -> Entry:
    """Return a row with its marks, where they are not known yet, and with what the index holds of it."""
    found = index(memory)
    return Entry(memory=memory, marks=marks or marked(memory), terms=found.counts, length=found.length)


def indexed(memory: Memory) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the terms under which the index holds a row, and the marks it bears."""
    return index(memory).counts, marked(memory)
