"""Runs the bench by itself: `python -m keptmind.surfaces.cli.bench`."""

import sys

from keptmind.surfaces.cli.bench import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
