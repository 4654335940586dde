"""Planted instructions: text that orders an agent about instead of stating a fact.

Whether it is meant is not guessed: inside a closed fenced code block it is a quotation and admitted, in prose
it is held, also where the prose only speaks about such an attack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from memwarden.checks.fold import folded, plain
from memwarden.checks.foreign_orders import LATIN, NATIVE
from memwarden.checks.hit import Hit
from memwarden.checks.orders import ENGLISH, Order
from memwarden.checks.patterns import compiled, held, starts, word_starts

CODE = "planted-instruction"
_FIX = (
    "State the fact in your own words; text that documents an attack belongs in a fenced code block, "
    "and what you want another agent to do belongs in a message to it."
)
_ENCODED = r"[A-Za-z0-9+/_-]{24,}(?:\r?\n[A-Za-z0-9+/_-]{8,})*={0,2}"
_LONGEST_DECODED = 65_536
_Begins = Callable[[str, Iterable[str]], list[int]]


def instructions(text: str) -> Iterator[Hit]:
    yield from _spoken(text)
    yield from _encoded(text)


def _spoken(text: str) -> Iterator[Hit]:
    seen = plain(text)
    folds = folded(seen)
    yield from _matches(text, folds, ENGLISH + LATIN, word_starts)
    yield from _matches(text, _marked(text, seen), NATIVE, starts)


def _marked(text: str, seen: str) -> str:
    """Plain text, but with the tags that `plain` takes away where chat-template marks may be among them."""
    return text.lower() if "<" in text or "[" in text else seen


def _matches(text: str, seen: str, orders: tuple[Order, ...], begins: _Begins) -> Iterator[Hit]:
    for order in orders:
        if order.needs and not held(seen, _needs(order.needs)):
            continue
        end = 0
        for place in begins(seen, _stems(order.starts)):
            pattern = compiled(_pattern(order))
            match = pattern.match(seen, place) if place >= end else None
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


@lru_cache(maxsize=64)
def _stems(stems: str) -> tuple[str, ...]:
    """The single ones; a bar that follows `<` belongs to its stem."""
    return tuple(re.split(r"(?<!<)\|", stems))


@lru_cache(maxsize=64)
def _needs(needs: str) -> tuple[str, ...]:
    return tuple(needs.split("|"))


@lru_cache(maxsize=64)
def _pattern(order: Order) -> str:
    return order.pattern


def _offset(text: str, seen: str, position: int) -> int:
    """Where in `text` the match begins: its line exactly, its column as near as folding leaves it."""
    number = seen.count("\n", 0, position)
    column = position - (seen.rfind("\n", 0, position) + 1)
    start = 0
    for _ in range(number):
        start = text.index("\n", start) + 1
    end = text.find("\n", start)
    return min(start + column, end if end >= 0 else len(text))
