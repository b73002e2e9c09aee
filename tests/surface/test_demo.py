"""The guided tour ends well, shows what it says, and notices when a promise is broken."""

import pytest

from keptmind.surfaces.cli.demo.steps import STEPS
from keptmind.surfaces.cli.demo.tour import Step, Tour
from keptmind.surfaces.cli.demo.verb import toured
from keptmind.surfaces.cli.options import Options
from keptmind.surfaces.cli.verb import Voice
from surface.terminal import Terminal

ENGLISH = Voice(options=Options(), locale="en")
WORDS = ("save", "search", "workspace wall", "narrow override", "revision", "context block", "forget", "receipt")


def test_the_tour_ends_well_shows_its_words_and_leaves_nothing_behind(terminal: Terminal) -> None:
    said = terminal.run("demo")

    assert (said.code, said.err) == (0, "")
    assert [word for word in WORDS if word not in said.out] == []
    assert "» search 葡萄牙语什么时候学？\n   « 林岳喜欢" in said.out
    assert "» search When is the thesis due?\n   « Lin Yue wants" in said.out
    assert list(terminal.folder.iterdir()) == []


def test_the_tour_is_told_to_programs_whatever_the_settings_around_it(terminal: Terminal) -> None:
    around = {"WORKSPACES": "kitchen", "PRESET": "staged", "FLAGS": "render.mode=flat", "POLICIES_FILE": "nowhere.toml"}
    elsewhere = Terminal(terminal.folder, {f"KEPTMIND_{name}": value for name, value in around.items()})

    said = elsewhere.run("demo", "--json")

    assert said.code == 0
    assert said.shape["ok"] is True
    assert said.shape["promises"] > 30


def test_a_broken_promise_ends_the_tour_with_its_name() -> None:
    def breaks(tour: Tour) -> None:
        tour.promise("water runs uphill", held=False)

    answer = toured(ENGLISH, (Step(title="uphill", walk=breaks), *STEPS))

    assert answer.exit == 1
    assert answer.aside == "keptmind: a promise was broken: water runs uphill"
    assert answer.shape["ok"] is False
    assert "1. uphill" in answer.lines
    assert not any(line.startswith("2.") for line in answer.lines)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.walk.__name__)
def test_every_step_checks_at_least_one_promise(step: Step) -> None:
    before = STEPS[: STEPS.index(step)]

    without = toured(ENGLISH, before).shape["promises"]
    along = toured(ENGLISH, (*before, step)).shape["promises"]

    assert along > without
