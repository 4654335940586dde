"""Exact carrying of one change over another."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden.text.alignment import Change
from memwarden.text.lines import split_lines
from memwarden.text.slide import line_changes, slack


def carry(base: bytes, mine: bytes, current: bytes) -> bytes | None:
    """The change from `base` to `mine`, made in `current`, which also came from `base`.

    Line positions are mapped exactly and nothing is searched for. None when both changed the same lines, or
    touch so that the order is open. Beside lines that were replaced one by one every place is certain.
    """
    if current in (base, mine):
        return mine
    if mine == base:
        return current
    lines, wanted, present = split_lines(base), split_lines(mine), split_lines(current)
    ours, others = line_changes(lines, wanted), line_changes(lines, present)
    if _collide(_reaches(ours, lines, wanted), _reaches(others, lines, present)):
        return None
    taken = [(change, wanted) for change in ours] + [(change, present) for change in others]
    taken.sort(key=lambda pair: pair[0][:2])
    result: list[bytes] = []
    done = 0
    for change, source in taken:
        result += lines[done : change.start]
        result += source[change.put_start : change.put_end]
        done = change.end
    return b"".join(result + lines[done:])


def _reaches(found: Sequence[Change], before: list[bytes], after: list[bytes]) -> list[tuple[int, int, bool]]:
    """First and last edge that each change may have, and whether it replaced lines one by one."""
    reaches: list[tuple[int, int, bool]] = []
    for number, (start, end, put_start, put_end) in enumerate(found):
        if start < end and put_start < put_end:
            reaches.append((start, end, end - start == put_end - put_start))
            continue
        floor = found[number - 1].end if number else 0
        ceiling = found[number + 1].start if number + 1 < len(found) else len(before)
        block = (after, put_start, put_end) if start == end else (before, start, end)
        above, below = slack(*block, start - floor, ceiling - end)
        reaches.append((start - above, end + below, False))
    return reaches


def _collide(ours: list[tuple[int, int, bool]], others: list[tuple[int, int, bool]]) -> bool:
    """Whether two reaches overlap, or touch where neither was replaced line by line."""
    mine = theirs = 0
    while mine < len(ours) and theirs < len(others):
        start, end, fixed = ours[mine]
        other_start, other_end, other_fixed = others[theirs]
        may_touch = fixed or other_fixed
        if end < other_start or (may_touch and end == other_start):
            mine += 1
        elif other_end < start or (may_touch and other_end == start):
            theirs += 1
        else:
            return True
    return False
