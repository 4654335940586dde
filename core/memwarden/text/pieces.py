"""The pieces that the changes of two sides fall into, so that what each side did alone merges by itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from memwarden.text.alignment import Change
from memwarden.text.words import alike, alike_at_ends

MOST_LINES = 5_000
"""Beyond so many lines that both sides may have edited, 20 ms, likeness is judged by less."""
MOST_CHANGES = 20_000
"""Beyond so many of one side, 0.3 s, changes are not split but joined, so that a person decides on more at once."""

Likeness = Callable[[bytes, bytes], bool]


@dataclass(frozen=True, slots=True)
class Side:
    """What one side changed, its lines compared without their ends."""

    base: Sequence[bytes]
    lines: Sequence[bytes]
    changes: Sequence[Change]


class Piece(NamedTuple):
    """A change of one side, and how many lines longer it makes the text."""

    change: Change
    side: Side
    growth: int


def pieces(yours: Side, theirs: Side) -> list[Piece]:
    """Both sides' pieces by their place in the base."""
    if max(len(yours.changes), len(theirs.changes)) > MOST_CHANGES:
        ours, others = _joined(yours.changes), _joined(theirs.changes)
    else:
        ours, others = _split(yours, theirs.changes), _split(theirs, yours.changes)
    found = chain((_piece(yours, change) for change in ours), (_piece(theirs, change) for change in others))
    return sorted(found, key=lambda piece: piece.change[:2])


def _piece(side: Side, change: Change) -> Piece:
    start, end, put_start, put_end = change
    return Piece(change, side, put_end - put_start - end + start)


def _joined(changes: Sequence[Change]) -> Iterable[Change]:
    """At most `MOST_CHANGES`: the nearest ones are joined two by two, the common lines between them included."""
    reach = 1
    while len(changes) > MOST_CHANGES:
        changes = list(_by_twos(changes, reach))
        reach *= 2
    return changes


def _by_twos(changes: Sequence[Change], reach: int) -> Iterator[Change]:
    waiting = changes[0]
    joined = False
    for change in changes[1:]:
        if joined or change.start - waiting.end > reach:
            yield waiting
            waiting, joined = change, False
        else:
            waiting, joined = Change(waiting.start, change.end, waiting.put_start, change.put_end), True
    yield waiting


def _near(changes: Sequence[Change], others: Sequence[Change]) -> list[bool]:
    """For each change whether it touches or overlaps one of the others."""
    flags: list[bool] = []
    place = 0
    for change in changes:
        while place < len(others) and others[place].end < change.start:
            place += 1
        flags.append(place < len(others) and others[place].start <= change.end)
    return flags


def _deletion_edges(changes: Iterable[Change]) -> list[int]:
    deletions = [change for change in changes if change.put_start == change.put_end]
    return sorted({edge for change in deletions for edge in (change.start, change.end)})


def _split(side: Side, others: Sequence[Change]) -> Iterator[Change]:
    """A change that meets one of the other side falls into the smallest parts that stand for themselves."""
    near, edges = _near(side.changes, others), _deletion_edges(others)
    likeness = _likeness(change for change, meets in zip(side.changes, near) if meets)
    for change, meets in zip(side.changes, near):
        if not meets:
            yield change
        elif change.put_start == change.put_end:
            inner = edges[bisect_right(edges, change.start) : bisect_left(edges, change.end)]
            bounds = [change.start, *inner, change.end]
            yield from (Change(low, high, change.put_start, change.put_end) for low, high in pairwise(bounds))
        else:
            yield from _line_by_line(side, change, likeness)


def _likeness(met: Iterable[Change]) -> Likeness:
    """How edited lines are told from lines that were replaced by others: less closely where there are many."""
    lines = sum(min(change.end - change.start, change.put_end - change.put_start) for change in met)
    return alike if lines <= MOST_LINES else alike_at_ends


def _line_by_line(side: Side, change: Change, likeness: Likeness) -> Iterator[Change]:
    """Edited lines one by one, with what was added or deleted before or after them apart."""
    start, end, put_start, put_end = change
    count = min(end - start, put_end - put_start)
    if end - start == put_end - put_start:
        yield from _runs(change, map(likeness, side.base[start:end], side.lines[put_start:put_end]))
    elif count and all(map(likeness, side.base[start : start + count], side.lines[put_start:put_end])):
        yield from _singles(start, put_start, count)
        yield Change(start + count, end, put_start + count, put_end)
    elif count and all(map(likeness, side.base[end - count : end], side.lines[put_end - count : put_end])):
        yield Change(start, end - count, put_start, put_end - count)
        yield from _singles(end - count, put_end - count, count)
    else:
        yield change


def _singles(start: int, put_start: int, count: int) -> Iterator[Change]:
    for place, put in zip(range(start, start + count), range(put_start, put_start + count)):
        yield Change(place, place + 1, put, put + 1)


def _runs(change: Change, alike_lines: Iterable[bool]) -> Iterator[Change]:
    """Pairs of alike lines one by one; lines that were replaced by others stay together."""
    start, end, put_start, put_end = change
    shift = put_start - start
    for place, is_alike in enumerate(alike_lines, start):
        if not is_alike:
            continue
        if start < place:
            yield Change(start, place, start + shift, place + shift)
        yield Change(place, place + 1, place + shift, place + shift + 1)
        start = place + 1
    if start < end:
        yield Change(start, end, start + shift, put_end)
