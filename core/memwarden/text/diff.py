"""The difference between two texts as line hunks, quick on the worst input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from memwarden.text.lines import split_lines


class Hunk(NamedTuple):
    """Lines `cut` at `start` (count of lines before it, in the text before) and `put` in their place."""

    start: int
    cut: tuple[bytes, ...]
    put: tuple[bytes, ...]


class HunkMismatch(ValueError):
    """The text does not hold what a hunk says it cuts: these hunks belong to another text."""


def diff(before: Sequence[bytes], after: Sequence[bytes]) -> tuple[Hunk, ...]:
    """Hunks in order, their starts all counted in `before`, with at least one common line between two."""
    from memwarden.text.slide import line_changes

    return tuple(
        Hunk(start, tuple(before[start:end]), tuple(after[put_start:put_end]))
        for start, end, put_start, put_end in line_changes(before, after)
    )


@lru_cache(maxsize=1)
def diff_bytes(before: bytes, after: bytes) -> tuple[Hunk, ...]:
    """`diff` of the lines of two notes. The checks of a write and its record ask for the same one."""
    if not before or not after:
        return (Hunk(0, tuple(split_lines(before)), tuple(split_lines(after))),) if before or after else ()
    if before.endswith(b"\n") and after.startswith(before):
        added = split_lines(after[len(before) :])
        # Where both end alike, the added lines may belong further up.
        if added and added[-1] != before[before.rfind(b"\n", 0, -1) + 1 :]:
            return (Hunk(before.count(b"\n"), (), tuple(added)),)
    return diff(split_lines(before), split_lines(after))


def apply(lines: Sequence[bytes], hunks: Iterable[Hunk]) -> list[bytes]:
    """The lines after the hunks; raises `HunkMismatch` when a cut is not there, or hunks are out of order."""
    result: list[bytes] = []
    done = 0
    for hunk in hunks:
        end = hunk.start + len(hunk.cut)
        if hunk.start < done or end > len(lines) or tuple(lines[hunk.start : end]) != hunk.cut:
            raise HunkMismatch(f"line {hunk.start + 1} is not what the hunk cuts")
        result.extend(lines[done : hunk.start])
        result.extend(hunk.put)
        done = end
    result.extend(lines[done:])
    return result


def invert(hunks: Iterable[Hunk]) -> tuple[Hunk, ...]:
    """The hunks that turn the text after back into the text before."""
    shift = 0
    inverted: list[Hunk] = []
    for hunk in hunks:
        inverted.append(Hunk(hunk.start + shift, hunk.put, hunk.cut))
        shift += len(hunk.put) - len(hunk.cut)
    return tuple(inverted)
