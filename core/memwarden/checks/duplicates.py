"""A block of lines, or a heading, that the note has already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from memwarden.checks.changes import Change
from memwarden.checks.hit import Hit
from memwarden.checks.patterns import compiled

BLOCK = "already-present"
HEADING = "duplicate-heading"
_TELLING = 40
_HEADING = r"(?m)^(#{1,6})[ \t]+(\S[^\n]*?)[ \t]*#*[ \t\r]*$"

Numbered = tuple[int, str]


def duplicates(change: Change, *, repeated_lines: int) -> Iterator[Hit]:
    if repeated_lines and change.added:
        yield from _blocks(change, repeated_lines)
    yield from _headings(change)


def _blocks(change: Change, least: int) -> Iterator[Hit]:
    """Added runs of `least` lines that stood in the note before and that the change makes more of.

    Blank lines do not count; the whole of a short note counts as a run too. A block that was only moved is
    no repetition.
    """
    added_lines = sum(1 for number in change.added if change.after_lines[number].strip())
    if added_lines < 2:
        return
    old = _filled(change.before_lines)
    least = min(least, len(old))
    if least < 2 or added_lines < least:
        return
    new = _filled(change.after_lines)
    before, after = Counter(_runs(old, least)), Counter(_runs(new, least))
    places = {run: old[index][0] for index, run in reversed([*enumerate(_runs(old, least))])}
    added = set(change.added)
    end = -1
    for index, run in enumerate(_runs(new, least)):
        first = new[index][0]
        repeated = run in places and after[run] > before[run] and sum(map(len, run)) >= _TELLING
        if not repeated or index <= end or not all(new[index + step][0] in added for step in range(least)):
            continue
        length = _length(old, new, places[run], index)
        end = index + length - 1
        last = places[run] + new[end][0] - first
        says = f"begins {length} lines that the note has already, from line {places[run] + 1} to {last + 1}."
        yield Hit(
            BLOCK,
            sum(map(len, change.after_lines[:first])),
            "\n".join(run),
            says,
            "Send only what is new: an append adds to the end, it does not replace the note.",
        )


def _length(old: Sequence[Numbered], new: Sequence[Numbered], place: int, index: int) -> int:
    """How many filled lines agree from line number `place` of the old and position `index` of the new."""
    start = next(position for position, (number, _) in enumerate(old) if number == place)
    length = 0
    while start + length < len(old) and index + length < len(new) and old[start + length][1] == new[index + length][1]:
        length += 1
    return length


def _filled(lines: Sequence[str]) -> list[Numbered]:
    return [(number, text) for number, line in enumerate(lines) if (text := line.strip())]


def _runs(lines: Sequence[Numbered], length: int) -> list[tuple[str, ...]]:
    texts = [text for _, text in lines]
    return list(zip(*(texts[start:] for start in range(length))))


def _headings(change: Change) -> Iterator[Hit]:
    """A warning where the change brings a heading that stands there with the same level."""
    if not any(change.after_lines[number].startswith("#") for number in change.added):
        return
    after = "".join(change.after_lines)
    found = [(match.start(), match[1] + match[2].casefold()) for match in compiled(_HEADING).finditer(after)]
    counts = Counter(key for _, key in found)
    before = Counter(m[1] + m[2].casefold() for m in compiled(_HEADING).finditer("".join(change.before_lines)))
    for offset, key in reversed(found):
        if counts[key] > max(before[key], 1):
            counts[key] -= 1
            says = "is a heading that the note has already."
            yield Hit(HEADING, offset, key, says, "Add to the section that is there.", warning=True)
