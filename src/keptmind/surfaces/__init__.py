"""How callers come in: siblings that share only the outcome of an error."""
