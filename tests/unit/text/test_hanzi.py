from keptmind.text import hanzi
from keptmind.text.hanzi import simplify


def test_traditional_characters_become_simplified_ones() -> None:
    assert simplify("臺灣的後臺設備") == "台湾的后台设备"


def test_text_in_other_scripts_stays() -> None:
    assert simplify("tea, 茶, お茶, 차") == "tea, 茶, お茶, 차"


def test_no_simplified_form_is_itself_replaced() -> None:
    assert simplify(hanzi._SIMPLIFIED) == hanzi._SIMPLIFIED


def test_every_traditional_character_stands_once_and_in_order() -> None:
    assert list(hanzi._TRADITIONAL) == sorted(set(hanzi._TRADITIONAL))
