"""Patterns compiled when they are first tried, and tried only at or around the stems they cannot do without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

Stretch = tuple[int, int]

_LONG = 2_000
_WORD = r"[\w-]+"


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def lower(text: str) -> str:
    """Lower case of the same length: some capitals, as the dotted I, grow when they are lowered."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(char.lower() if char.isascii() else char for char in text)


def holds(text: str, stem: str) -> bool:
    """Whether the stem occurs in the text; in a long one, words that come again are looked at once."""
    if len(text) < _LONG or not _is_word(stem):
        return stem in text
    return stem in _vocabulary(text)


def held(text: str, stems: Iterable[str]) -> list[str]:
    """Those of the stems that occur in the text."""
    if len(text) < _LONG:
        return [stem for stem in stems if stem in text]
    return [stem for stem in stems if holds(text, stem)]


@lru_cache(maxsize=2)
def _vocabulary(text: str) -> str:
    return "\n".join(set(re.findall(_WORD, text)))


@cache
def _is_word(stem: str) -> bool:
    return re.fullmatch(_WORD, stem) is not None


def places(text: str, stem: str) -> Iterator[int]:
    """Every offset of the stem, found as fast as `str.find` goes."""
    position = text.find(stem)
    while position >= 0:
        yield position
        position = text.find(stem, position + len(stem))


def starts(text: str, stems: Iterable[str]) -> list[int]:
    """In order, every offset at which one of the stems begins."""
    return sorted({position for stem in held(text, stems) for position in places(text, stem)})


def word_starts(text: str, stems: Iterable[str]) -> list[int]:
    """In order, every offset at which one of the stems is a word, or with `*` at its end begins one."""
    whole = {stem.rstrip("*"): not stem.endswith("*") for stem in stems}
    return sorted(
        place
        for stem in held(text, whole)
        for place in places(text, stem)
        if not _is_letter(text, place - 1) and not (whole[stem] and _is_letter(text, place + len(stem)))
    )


def _is_letter(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def around(text: str, stems: Iterable[str], *, back: int, on: int) -> list[Stretch]:
    """The joined stretches from `back` characters before to `on` characters after each place of a stem."""
    size = len(text)
    return joined(
        (max(0, position - back), min(size, position + on)) for stem in stems for position in places(text, stem)
    )


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """In order, those that touch made one."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
