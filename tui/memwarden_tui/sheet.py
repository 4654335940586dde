"""A stylesheet that parses each of its sources once per set of colours.

Textual keeps 64 parsed sources and drops them all with every change of theme; this program has more than a hundred, so
each new kind of widget and each of the three refreshes of a start parsed all of them again: 100 ms of the first paint.
"""

from __future__ import annotations

from typing import ClassVar

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

SOURCES = 512
Parsed = LRUCache[tuple[object, ...], list[RuleSet]]


class Sheet(Stylesheet):
    _parsed: ClassVar[dict[frozenset[tuple[str, str]], Parsed]] = {}

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._keep_parsed()

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables == self._variables:
            return
        self._parse_cache = LRUCache(1)
        super().set_variables(variables)
        self._keep_parsed()

    def reparse(self) -> None:
        self.parse()

    def copy(self) -> Sheet:
        made = Sheet(variables=self._variables.copy())
        made.source = self.source.copy()
        return made

    def _keep_parsed(self) -> None:
        colours = frozenset(self._variables.items())
        self._parse_cache = self._parsed.setdefault(colours, LRUCache(SOURCES))
