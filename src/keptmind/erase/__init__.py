"""The path of an erasure: follow it in pipeline.py."""
