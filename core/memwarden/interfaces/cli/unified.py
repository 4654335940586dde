"""The difference of two texts in git's form: hunks with three lines around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import split_lines

CONTEXT = 3


def unified(before: bytes, after: bytes, old: str, new: str) -> list[bytes]:
    """Lines without their ends, none where the texts are equal."""
    hunks = diff_bytes(before, after)
    if not hunks:
        return []
    lines = split_lines(before)
    out = [f"--- {old}".encode("utf-8", "surrogateescape"), f"+++ {new}".encode("utf-8", "surrogateescape")]
    shift = 0
    for group in _groups(hunks):
        out += _drawn(lines, group, shift)
        shift += sum(len(hunk.put) - len(hunk.cut) for hunk in group)
    return out


def _groups(hunks: Sequence[Hunk]) -> Iterator[list[Hunk]]:
    """Hunks whose context would touch stand together."""
    group = [hunks[0]]
    for hunk in hunks[1:]:
        if hunk.start - (group[-1].start + len(group[-1].cut)) > 2 * CONTEXT:
            yield group
            group = []
        group.append(hunk)
    yield group


def _drawn(lines: list[bytes], group: list[Hunk], shift: int) -> Iterator[bytes]:
    first = max(group[0].start - CONTEXT, 0)
    last = min(group[-1].start + len(group[-1].cut) + CONTEXT, len(lines))
    grown = sum(len(hunk.put) - len(hunk.cut) for hunk in group)
    yield f"@@ -{_range(first, last - first)} +{_range(first + shift, last - first + grown)} @@".encode()
    done = first
    for hunk in group:
        yield from _signed(b" ", lines[done : hunk.start])
        yield from _signed(b"-", hunk.cut)
        yield from _signed(b"+", hunk.put)
        done = hunk.start + len(hunk.cut)
    yield from _signed(b" ", lines[done:last])


def _range(start: int, count: int) -> str:
    """git counts from 1, and names the line before where a side has none."""
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _signed(sign: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line.removesuffix(b"\n")
        if not line.endswith(b"\n"):
            yield b"\\ No newline at end of file"
