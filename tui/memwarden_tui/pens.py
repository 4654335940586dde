"""What text is written with, as terminals are told it: the shortest way from one colour and weight to another."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""Underlined, reversed, struck: what also a blank shows."""
_LONG = {"2": 5, "5": 3}
"""How many numbers a colour takes that begins with 38 or 48, by the one that follows."""


class Pen(NamedTuple):
    """`flags` are the numbers for bold and the like; `ink` and `ground` those of a colour, empty for the default."""

    flags: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""


PLAIN = Pen()


@lru_cache(4096)
def taken(pen: Pen, numbers: str) -> Pen:
    """The pen after a terminal is told these numbers."""
    flags, ink, ground = set(pen.flags), pen.ink, pen.ground
    words = numbers.split(";")
    while words:
        length = _LONG.get(words[1], 1) if words[0] in {"38", "48"} and len(words) > 1 else 1
        said, words = words[:length], words[length:]
        first = int(said[0] or 0)
        if first == 0:
            flags, ink, ground = set(), "", ""
        elif first == 38 or 30 <= first < 38 or 90 <= first < 98:
            ink = ";".join(said)
        elif first == 48 or 40 <= first < 48 or 100 <= first < 108:
            ground = ";".join(said)
        elif first in {39, 49}:
            ink, ground = ("" if first == 39 else ink), ("" if first == 49 else ground)
        else:
            flags.add(said[0])
    return Pen(frozenset(flags), ink, ground)


@lru_cache(4096)
def blank(pen: Pen) -> Pen:
    """The same for a blank, on which ink and weight are not seen."""
    return pen if pen.flags & _SEEN_ON_BLANKS else Pen(frozenset(), "", pen.ground)


@lru_cache(4096)
def change(old: Pen | None, new: Pen, *, on_blanks: bool) -> tuple[str, Pen]:
    """What takes a terminal from one pen (None: any) to another, and the pen it then has.

    `on_blanks`: for blanks alone, where another pen may do as well.
    """
    anew = _sequence(["0", *_all(new)])
    if old is None:
        return anew, new
    if on_blanks and not (old.flags | new.flags) & _SEEN_ON_BLANKS:
        return _sequence(_other(old.ground, new.ground, "49")), Pen(old.flags, old.ink, new.ground)
    if old.flags - new.flags:
        return anew, new
    numbers = [*sorted(new.flags - old.flags), *_other(old.ink, new.ink, "39"), *_other(old.ground, new.ground, "49")]
    return min(_sequence(numbers), anew, key=len), new


def _other(old: str, new: str, default: str) -> list[str]:
    return [] if new == old else [new or default]


def _all(pen: Pen) -> list[str]:
    return [*sorted(pen.flags), *filter(None, (pen.ink, pen.ground))]


def _sequence(numbers: list[str]) -> str:
    return f"\x1b[{';'.join(numbers)}m" if numbers else ""
