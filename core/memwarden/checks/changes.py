"""What a change touches: windows of lines around it in the text before and in the text after."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

CONTEXT = 2
_SMALL = 64


class Window(NamedTuple):
    """A run of lines; `first` is the 1-based number of its first line in the whole text."""

    first: int
    text: str


class Change(NamedTuple):
    """`added` and `removed` are 0-based line numbers, in the text after and in the text before.

    The windows hold those lines with `CONTEXT` lines around them, so that a pattern spread over lines is
    seen whole; what the context holds is in both windows and cancels out.
    """

    before_lines: Sequence[str]
    after_lines: Sequence[str]
    removed: tuple[int, ...]
    added: tuple[int, ...]
    before: tuple[Window, ...]
    after: tuple[Window, ...]


def lines_of(text: str) -> list[str]:
    """Lines with their ends; only LF ends a line."""
    return StringIO(text).readlines()


def between(before: str, after: str) -> Change:
    old = lines_of(before)
    if before.endswith("\n") and after.startswith(before):
        new = [*old, *lines_of(after[len(before) :])]
        cuts, puts = [(len(old), len(old))], [(len(old), len(new))]
    else:
        new = lines_of(after)
        cuts, puts = _ranges(old, new) or _fine_ranges(before, after)
    return Change(
        before_lines=old,
        after_lines=new,
        removed=tuple(number for start, end in cuts for number in range(start, end)),
        added=tuple(number for start, end in puts for number in range(start, end)),
        before=_windows(old, cuts),
        after=_windows(new, puts),
    )


def whole(before: str, after: str) -> Change:
    """The same change with both whole texts as windows."""
    change = between(before, after)
    return Change(
        before_lines=change.before_lines,
        after_lines=change.after_lines,
        removed=change.removed,
        added=change.added,
        before=(Window(1, before),),
        after=(Window(1, after),),
    )


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


def _windows(lines: list[str], ranges: list[tuple[int, int]]) -> tuple[Window, ...]:
    widened: list[tuple[int, int]] = []
    for first, last in ranges:
        start, end = max(0, first - CONTEXT), min(len(lines), last + CONTEXT)
        if widened and start <= widened[-1][1]:
            widened[-1] = (widened[-1][0], end)
        else:
            widened.append((start, end))
    return tuple(Window(start + 1, "".join(lines[start:end])) for start, end in widened)
