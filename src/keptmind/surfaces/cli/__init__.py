"""The command line."""

from keptmind.surfaces.cli.program import main

__all__ = ["main"]
