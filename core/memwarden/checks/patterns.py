"""Patterns compiled when they are first tried, and the places in a text where they are worth it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cache

Stretch = tuple[int, int]


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def lower(text: str) -> str:
    """Lower case of the same length: some capitals, as the dotted I, grow when they are lowered."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(char.lower() if char.isascii() else char for char in text)


def places(text: str, stem: str) -> Iterator[int]:
    """Every offset of the stem, found as fast as `str.find` goes."""
    position = text.find(stem)
    while position >= 0:
        yield position
        position = text.find(stem, position + len(stem))


def starts(text: str, stems: Iterable[str]) -> list[int]:
    """In order, every offset at which one of the stems begins."""
    return sorted({position for stem in stems for position in places(text, stem)})


def word_starts(text: str, stems: Iterable[str], whole: Set[str]) -> list[int]:
    """In order, every offset at which one of the stems begins a word, or is one where it is among the `whole`."""
    return sorted(
        place
        for stem in stems
        for place in places(text, stem)
        if not _is_letter(text, place - 1) and not (stem in whole and _is_letter(text, place + len(stem)))
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
