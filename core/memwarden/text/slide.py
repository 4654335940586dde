"""Put each pure insertion or deletion where a reader expects it, among the places that mean the same."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden.text.alignment import Change, changes

FARTHEST = 64


def line_changes(before: Sequence[bytes], after: Sequence[bytes]) -> list[Change]:
    """`changes` of lines, each block slid to its natural beginning (a heading, a paragraph, an item).

    Adding `- b`, `  more` below `- a`, `  more` is then one item added, not `  more`, `- b`.
    """
    found = changes(before, after)
    for number, change in enumerate(found):
        floor = found[number - 1].end + 1 if number else 0
        ceiling = found[number + 1].start - 1 if number + 1 < len(found) else len(before)
        if change.start == change.end:
            shift = _best_shift(after, change.put_start, change.put_end, change.start - floor, ceiling - change.end)
        elif change.put_start == change.put_end:
            shift = _best_shift(before, change.start, change.end, change.start - floor, ceiling - change.end)
        else:
            continue
        if shift:
            found[number] = Change(*(edge + shift for edge in change))
    return found


def slack(lines: Sequence[bytes], low: int, high: int, up: int, down: int) -> tuple[int, int]:
    """How far the block `lines[low:high]` can slide up and down and still mean the same, within the room."""
    above = 0
    while above < up and lines[low - 1 - above] == lines[high - 1 - above]:
        above += 1
    below = 0
    while below < down and lines[low + below] == lines[high + below]:
        below += 1
    return above, below


def _best_shift(lines: Sequence[bytes], low: int, high: int, up: int, down: int) -> int:
    above, below = slack(lines, low, high, min(up, FARTHEST), min(down, FARTHEST))
    if not above and not below:
        return 0
    return max(range(-above, below + 1), key=lambda shift: (_rank(lines, low + shift), shift))


def _rank(lines: Sequence[bytes], first: int) -> int:
    line = lines[first]
    if line.startswith(b"#"):
        return 3
    if first and line.strip() and not lines[first - 1].strip():
        return 2
    return 1 if line.strip() and not line[:1].isspace() else 0
