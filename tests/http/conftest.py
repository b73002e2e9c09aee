"""Every test here runs on both engines."""

from both import engine, service, store

__all__ = ["engine", "service", "store"]
