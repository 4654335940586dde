"""Planted instructions: text that orders an agent about instead of stating a fact.

Whether it is meant is not guessed: inside a closed fenced code block it is a quotation and admitted, in prose
it is held, also where the prose only speaks about such an attack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from memwarden.checks.fold import folded, plain
from memwarden.checks.foreign_orders import LATIN, NATIVE
from memwarden.checks.hit import Hit
from memwarden.checks.orders import ENGLISH, Order
from memwarden.checks.patterns import compiled, starts, word_starts
from memwarden.checks.stems import Stems

CODE = "planted-instruction"
_FIX = (
    "State the fact in your own words; text that documents an attack belongs in a fenced code block, "
    "and what you want another agent to do belongs in a message to it."
)
_ENCODED = r"[A-Za-z0-9+/_-]{24,}(?:\r?\n[A-Za-z0-9+/_-]{8,})*={0,2}"
_LONGEST_DECODED = 65_536


class _Trial:
    """One order made ready to be tried: where its forms may begin, and what a text must hold for it."""

    def __init__(self, order: Order) -> None:
        starts = _split(order.starts)
        self.kind = order.kind
        self.pattern = order.pattern
        self.needs = frozenset(_split(order.needs)) if order.needs else frozenset()
        self.whole = frozenset(stem for stem in starts if not stem.endswith("*"))
        self.begun = frozenset(stem.rstrip("*") for stem in starts if stem.endswith("*"))
        self.stems = self.whole | self.begun


class _Trials:
    """Orders that are looked for in the same text; with `inside` their starts may stand inside a word."""

    def __init__(self, orders: Iterable[Order], *, inside: bool) -> None:
        self._orders = tuple(map(_Trial, orders))
        self._stems = Stems(stem for order in self._orders for stem in (*order.stems, *order.needs))
        self._inside = inside

    def worth(self, text: str) -> Iterator[tuple[_Trial, list[int]]]:
        """Those that the text may give, each with the places where it may."""
        held = frozenset(self._stems.held(text))
        for order in self._orders if held else ():
            stems = held & order.stems
            if stems and (not order.needs or not held.isdisjoint(order.needs)):
                yield (
                    order,
                    starts(text, stems) if self._inside else word_starts(text, stems, order.whole - order.begun),
                )


@cache
def _spoken_orders() -> _Trials:
    return _Trials(ENGLISH + LATIN, inside=False)


@cache
def _native_orders() -> _Trials:
    return _Trials(NATIVE, inside=True)


def instructions(text: str) -> Iterator[Hit]:
    yield from _spoken(text)
    yield from _encoded(text)


def _spoken(text: str) -> Iterator[Hit]:
    seen = plain(text)
    folds = folded(seen)
    yield from _matches(text, folds, _spoken_orders())
    yield from _matches(text, _marked(text, seen), _native_orders())


def _marked(text: str, seen: str) -> str:
    """Plain text, but with the tags that `plain` takes away where chat-template marks may be among them."""
    return text.lower() if "<" in text or "[" in text else seen


def _matches(text: str, seen: str, orders: _Trials) -> Iterator[Hit]:
    for order, places in orders.worth(seen):
        end = 0
        for place in places:
            match = compiled(order.pattern).match(seen, place) if place >= end else None
            if match:
                end = match.end()
                says = f"reads as {order.kind}, not as a fact."
                yield Hit(CODE, _offset(text, seen, place), match[0], says, _FIX, quotable=True)


def _encoded(text: str) -> Iterator[Hit]:
    for match in compiled(_ENCODED).finditer(text):
        for run in dict.fromkeys((match[0], match[0].split("\n")[0])):
            decoded = _decode(run)
            hit = next(_spoken(decoded), None) if decoded else None
            if hit is not None:
                says = f"holds base64 that {hit.says}"
                yield Hit(CODE, match.start(), run, says, _FIX, quotable=True)
                break


def _decode(run: str) -> str:
    """The text in a run of base64, or empty where it is none."""
    import base64
    import binascii

    run = re.sub(r"\s", "", run)[:_LONGEST_DECODED].rstrip("=")
    try:
        data = base64.b64decode(run + "=" * (-len(run) % 4), altchars=b"-_" if {"-", "_"} & {*run} else None)
        text = data.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if sum(char.isprintable() or char in "\r\n\t" for char in text) > len(text) * 0.9 else ""


def _split(stems: str) -> tuple[str, ...]:
    """The single ones; a bar that follows `<` belongs to its stem."""
    return tuple(re.split(r"(?<!<)\|", stems))


def _offset(text: str, seen: str, position: int) -> int:
    """Where in `text` the match begins: its line exactly, its column as near as folding leaves it."""
    number = seen.count("\n", 0, position)
    column = position - (seen.rfind("\n", 0, position) + 1)
    start = 0
    for _ in range(number):
        start = text.index("\n", start) + 1
    end = text.find("\n", start)
    return min(start + column, end if end >= 0 else len(text))
