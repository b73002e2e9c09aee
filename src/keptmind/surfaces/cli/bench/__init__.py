"""What `keptmind bench` runs: measurements on this machine, printed as ratios and never asserted."""

from keptmind.surfaces.cli.bench.command import main

__all__ = ["main"]
