"""Decide a stretch of two changed texts: take one, take both, merge the words, or leave it to a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memwarden.text.alignment import shared_head, shared_tail
from memwarden.text.diff3 import Stretch
from memwarden.text.line_ends import bare, complete, settled_line
from memwarden.text.regions import Region, RegionKind
from memwarden.text.union import contains, union
from memwarden.text.word_merge import merge_words

Lines = tuple[bytes, ...]
FRONT_MATTER_ENDS = {b"---", b"..."}
MOST_TEXT = 200_000
"""Bytes of lines changed on both sides that are merged word by word, 0.1 s; of more, only what lies well apart."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The lines of the three texts as they are; `yours_first` orders what both put at one place.

    `front` is the place in the base of the line that ends its front matter; 0 where it has none.
    """

    base: Sequence[bytes]
    yours: Sequence[bytes]
    theirs: Sequence[bytes]
    yours_first: bool
    line_end: bytes
    front: int


def front_end(lines: Sequence[bytes]) -> int:
    """The `front` of these lines; their number when no line ends what the first one opens."""
    if not lines or not _opens_front(lines[0]):
        return 0
    ends = (place for place, line in enumerate(lines) if place and bare(line).rstrip() in FRONT_MATTER_ENDS)
    return next(ends, len(lines))


def settle(texts: Texts, found: Sequence[Stretch]) -> Iterator[Region]:
    """The regions of the stretches."""
    edited = (stretch.base for stretch in found if stretch.by_yours and stretch.by_theirs)
    closely = sum(len(texts.base[lines.start]) for lines in edited if lines.stop == lines.start + 1) <= MOST_TEXT
    for stretch in found:
        yield from _settled(texts, stretch, closely)


def _settled(texts: Texts, stretch: Stretch, closely: bool) -> list[Region]:
    """The regions of a stretch: one, or a conflict with what both sides put alike around it."""
    base = tuple(texts.base[stretch.base])
    yours, theirs = tuple(texts.yours[stretch.yours]), tuple(texts.theirs[stretch.theirs])
    start = stretch.base.start
    if not stretch.by_yours or not stretch.by_theirs:
        return [_one_sided(stretch, base, yours, theirs)]
    if len(base) == len(yours) == len(theirs) == 1:
        return [_same_line(base[0], yours[0], theirs[0], start, closely)]
    if _keys(yours) == _keys(theirs):
        return [Region(RegionKind.SAME, base, yours, theirs, yours, start)]
    if not base:
        return [_both_put(texts, yours, theirs, start)]
    return _conflict(base, yours, theirs, start)


def _one_sided(stretch: Stretch, base: Lines, yours: Lines, theirs: Lines) -> Region:
    start = stretch.base.start
    if stretch.by_yours:
        return Region(RegionKind.YOURS, base, yours, theirs, yours, start)
    if stretch.by_theirs:
        return Region(RegionKind.THEIRS, base, yours, theirs, theirs, start)
    merged = base if base == yours == theirs else tuple(map(settled_line, base, yours, theirs))
    return Region(RegionKind.UNCHANGED, base, yours, theirs, merged, start)


def _both_put(texts: Texts, yours: Lines, theirs: Lines, start: int) -> Region:
    keys, other_keys = _keys(yours), _keys(theirs)
    if contains(keys, other_keys):
        return Region(RegionKind.YOURS, (), yours, theirs, yours, start)
    if contains(other_keys, keys):
        return Region(RegionKind.THEIRS, (), yours, theirs, theirs, start)
    ours, others = list(zip(keys, yours)), list(zip(other_keys, theirs))
    first, second = (ours, others) if texts.yours_first else (others, ours)
    both = None if _fields_clash(texts.front, start, keys, other_keys) else union(first, second)
    if both is None:
        return Region(RegionKind.CONFLICT, (), yours, theirs, None, start)
    merged = tuple(complete(both, texts.line_end))
    return Region(RegionKind.UNION, (), yours, theirs, merged, start)


def _same_line(base: bytes, yours: bytes, theirs: bytes, start: int, closely: bool) -> Region:
    keys = bare(base), bare(yours), bare(theirs)
    if keys[1] == keys[2]:
        return Region(RegionKind.SAME, (base,), (yours,), (theirs,), (yours,), start)
    line = merge_words(*keys, closely=closely)
    if line is None:
        return Region(RegionKind.CONFLICT, (base,), (yours,), (theirs,), None, start)
    line += settled_line(base[len(keys[0]) :], yours[len(keys[1]) :], theirs[len(keys[2]) :])
    return Region(RegionKind.WORDS, (base,), (yours,), (theirs,), (line,), start)


def _conflict(base: Lines, yours: Lines, theirs: Lines, start: int) -> list[Region]:
    head = shared_head(_keys(yours), _keys(theirs))
    tail = shared_tail(_keys(yours), _keys(theirs), head)
    ours, others = yours[head : len(yours) - tail], theirs[head : len(theirs) - tail]
    before = Region(RegionKind.SAME, (), yours[:head], theirs[:head], yours[:head], start)
    after_yours, after_theirs = yours[len(yours) - tail :], theirs[len(theirs) - tail :]
    after = Region(RegionKind.SAME, (), after_yours, after_theirs, after_yours, start + len(base))
    middle = Region(RegionKind.CONFLICT, base, ours, others, None, start)
    return [*([before] if head else []), middle, *([after] if tail else [])]


def _keys(lines: Sequence[bytes]) -> list[bytes]:
    return [bare(line) for line in lines]


def _fields_clash(front: int, start: int, keys: Sequence[bytes], others: Sequence[bytes]) -> bool:
    """Whether both put one field of the front matter: with two values it can no longer be read."""
    inside = start <= front if start else _opens_front(keys[0])
    return inside and bool(_fields(keys) & _fields(others))


def _opens_front(line: bytes) -> bool:
    return bare(line).rstrip() == b"---"


def _fields(keys: Sequence[bytes]) -> set[bytes]:
    return {key.partition(b":")[0].strip() for key in keys if b":" in key and not key[:1].isspace()}
