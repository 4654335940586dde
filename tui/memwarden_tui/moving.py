"""Where a line of a text is found when the text has changed, so that what is read stays in view."""

from __future__ import annotations

from collections.abc import Iterable

from memwarden.text.diff import Hunk, invert


def line_after(hunks: Iterable[Hunk], line: int) -> int:
    """Where the hunks move a line to; one that they cut leads to what was put in its place. Lines count from 0."""
    shift = 0
    for hunk in hunks:
        if line < hunk.start:
            break
        if line < hunk.start + len(hunk.cut):
            within = min(line - hunk.start, max(0, len(hunk.put) - 1))
            return hunk.start + shift + within
        shift += len(hunk.put) - len(hunk.cut)
    return line + shift


def line_before(hunks: Iterable[Hunk], line: int) -> int:
    """Where a line of the text after the hunks was before them."""
    return line_after(invert(hunks), line)
