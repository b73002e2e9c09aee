"""The path of a write: follow it in pipeline.py."""
