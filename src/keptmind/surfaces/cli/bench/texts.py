"""Seeded statements and questions in English and Chinese, as people would say them."""

import random
from collections.abc import Iterator, Mapping

from keptmind.surfaces.cli.bench import wordlists as lists

CHINESE_SHARE = 0.25
FAMILY_SHARE = 0.5


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))


_ENGLISH = {slot: _split(words) for slot, words in lists.ENGLISH.items()}
_CHINESE = {slot: _split(words) for slot, words in lists.CHINESE.items()}
_FIRST = _split(lists.FIRST)
_FAMILY = [_split(words) for words in (lists.FAMILY_START, lists.FAMILY_MIDDLE, lists.FAMILY_END)]
_CHINESE_NAME = [_split(words) for words in (lists.CHINESE_FAMILY, lists.CHINESE_GIVEN)]


class Texts:
    """An endless source of statements and questions; equal seeds speak alike."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 (texts, not secrets)

    def statement(self) -> str:
        """Return a statement: about 120 to 170 characters of English, or 50 of Chinese, which say as much."""
        return self._spoken(lists.ENGLISH_STATEMENTS, lists.CHINESE_STATEMENTS)

    def question(self) -> str:
        """Return a question about the names and things that statements speak of."""
        return self._spoken(lists.ENGLISH_QUESTIONS, lists.CHINESE_QUESTIONS)

    def batches(self, count: int, size: int) -> Iterator[list[str]]:
        """Yield so many statements, one batch at a time."""
        for start in range(0, count, size):
            yield [self.statement() for _ in range(min(size, count - start))]

    def _spoken(self, english: tuple[str, ...], chinese: tuple[str, ...]) -> str:
        pick = self._random.choice
        if self._random.random() < CHINESE_SHARE:
            return pick(chinese).format_map(self._slots(_CHINESE, self._chinese_name(), self._chinese_name()))
        return pick(english).format_map(self._slots(_ENGLISH, self._name(), self._name()))

    def _slots(self, words: Mapping[str, tuple[str, ...]], name: str, other: str) -> dict[str, str]:
        chosen = {slot: self._random.choice(choices) for slot, choices in words.items()}
        whole = self._random.randint
        numbers = {"day": str(whole(1, 28)), "year": str(whole(1996, 2026)), "count": str(whole(2, 90))}
        return {**chosen, **numbers, "food2": self._random.choice(words["food"]), "name": name, "other": other}

    def _name(self) -> str:
        """Return a first name, often with one of some thousand family names: words that few statements share."""
        first = self._random.choice(_FIRST)
        family = "".join(self._random.choice(part) for part in _FAMILY)
        return f"{first} {family}" if self._random.random() < FAMILY_SHARE else first

    def _chinese_name(self) -> str:
        return "".join(self._random.choice(part) for part in _CHINESE_NAME)
