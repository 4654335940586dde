"""Line up two changed texts over their base: stretches that nobody, one side or both sides touched."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from memwarden.text.alignment import Change
from memwarden.text.words import alike, alike_at_ends

MOST_LINES = 5_000
"""Beyond so many lines that both sides may have edited, 20 ms, likeness is judged by less."""

Likeness = Callable[[bytes, bytes], bool]


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
    """A change of one side, and how many lines longer it makes the text."""

    change: Change
    side: Side
    growth: int


def stretches(yours: Side, theirs: Side) -> Iterator[Stretch]:
    """Changes of both sides that overlap, or insert at one place, share a stretch; neighbours do not."""
    done = shift = other_shift = 0
    for group, end in _groups(_pieces(yours, theirs), yours.base):
        start = group[0].change.start
        if start > done:
            yield _unchanged(done, start, shift, other_shift)
        ours = [piece.growth for piece in group if piece.side is yours]
        others = [piece.growth for piece in group if piece.side is theirs]
        put = slice(start + shift, end + (shift := shift + sum(ours)))
        other_put = slice(start + other_shift, end + (other_shift := other_shift + sum(others)))
        yield Stretch(slice(start, end), put, other_put, bool(ours), bool(others))
        done = end
    if done < len(yours.base):
        yield _unchanged(done, len(yours.base), shift, other_shift)


def _unchanged(start: int, end: int, shift: int, other_shift: int) -> Stretch:
    put, other_put = slice(start + shift, end + shift), slice(start + other_shift, end + other_shift)
    return Stretch(slice(start, end), put, other_put, False, False)


def _groups(pieces: Iterable[_Piece], base: Sequence[bytes]) -> Iterator[tuple[list[_Piece], int]]:
    """Pieces that belong together, and where in the base they end."""
    group: list[_Piece] = []
    end = 0
    for piece in pieces:
        if group and not _belongs(piece, group[-1], end, base):
            yield group, end
            group, end = [], 0
        group.append(piece)
        end = max(end, piece.change.end)
    if group:
        yield group, end


def _belongs(piece: _Piece, last: _Piece, end: int, base: Sequence[bytes]) -> bool:
    start = piece.change.start
    if start < end:
        return True
    if piece.change.end > start or start > end:
        return False
    if last.side is piece.side:
        return False
    return last.change.start == start or _orphaned(piece, last.change, base)


def _orphaned(piece: _Piece, above: Change, base: Sequence[bytes]) -> bool:
    """Whether lines put below some that the other side deletes lose the heading or item they stood under."""
    if above.put_start < above.put_end:
        return False
    put = piece.side.lines[piece.change.put_start : piece.change.put_end]
    first = next((line for line in put if line.strip()), b"")
    if first.startswith(b"#"):
        return False
    cut = base[above.start : above.end]
    return any(line.startswith(b"#") for line in cut) or _indent(first) > min(map(_indent, cut))


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _pieces(yours: Side, theirs: Side) -> list[_Piece]:
    near, other_near = _near(yours.changes, theirs.changes), _near(theirs.changes, yours.changes)
    edges = _deletion_edges(theirs.changes)
    other_edges = _deletion_edges(yours.changes)
    pieces = [_piece(yours, change) for change in _split(yours, near, edges)]
    pieces += [_piece(theirs, change) for change in _split(theirs, other_near, other_edges)]
    return sorted(pieces, key=lambda piece: piece.change[:2])


def _piece(side: Side, change: Change) -> _Piece:
    start, end, put_start, put_end = change
    return _Piece(change, side, put_end - put_start - end + start)


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
