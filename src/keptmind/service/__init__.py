"""What a caller can ask for, a noun a file; each method is one use case."""
