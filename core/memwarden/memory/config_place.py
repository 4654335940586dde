"""Where in a TOML text a key or value stands: what the parser read does not say any more."""

from __future__ import annotations

import re
from collections.abc import Sequence

Place = str | int
"""A step: the name of a table or key, the index in an array of tables, or at the end an offending text."""

_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#.*""")
_HEADER = re.compile(r"\s*\[\[?\s*([^\]]*?)\s*\]\]?")


def locate(text: str, place: Sequence[Place]) -> tuple[int, int]:
    """Line and column, from 1, of the last step that is found; of the step before it where it is not."""
    lines = [_OR_COMMENT.sub(_blank_comment, line) for line in text.split("\n")]
    first, end, steps = _section(lines, place)
    found = (first + 1, 1)
    for step in steps:
        name = re.escape(str(step))
        key = re.compile(rf"\s*[\"']?({name})[\"']?\s*(?:=|\.)|[{{,]\s*[\"']?({name})[\"']?\s*=")
        text_of = re.compile(rf"[\"']({name})[\"']")
        spot = _find(lines, key, first, end, match=True) or _find(lines, text_of, found[0] - 1, end)
        if spot is None:
            break
        found = spot
    return found


def _blank_comment(part: re.Match[str]) -> str:
    """What a comment says stands for nothing; texts keep their columns."""
    return " " * len(part[0]) if part[0].startswith("#") else part[0]


def column_of_byte(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a byte."""
    return data.count(b"\n", 0, offset) + 1, offset - data.rfind(b"\n", 0, offset)


def _section(lines: Sequence[str], place: Sequence[Place]) -> tuple[int, int, Sequence[Place]]:
    """First line and end of the table that the place begins with, and the steps inside it."""
    headers = [(number, found[1]) for number, line in enumerate(lines) if (found := _HEADER.match(line))]
    index = place[1] if len(place) > 1 and isinstance(place[1], int) else 0
    own = [number for number, name in headers if place and name == place[0]]
    if len(own) <= index:
        top = headers[0][0] if headers else len(lines)
        return 0, (len(lines) if place and own else top), [step for step in place if isinstance(step, str)]
    start = own[index]
    end = next((number for number, _ in headers if number > start), len(lines))
    return start, end, [step for step in place[1:] if isinstance(step, str)]


def _find(
    lines: Sequence[str], pattern: re.Pattern[str], first: int, end: int, *, match: bool = False
) -> tuple[int, int] | None:
    for number in range(first, end):
        found = pattern.match(lines[number]) if match else None
        found = found or pattern.search(lines[number])
        if found:
            return number + 1, found.start(found.lastindex or 0) + 1
    return None
