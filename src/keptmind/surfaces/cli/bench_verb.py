"""`bench`: hands the rest of the command line over, so that nothing of it is loaded by the other verbs."""

import typer


def bench(context: typer.Context) -> None:
    """Measure this machine; `keptmind bench --help` says what."""
    from keptmind.surfaces.cli.bench import main

    raise typer.Exit(main(context.args))
