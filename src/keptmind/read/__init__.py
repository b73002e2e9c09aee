"""The path of a read: follow it in pipeline.py."""
