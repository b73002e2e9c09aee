"""What is computed from memories and follows them: never a source, always remade from the rows."""
