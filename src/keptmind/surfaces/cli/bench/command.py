"""The command line of the bench: `bench [--quick | --full]`, with `postgres --url URL` or `http`, and `bench locomo --data FILE`."""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from keptmind.surfaces.cli.bench.plan import SIZES, measure
from keptmind.surfaces.cli.bench.report import as_json, say, show


def main(args: list[str]) -> int:
    """Measure what is asked for and print it; a missed target is printed, not an error."""
    asked = parser().parse_args(args)
    with TemporaryDirectory(prefix="keptmind-bench-", dir=asked.folder) as folder:
        if asked.what == "locomo":
            from keptmind.surfaces.cli.bench.locomo_report import run

            run(Path(folder), asked.data, as_json=asked.json)
            return 0
        if asked.what == "postgres":
            from keptmind.surfaces.cli.bench.server import measure_server

            figures = list(measure_server(Path(folder), asked.url, SIZES[asked.size]))
        elif asked.what == "http":
            from keptmind.surfaces.cli.bench.service import measure_service

            figures = list(measure_service(Path(folder), SIZES[asked.size]))
        else:
            figures = list(measure(Path(folder), SIZES[asked.size]))
    if asked.json:
        say(as_json(asked.size, figures))
    else:
        show(asked.size, figures)
    return 0


def parser() -> argparse.ArgumentParser:
    """Return what the command line understands."""
    bench = argparse.ArgumentParser(prog="keptmind bench", description="Measure keptmind on this machine; every figure beside a bare one.")
    bench.set_defaults(size="quick", what="speed", json=False, folder=None)
    size = bench.add_mutually_exclusive_group()
    for name, told in (("quick", "about two minutes (default)"), ("full", "many minutes: a million rows"), ("smoke", argparse.SUPPRESS)):
        size.add_argument(f"--{name}", dest="size", action="store_const", const=name, help=told)
    _shared(bench)
    kinds = bench.add_subparsers(metavar="{locomo,postgres,http}")
    server = kinds.add_parser("postgres", help="PostgreSQL beside SQLite, in schemas of its own on a server")
    server.set_defaults(what="postgres")
    server.add_argument("--url", required=True, metavar="URL", help="postgresql://…, of a role that may make schemas")
    _shared(server)
    service = kinds.add_parser("http", help="the HTTP service over loopback, beside an empty route")
    service.set_defaults(what="http")
    _shared(service)
    locomo = kinds.add_parser("locomo", help="recall on a file of LoCoMo dialogues")
    locomo.set_defaults(what="locomo")
    locomo.add_argument("--data", type=Path, required=True, metavar="FILE", help="a file in the form of locomo10.json")
    _shared(locomo)
    return bench


def _shared(asked: argparse.ArgumentParser) -> None:
    asked.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")
    asked.add_argument("--folder", type=Path, default=argparse.SUPPRESS, help="where to build files; must lie on a real disk")
