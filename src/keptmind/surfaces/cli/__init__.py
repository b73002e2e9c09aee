"""The command line."""

from keptmind.surfaces.cli.program import app, main

__all__ = ["app", "main"]
