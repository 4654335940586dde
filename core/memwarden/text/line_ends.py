"""Line ends in a merge: what differs in nothing but its line end is the same line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

CRLF = b"\r\n"
LF = b"\n"


def bare(line: bytes) -> bytes:
    """The line without its end."""
    return line.removesuffix(LF).removesuffix(b"\r") if line.endswith(LF) else line


def bare_lines(data: bytes, lines: Sequence[bytes]) -> list[bytes]:
    """The lines without their ends; `data` is all of them."""
    return [bare(line) for line in lines] if b"\r" in data else data.split(LF)[: len(lines)]


def with_end(line: bytes, end: bytes) -> bytes:
    """The line with another end; a line that has none keeps none."""
    return bare(line) + end if line.endswith(LF) else line


def complete(lines: Iterable[bytes], end: bytes) -> Iterator[bytes]:
    """The lines, every one but the last ended."""
    previous: bytes | None = None
    for line in lines:
        if previous is not None:
            yield previous if previous.endswith(LF) else previous + end
        previous = line
    if previous is not None:
        yield previous


def only_end(data: bytes) -> bytes | None:
    """The one end of all lines; None when they differ or none is ended."""
    ended, crlf = data.count(LF), data.count(CRLF)
    if not ended or 0 < crlf < ended:
        return None
    return CRLF if crlf else LF


def settled_end(base: bytes, yours: bytes, theirs: bytes) -> bytes | None:
    """The end for a result whose sides are CRLF throughout and LF throughout; None when they are not.

    A program that turned every line end around did not mean to: the base's end stays while one side has it.
    """
    ours, others, before = only_end(yours), only_end(theirs), only_end(base)
    if ours is None or others is None or ours == others:
        return None
    return before or ours


def settled_line(base: bytes, yours: bytes, theirs: bytes) -> bytes:
    """Of three lines equal but for their ends the one that somebody changed; an ended one, if both did."""
    if yours == base:
        return theirs
    if theirs == base or yours.endswith(LF):
        return yours
    return theirs
