"""A block of lines, or a heading, that the note has already."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import accumulate, islice

from memwarden.checks.changes import Change
from memwarden.checks.hit import Hit
from memwarden.checks.patterns import compiled

BLOCK = "already-present"
HEADING = "duplicate-heading"
_TELLING = 40
_HEADING = r"(?m)^(#{1,6})[ \t]+(\S[^\n]*?)[ \t]*#*[ \t\r]*$"

Numbered = tuple[int, str]
Run = tuple[str, ...]


def duplicates(change: Change, *, repeated_lines: int) -> Iterator[Hit]:
    if repeated_lines and _may_repeat(change, repeated_lines):
        yield from _blocks(change, repeated_lines)
    yield from _headings(change)


def _may_repeat(change: Change, least: int) -> bool:
    """Whether as many lines come in as a run has, or as the whole note had: seldom, and known at once."""
    added = sum(not line.isspace() for line in change.added.values())
    if added < 2 or added >= least:
        return added >= 2
    filled = (line for line in change.before_lines if not line.isspace())
    return next(islice(filled, added, None), None) is None


def _blocks(change: Change, least: int) -> Iterator[Hit]:
    """Added runs of `least` lines that stood in the note before and that the change makes more of.

    Blank lines do not count; the whole of a short note counts as a run too. A block that was only moved is
    no repetition.
    """
    old, new = _filled(change.before_lines), _filled(change.after_lines)
    least = min(least, len(old))
    begins = _begins(old, new, set(change.added), least) if least >= 2 else []
    wanted = {run for at in begins if sum(map(len, run := _run(new, at, least))) >= _TELLING}
    if not wanted:
        return
    offsets = [0, *accumulate(map(len, change.after_lines))]
    before, after = _places(old, least, wanted), _places(new, least, wanted)
    end = -1
    for at in begins:
        run = _run(new, at, least)
        if run not in wanted or at <= end or not 0 < len(before[run]) < len(after[run]):
            continue
        place = before[run][0]
        length = _length(old, new, place, at)
        end = at + length - 1
        first, last = old[place][0], old[place][0] + new[end][0] - new[at][0]
        says = f"begins {length} lines that the note has already, from line {first + 1} to {last + 1}."
        yield Hit(
            BLOCK,
            offsets[new[at][0]],
            "\n".join(run),
            says,
            "Send only what is new: an append adds to the end, it does not replace the note.",
        )


def _begins(old: Sequence[Numbered], new: Sequence[Numbered], added: Set[int], least: int) -> list[int]:
    """Where in the new lines runs of `least` begin that are added and whose every line stood in the old."""
    known = {text for _, text in old}
    begins: list[int] = []
    length = 0
    for at, (number, text) in enumerate(new):
        length = length + 1 if number in added and text in known else 0
        if length >= least:
            begins.append(at - least + 1)
    return begins


def _run(lines: Sequence[Numbered], at: int, length: int) -> Run:
    return tuple([text for _, text in lines[at : at + length]])


def _places(lines: Sequence[Numbered], length: int, wanted: Set[Run]) -> defaultdict[Run, list[int]]:
    """Where each of these runs begins."""
    texts = [text for _, text in lines]
    places: defaultdict[Run, list[int]] = defaultdict(list)
    for at, run in enumerate(zip(*(texts[start:] for start in range(length)))):
        if run in wanted:
            places[run].append(at)
    return places


def _length(old: Sequence[Numbered], new: Sequence[Numbered], place: int, at: int) -> int:
    """How many lines agree from these positions on."""
    length = 0
    while place + length < len(old) and at + length < len(new) and old[place + length][1] == new[at + length][1]:
        length += 1
    return length


def _filled(lines: Sequence[str]) -> list[Numbered]:
    return [(number, text) for number, line in enumerate(lines) if (text := line.strip())]


def _headings(change: Change) -> Iterator[Hit]:
    """A warning where the change brings a heading that stands there with the same level."""
    if not any(line.startswith("#") for line in change.added.values()):
        return
    found = [(match.start(), match[1] + match[2].casefold()) for match in compiled(_HEADING).finditer(change.after)]
    counts = Counter(key for _, key in found)
    before = Counter(m[1] + m[2].casefold() for m in compiled(_HEADING).finditer(change.before))
    for offset, key in reversed(found):
        if counts[key] > max(before[key], 1):
            counts[key] -= 1
            says = "is a heading that the note has already."
            yield Hit(HEADING, offset, key, says, "Add to the section that is there.", warning=True)
