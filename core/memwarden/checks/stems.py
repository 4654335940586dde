"""Many stems looked for in one text at once: a text that holds few of them costs next to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

_LEAD = 3
_LONG = 2_000
_WORD = r"[\w-]+"


class Stems:
    """Kept by their first letters, so that a text is asked for its own letters and not for each of them."""

    def __init__(self, stems: Iterable[str]) -> None:
        self._order = {stem: number for number, stem in enumerate(dict.fromkeys(stems))}
        self._short = [stem for stem in self._order if len(stem) < _LEAD]
        self._by_lead: dict[str, list[str]] = {}
        for stem in self._order:
            if len(stem) >= _LEAD:
                self._by_lead.setdefault(stem[:_LEAD], []).append(stem)

    def held(self, text: str) -> list[str]:
        """Those that occur in the text, in the order they were given in."""
        if len(text) >= _LONG:
            return [stem for stem in self._order if _holds(text, stem)]
        found = [stem for stem in self._short if stem in text]
        for lead in self._by_lead.keys() & _leads(text):
            found += [stem for stem in self._by_lead[lead] if stem in text]
        return sorted(found, key=self._order.__getitem__)


@lru_cache(maxsize=2)
def _leads(text: str) -> frozenset[str]:
    return frozenset(map("".join, zip(text, text[1:], text[2:])))


def _holds(text: str, stem: str) -> bool:
    """Words that come again in a long text are looked at once."""
    return stem in (_vocabulary(text) if _is_word(stem) else text)


@lru_cache(maxsize=2)
def _vocabulary(text: str) -> str:
    return "\n".join(set(re.findall(_WORD, text)))


@cache
def _is_word(stem: str) -> bool:
    return re.fullmatch(_WORD, stem) is not None
