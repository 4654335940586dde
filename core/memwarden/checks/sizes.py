"""Sizes: the tokens of a line and of a `MEMORY.md`, and the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.checks.changes import Change
from memwarden.checks.hit import Hit
from memwarden.checks.limits import FileLimit, Limits
from memwarden.text.tokens import tokens

LINE = "line-too-long"
FILE = "file-too-long"
_SPLIT = "Say it in several lines, one fact each."


def sizes(change: Change, *, note: str, limits: Limits) -> Iterator[Hit]:
    if limits.line_tokens:
        yield from _lines(change, limits.line_tokens)
    file = limits.of(note)
    if file is not None:
        yield from _file(change, file)


def _lines(change: Change, most: int) -> Iterator[Hit]:
    """Added lines over the limit; one that replaces a line as long or longer is let pass."""
    earlier = sorted(size for line in change.removed.values() if (size := _size(line, most)))
    for number, line in change.added.items():
        size = _size(line, most)
        if not size:
            continue
        if any(other >= size for other in earlier):
            earlier.remove(next(other for other in earlier if other >= size))
            continue
        yield Hit(LINE, change.offset(number), line, f"has {size} tokens; a line may have {most}.", _SPLIT)


def _size(line: str, most: int) -> int:
    """The line's tokens where they are over the limit, else 0; short lines are not counted."""
    if len(line) <= most:
        return 0
    size = tokens(line.rstrip("\r\n"))
    return size if size > most else 0


def _file(change: Change, limit: FileLimit) -> Iterator[Hit]:
    """A note over its limit that the change did not make smaller."""
    offset = change.offset(next(iter(change.added), 0))
    if limit.tokens and (size := tokens(change.after)) > limit.tokens and size > tokens(change.before):
        yield _over(offset, size, limit.tokens, "tokens", limit)
    count, earlier = len(change.after_lines), len(change.before_lines)
    if limit.lines and count > limit.lines and count > earlier:
        yield _over(offset, count, limit.lines, "lines", limit)
    elif limit.soft and earlier <= limit.soft < count:
        yield _over(offset, count, limit.soft, "lines", limit, warning=True)


def _over(offset: int, size: int, most: int, unit: str, limit: FileLimit, *, warning: bool = False) -> Hit:
    says = f"takes this note to {size} {unit}; it {'should' if warning else 'may'} have {most}."
    return Hit(FILE, offset, f"{unit} over {most}", says, limit.advice, warning=warning)
