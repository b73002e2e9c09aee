"""What `keptmind bench` runs: measurements on this machine, printed as ratios and never asserted."""


def main(args: list[str]) -> int:
    """Run the bench with these arguments and return its exit code; nothing of it is loaded before."""
    from keptmind.surfaces.cli.bench.command import main as run

    return run(args)
