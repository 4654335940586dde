"""Find git's conflict markers that were left in a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memwarden.text.lines import decode, split_lines

START, BASE, MIDDLE, END = b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"
FENCE = re.compile(rb"\s*(`{3,}(?=[^`]*$)|~{3,})")


def has_markers(data: bytes) -> tuple[int, ...]:
    """1-based lines of the markers of every whole group, from `<<<<<<<` to `>>>>>>>`, outside fenced code.

    `=======` alone underlines a heading, `>>>>>>>` alone is a deep quotation. A fence inside a group may be
    one side's half of a block and hides nothing.
    """
    if START not in data or END not in data:
        return ()
    lines = data.split(b"\n")
    found: list[int] = []
    fence = b""
    number = 0
    while number < len(lines):
        line = lines[number].rstrip(b"\r")
        group = [] if fence else _group(lines, number)
        if group:
            found += group
            number = group[-1] + 1
            continue
        fence = _fence_after(fence, line)
        number += 1
    return tuple(number + 1 for number in found)


@dataclass(frozen=True, slots=True)
class Marked:
    """The whole texts that a text with markers was made from; `base` only where every group shows it.

    `labels` is what the first group calls the two sides.
    """

    first: bytes
    second: bytes
    base: bytes | None
    labels: tuple[str, str]


def unmarked(data: bytes) -> Marked | None:
    """Take a text with conflict markers apart; None where it has none."""
    places = set(has_markers(data))
    if not places:
        return None
    texts: dict[bytes, list[bytes]] = {START: [], BASE: [], MIDDLE: []}
    now = END
    labels = {START: b"", END: b""}
    groups: dict[bytes, int] = dict.fromkeys((START, BASE), 0)
    for number, line in enumerate(split_lines(data), 1):
        if number in places:
            now = line[:7]
            groups[now] = groups.get(now, 0) + 1
            labels[now] = labels.get(now) or line[7:].strip()
        else:
            for side in texts if now == END else (now,):
                texts[side].append(line)
    base = b"".join(texts[BASE]) if groups[BASE] == groups[START] else None
    said = (decode(labels[START]), decode(labels[END]))
    return Marked(b"".join(texts[START]), b"".join(texts[MIDDLE]), base, said)


def _group(lines: Sequence[bytes], start: int) -> list[int]:
    """Places of the markers of the group that starts here; empty when none does, or it does not end."""
    if not _is(lines[start], START):
        return []
    group = [start]
    expected = [BASE, MIDDLE, END]
    for number in range(start + 1, len(lines)):
        if _is(lines[number], START):
            return []
        marker = next((marker for marker in expected if _is(lines[number], marker)), None)
        if marker is None:
            continue
        group.append(number)
        expected = expected[expected.index(marker) + 1 :]
        if marker == END:
            return group
    return []


def _is(line: bytes, marker: bytes) -> bool:
    rest = line.removeprefix(marker)
    if len(rest) == len(line):
        return False
    return not rest.strip() if marker == MIDDLE else rest[:1] in {b"", b" ", b"\r"}


def _fence_after(fence: bytes, line: bytes) -> bytes:
    """The fence that is open after this line, empty when none is."""
    found = FENCE.match(line)
    if not found:
        return fence
    if not fence:
        return found[1]
    closes = line.strip() == found[1] and found[1].startswith(fence)
    return b"" if closes else fence
