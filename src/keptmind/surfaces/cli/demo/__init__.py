"""`demo`: a guided tour on invented persons, which checks every promise it shows."""

from keptmind.surfaces.cli.demo.verb import demo

__all__ = ["demo"]
