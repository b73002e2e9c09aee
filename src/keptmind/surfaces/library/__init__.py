"""The Python library: a thin surface over the services."""
