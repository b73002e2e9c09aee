"""Placeholder until merged."""


def log_as_json() -> None: ...
