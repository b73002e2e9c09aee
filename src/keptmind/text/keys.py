"""The index term of a memory's key, apart from every term that a text can hold; pure."""

MARK = "\x1f"  # a control character, which no analysed text yields


def key_term(key: str) -> str:
    """Return the term under which a folded key stands in the index."""
    return MARK + key
