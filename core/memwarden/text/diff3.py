"""Line up two changed texts over their base: stretches that nobody, one side or both sides touched."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from memwarden.text.alignment import Change
from memwarden.text.words import alike


class Stretch(NamedTuple):
    """Ranges of lines in the base and both sides; all stretches in order cover the three texts."""

    base: slice
    yours: slice
    theirs: slice
    by_yours: bool
    by_theirs: bool


@dataclass(frozen=True, slots=True)
class Side:
    """What one side changed, its lines compared without their ends."""

    base: Sequence[bytes]
    lines: Sequence[bytes]
    changes: Sequence[Change]


class _Piece(NamedTuple):
    """A change of one side, and the first line with text that it puts."""

    change: Change
    is_yours: bool
    first: bytes


def stretches(yours: Side, theirs: Side) -> Iterator[Stretch]:
    """Changes of both sides that overlap, or insert at one place, share a stretch; neighbours do not."""
    done = shift = other_shift = 0
    for group in _groups(_pieces(yours, theirs), yours.base):
        start, end = group[0].change.start, max(piece.change.end for piece in group)
        if start > done:
            yield _stretch(done, start, (shift, 0), (other_shift, 0), group=())
        growth, other_growth = _growth(group, is_yours=True), _growth(group, is_yours=False)
        yield _stretch(start, end, (shift, growth), (other_shift, other_growth), group)
        shift, other_shift, done = shift + growth, other_shift + other_growth, end
    if done < len(yours.base):
        yield _stretch(done, len(yours.base), (shift, 0), (other_shift, 0), group=())


def _stretch(start: int, end: int, yours: tuple[int, int], theirs: tuple[int, int], group: Sequence[_Piece]) -> Stretch:
    return Stretch(
        slice(start, end),
        slice(start + yours[0], end + sum(yours)),
        slice(start + theirs[0], end + sum(theirs)),
        any(piece.is_yours for piece in group),
        any(not piece.is_yours for piece in group),
    )


def _growth(group: Sequence[_Piece], *, is_yours: bool) -> int:
    changes = (piece.change for piece in group if piece.is_yours == is_yours)
    return sum(change.put_end - change.put_start - change.end + change.start for change in changes)


def _groups(pieces: Iterable[_Piece], base: Sequence[bytes]) -> Iterator[list[_Piece]]:
    group: list[_Piece] = []
    end = 0
    for piece in pieces:
        if group and not _belongs(piece, group, end, base):
            yield group
            group = []
        end = max(end, piece.change.end) if group else piece.change.end
        group.append(piece)
    if group:
        yield group


def _belongs(piece: _Piece, group: Sequence[_Piece], end: int, base: Sequence[bytes]) -> bool:
    start = piece.change.start
    if start < end:
        return True
    if piece.change.end > start or start > end:
        return False
    last = group[-1]
    if last.is_yours == piece.is_yours:
        return False
    return last.change.start == start or _orphaned(piece.first, last.change, base)


def _orphaned(first: bytes, above: Change, base: Sequence[bytes]) -> bool:
    """Whether lines put below some that the other side deletes lose the heading or item they stood under."""
    if above.put_start < above.put_end or first.startswith(b"#"):
        return False
    cut = base[above.start : above.end]
    return any(line.startswith(b"#") for line in cut) or _indent(first) > min(map(_indent, cut))


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _pieces(yours: Side, theirs: Side) -> list[_Piece]:
    near, other_near = _near(yours.changes, theirs.changes), _near(theirs.changes, yours.changes)
    edges = _deletion_edges(theirs.changes)
    other_edges = _deletion_edges(yours.changes)
    pieces = [_piece(yours, change, True) for change in _split(yours, near, edges)]
    pieces += [_piece(theirs, change, False) for change in _split(theirs, other_near, other_edges)]
    return sorted(pieces, key=lambda piece: piece.change[:2])


def _piece(side: Side, change: Change, is_yours: bool) -> _Piece:
    put = side.lines[change.put_start : change.put_end]
    return _Piece(change, is_yours, next((line for line in put if line.strip()), b""))


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


def _split(side: Side, near: Sequence[bool], edges: Sequence[int]) -> Iterator[Change]:
    """A change that meets one of the other side falls into the smallest parts that stand for themselves."""
    for change, meets in zip(side.changes, near):
        if not meets:
            yield change
        elif change.put_start == change.put_end:
            inner = edges[bisect_right(edges, change.start) : bisect_left(edges, change.end)]
            bounds = [change.start, *inner, change.end]
            yield from (Change(low, high, change.put_start, change.put_end) for low, high in pairwise(bounds))
        else:
            yield from _line_by_line(side, change)


def _line_by_line(side: Side, change: Change) -> Iterator[Change]:
    """Edited lines one by one, with what was added or deleted before or after them apart."""
    start, end, put_start, put_end = change
    count = min(end - start, put_end - put_start)
    if end - start == put_end - put_start:
        yield from _runs(side, start, put_start, count)
    elif count and _all_alike(side, start, put_start, count):
        yield from _runs(side, start, put_start, count)
        yield Change(start + count, end, put_start + count, put_end)
    elif count and _all_alike(side, end - count, put_end - count, count):
        yield Change(start, end - count, put_start, put_end - count)
        yield from _runs(side, end - count, put_end - count, count)
    else:
        yield change


def _all_alike(side: Side, start: int, put_start: int, count: int) -> bool:
    pairs = zip(side.base[start : start + count], side.lines[put_start : put_start + count])
    return all(alike(before, after) for before, after in pairs)


def _runs(side: Side, start: int, put_start: int, count: int) -> Iterator[Change]:
    """Pairs of alike lines one by one; lines that were replaced by others stay together."""
    begun = 0
    for place in range(count):
        if alike(side.base[start + place], side.lines[put_start + place]):
            if begun < place:
                yield Change(start + begun, start + place, put_start + begun, put_start + place)
            yield Change(start + place, start + place + 1, put_start + place, put_start + place + 1)
            begun = place + 1
    if begun < count:
        yield Change(start + begun, start + count, put_start + begun, put_start + count)
