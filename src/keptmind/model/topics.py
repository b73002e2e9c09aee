"""What a workspace does not keep: topics told by their words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """
    A matter and the words that tell it.

    A word or phrase in Latin letters stands for its inflections too; in a script without spaces it is looked for as it is. Where one
    of `unless` stands, in just these letters, the words are about something else.
    """

    name: str
    words: tuple[str, ...]
    unless: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)  # what is made of a topic is remembered by it, and hashing all its words would take longer than the search


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspacePolicy:
    """What is refused in one workspace, and what has its own place elsewhere; everything else is admitted."""

    name: str
    refused: tuple[Topic, ...] = ()
    elsewhere: tuple[Topic, ...] = ()
