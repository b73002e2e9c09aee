"""Language, pure: what a text is made of, how two spellings become one, where a text may be cut."""
