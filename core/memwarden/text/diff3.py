"""Line up two changed texts over their base: stretches that nobody, one side or both sides touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memwarden.text.alignment import Change
from memwarden.text.pieces import Piece, Side, pieces


class Stretch(NamedTuple):
    """Ranges of lines in the base and both sides; all stretches in order cover the three texts."""

    base: slice
    yours: slice
    theirs: slice
    by_yours: bool
    by_theirs: bool


def stretches(yours: Side, theirs: Side) -> Iterator[Stretch]:
    """Changes of both sides that overlap, or insert at one place, share a stretch; neighbours do not."""
    done = shift = other_shift = 0
    for group, end in _groups(pieces(yours, theirs), yours.base):
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


def _groups(found: Iterable[Piece], base: Sequence[bytes]) -> Iterator[tuple[list[Piece], int]]:
    """Pieces that belong together, and where in the base they end."""
    group: list[Piece] = []
    end = 0
    for piece in found:
        if group and not _belongs(piece, group[-1], end, base):
            yield group, end
            group, end = [], 0
        group.append(piece)
        end = max(end, piece.change.end)
    if group:
        yield group, end


def _belongs(piece: Piece, last: Piece, end: int, base: Sequence[bytes]) -> bool:
    start = piece.change.start
    if start < end:
        return True
    if piece.change.end > start or start > end:
        return False
    if last.side is piece.side:
        return False
    return last.change.start == start or _orphaned(piece, last.change, base)


def _orphaned(piece: Piece, above: Change, base: Sequence[bytes]) -> bool:
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
