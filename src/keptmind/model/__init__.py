"""The words: frozen values, closed unions and ids; no I/O, no clock."""
