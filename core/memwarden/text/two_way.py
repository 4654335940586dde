"""Put two texts without a common base side by side: what differs is a conflict that offers both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memwarden.text.line_ends import bare_lines, settled_end
from memwarden.text.lines import line_ending, split_lines
from memwarden.text.regions import Merge, Region, RegionKind
from memwarden.text.slide import line_changes


def two_way(yours: bytes, theirs: bytes) -> Merge:
    """Nothing merges by itself, for nobody knows which side deleted and which added."""
    end = settled_end(b"", yours, theirs)
    regions = tuple(_regions(yours, theirs))
    return Merge(regions, based=False, line_end=end or line_ending(yours or theirs), even_ends=end is not None)


def _regions(yours: bytes, theirs: bytes) -> Iterator[Region]:
    ours, others = split_lines(yours), split_lines(theirs)
    left, right = bare_lines(yours, ours), bare_lines(theirs, others)
    if left == right:
        left, right = ours, others
    done = other_done = 0
    for start, end, put_start, put_end in line_changes(left, right):
        yield from _common(ours[done:start], others[other_done:put_start], done)
        cut, put = tuple(ours[start:end]), tuple(others[put_start:put_end])
        yield Region(RegionKind.CONFLICT, (), cut, put, None, start)
        done, other_done = end, put_end
    yield from _common(ours[done:], others[other_done:], done)


def _common(ours: Sequence[bytes], others: Sequence[bytes], start: int) -> Iterator[Region]:
    if ours:
        yield Region(RegionKind.UNCHANGED, (), tuple(ours), tuple(others), tuple(ours), start)
