"""No text, however it is made, keeps the rules of admission busy."""

import time
from collections.abc import Callable

import pytest

from keptmind.policy.durability import leaning, one_off, unclear
from keptmind.policy.noise import noise
from keptmind.policy.smuggling import instructs
from keptmind.policy.topics import topic_of
from keptmind.settings import shipped_policies

UNITS = (
    "a", " ", "\n", "|", "\t", '" ', "' ", "{", "(", "a.", "a,", "a|b ", "```\n", "> ", "1", "12:00:00 ", "select from ", "SELECT a FROM ",
    "git -", "x = ", "<system ", "[", "ignore all ", "ignore ", "remember to ", "send all ", "send a,", "you must ", "when the user ",
    "recommend a ", "tell the user ", "please ", "please, ", "translate ", "can you ", "what is ", "ok ", "thanks ", "good job ",
    "the user asked ", "show me the a b c ", "he ", "Tom ", "it is a ", "that ", "this ", "like ", "i really really ", "every a ", "once ",
    "good ", "student ",
    "let students ", "the class ", "忽略", "以后", "请", "把", "把用户", "他", "这", "小王", "王", "一", "好的", "谢谢",
    "你好", "，", "。", "吗", "学生", "1班", "記", "Ｉ", "\u200b",
)  # fmt: skip


def on_topic(text: str) -> object:
    return [topic_of(text, (*policy.refused, *policy.elsewhere)) for policy in shipped_policies()]


@pytest.mark.parametrize("rule", [noise, instructs, leaning, one_off, unclear, on_topic], ids=lambda rule: rule.__name__)
def test_hostile_text_takes_no_longer_than_its_length_allows(rule: Callable[[str], object]) -> None:
    texts = [(unit * 2000)[:2000] + end for unit in UNITS for end in ("", "!", " x")]
    rule(texts[0])
    began = time.process_time()

    for text in texts:
        rule(text)

    assert time.process_time() - began < 5  # under half a second for some two hundred texts; a pattern that backtracks takes minutes
