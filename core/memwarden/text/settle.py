"""Decide a stretch of two changed texts: take one, take both, merge the words, or leave it to a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memwarden.text.alignment import shared_head, shared_tail
from memwarden.text.diff3 import Stretch
from memwarden.text.line_ends import bare, complete, end_of, settled_line
from memwarden.text.regions import Region, RegionKind
from memwarden.text.union import contains, union
from memwarden.text.word_merge import merge_words

Lines = tuple[bytes, ...]
FRONT_MATTER_ENDS = {b"---", b"..."}


@dataclass(frozen=True, slots=True)
class Texts:
    """The lines of the three texts as they are; `yours_first` orders what both put at one place."""

    base: Sequence[bytes]
    yours: Sequence[bytes]
    theirs: Sequence[bytes]
    yours_first: bool
    line_end: bytes


def settle(texts: Texts, stretch: Stretch) -> list[Region]:
    """The regions of a stretch: one, or a conflict with what both sides put alike around it."""
    base = tuple(texts.base[stretch.base])
    yours, theirs = tuple(texts.yours[stretch.yours]), tuple(texts.theirs[stretch.theirs])
    start = stretch.base.start
    if not stretch.by_yours or not stretch.by_theirs:
        return [_one_sided(stretch, base, yours, theirs)]
    if _keys(yours) == _keys(theirs):
        return [Region(RegionKind.SAME, base, yours, theirs, yours, start)]
    if not base:
        return [_both_put(texts, yours, theirs, start)]
    if len(base) == len(yours) == len(theirs) == 1:
        return [_same_line(base[0], yours[0], theirs[0], start)]
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
    both = None if _fields_clash(texts.base, start, keys, other_keys) else union(first, second)
    if both is None:
        return Region(RegionKind.CONFLICT, (), yours, theirs, None, start)
    merged = tuple(complete(both, texts.line_end))
    return Region(RegionKind.UNION, (), yours, theirs, merged, start)


def _same_line(base: bytes, yours: bytes, theirs: bytes, start: int) -> Region:
    line = merge_words(bare(base), bare(yours), bare(theirs))
    if line is None:
        return Region(RegionKind.CONFLICT, (base,), (yours,), (theirs,), None, start)
    end = settled_line(*map(end_of, (base, yours, theirs)))
    return Region(RegionKind.WORDS, (base,), (yours,), (theirs,), (line + end,), start)


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


def _fields_clash(base: Sequence[bytes], start: int, keys: Sequence[bytes], others: Sequence[bytes]) -> bool:
    """Whether both put one field of the front matter: with two values it can no longer be read."""
    inside = _in_front_matter(base, start) if start else _in_front_matter(keys, 1)
    return inside and bool(_fields(keys) & _fields(others))


def _in_front_matter(lines: Sequence[bytes], place: int) -> bool:
    if bare(lines[0]).rstrip() != b"---":
        return False
    return not any(bare(line).rstrip() in FRONT_MATTER_ENDS for line in lines[1:place])


def _fields(keys: Sequence[bytes]) -> set[bytes]:
    return {key.partition(b":")[0].strip() for key in keys if b":" in key and not key[:1].isspace()}
