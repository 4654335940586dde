"""What a change touches: windows of lines around it in the text before and in the text after."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from itertools import accumulate
from typing import NamedTuple

CONTEXT = 2
_SMALL = 64


class Window(NamedTuple):
    """A run of lines; `first` is the 1-based number of its first line in the whole text."""

    first: int
    text: str


Windows = tuple[Window, ...]
Lines = dict[int, str]


class Change:
    """`added` and `removed` hold lines by their 0-based number, in the text after and in the text before.

    The windows hold those lines with `CONTEXT` lines around them, so that a pattern spread over lines is
    seen whole; what the context holds is in both windows and cancels out.
    """

    def __init__(self, before: str, after: str, removed: Lines, added: Lines, windows: tuple[Windows, Windows]) -> None:
        self.before = before
        self.after = after
        self.removed = removed
        self.added = added
        self.windows_before, self.windows_after = windows

    @cached_property
    def before_lines(self) -> list[str]:
        return lines_of(self.before)

    @cached_property
    def after_lines(self) -> list[str]:
        return lines_of(self.after)

    @property
    def is_whole(self) -> bool:
        """Whether the windows are the whole texts."""
        return self.windows_after == (Window(1, self.after),)

    def offset(self, number: int) -> int:
        """Characters of the text after that stand before this line of it."""
        return self._begins[number]

    @cached_property
    def _begins(self) -> list[int]:
        return [0, *accumulate(map(len, self.after_lines))]


def lines_of(text: str) -> list[str]:
    """Lines with their ends; only LF ends a line."""
    return StringIO(text).readlines()


def between(before: str, after: str) -> Change:
    if before.endswith("\n") and after.startswith(before):
        return _appended(before, after)
    old, new = lines_of(before), lines_of(after)
    cuts, puts = _ranges(old, new) or _fine_ranges(before, after)
    removed = {number: old[number] for start, end in cuts for number in range(start, end)}
    added = {number: new[number] for start, end in puts for number in range(start, end)}
    return Change(before, after, removed, added, (_windows(old, cuts), _windows(new, puts)))


def whole(change: Change) -> Change:
    """The same change with both whole texts as windows."""
    windows = (Window(1, change.before),), (Window(1, change.after),)
    return Change(change.before, change.after, change.removed, change.added, windows)


def _appended(before: str, after: str) -> Change:
    """Most changes are of this kind, and of a long note only the end is looked at."""
    count, start = before.count("\n"), len(before)
    known = min(count, CONTEXT)
    for _ in range(known):
        start = before.rfind("\n", 0, start - 1) + 1
    first = count - known + 1
    added = dict(enumerate(lines_of(after[len(before) :]), count))
    return Change(before, after, {}, added, ((Window(first, before[start:]),), (Window(first, after[start:]),)))


def _ranges(old: list[str], new: list[str]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
    """Where lines were cut from `old` and put into `new`, half-open; None where a closer look is worth its time."""
    from memwarden.text.alignment import shared_head, shared_tail

    start = shared_head(old, new)
    tail = shared_tail(old, new, start)
    cut, put = (start, len(old) - tail), (start, len(new) - tail)
    return ([cut], [put]) if min(cut[1] - start, put[1] - start) <= _SMALL else None


def _fine_ranges(before: str, after: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """As `_ranges`, by a real difference: worth its time where much lies between two small edits."""
    from memwarden.text.diff import diff_bytes

    cuts, puts, shift = [], [], 0
    for hunk in diff_bytes(_bytes(before), _bytes(after)):
        cuts.append((hunk.start, hunk.start + len(hunk.cut)))
        puts.append((hunk.start + shift, hunk.start + shift + len(hunk.put)))
        shift += len(hunk.put) - len(hunk.cut)
    return cuts, puts


def _bytes(text: str) -> bytes:
    """Those of the note it came from, where it came from one."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _windows(lines: list[str], ranges: list[tuple[int, int]]) -> Windows:
    widened: list[tuple[int, int]] = []
    for first, last in ranges:
        start, end = max(0, first - CONTEXT), min(len(lines), last + CONTEXT)
        if widened and start <= widened[-1][1]:
            widened[-1] = (widened[-1][0], end)
        else:
            widened.append((start, end))
    return tuple(Window(start + 1, "".join(lines[start:end])) for start, end in widened)
