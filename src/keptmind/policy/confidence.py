"""How sure a memory is, from where it came; pure arithmetic, never a model's number."""

from keptmind.model.memory import Source

INITIAL: dict[Source, float] = {
    Source.EXPLICIT: 0.90,
    Source.CONFIRMED: 0.85,
    Source.MANUAL: 0.85,
    Source.IMPORTED: 0.60,
    Source.OBSERVED: 0.50,
    Source.INFERRED: 0.40,
}


def initial(source: Source) -> float:
    """Return the confidence of a memory with a single piece of evidence."""
    return INITIAL[source]
