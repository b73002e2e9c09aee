import pytest

from keptmind.errors import InvalidSettings
from keptmind.model.settings import FLAG_NAMES, PRESETS, spoken
from keptmind.policy.flags import explain, resolve


def test_a_single_flag_overrides_its_preset_under_either_spelling() -> None:
    flags = [resolve("staged", {"render.mode": "typed"}), resolve("staged", {"render_mode": "typed"})]

    assert [one.render_mode for one in flags] == ["typed", "typed"]
    assert flags[0].write_mode == PRESETS["staged"].write_mode == "legacy"


@pytest.mark.parametrize(("given", "kept"), [("global+workspace", ("global", "workspace")), (["global"], ("global",))])
def test_scopes_are_given_as_words_or_a_list(given: object, kept: tuple[str, ...]) -> None:
    assert resolve("standard", {"scopes.enabled": given}).scopes_enabled == kept


@pytest.mark.parametrize("given", [1, "50", 7])
def test_the_number_of_candidates_is_a_small_whole_number(given: object) -> None:
    assert resolve("standard", {"decision.candidate_top_k": given}).decision_candidate_top_k == int(str(given))


@pytest.mark.parametrize(
    ("preset", "overrides"),
    [
        ("best", {}),
        ("standard", {"render.colour": "red"}),
        ("standard", {"render.mode": "loud"}),
        ("standard", {"scopes.enabled": "global+planet"}),
        ("standard", {"scopes.enabled": ()}),
        ("standard", {"scopes.enabled": 5}),
        ("standard", {"decision.candidate_top_k": 0}),
        ("standard", {"decision.candidate_top_k": "many"}),
        ("standard", {"decision.candidate_top_k": 51}),
    ],
)
def test_what_no_flag_can_be_is_refused(preset: str, overrides: dict[str, object]) -> None:
    with pytest.raises(InvalidSettings):
        resolve(preset, overrides)


def test_every_flag_tells_its_value_and_where_it_comes_from() -> None:
    told = {flag.name: flag for flag in explain("companion", {"archive": "off"})}

    assert set(told) == {spoken(name) for name in FLAG_NAMES}
    assert (told["archive"].value, told["archive"].origin) == ("off", "setting")
    assert (told["core.fill"].value, told["core.fill"].origin) == ("auto", "preset companion")
