"""Three-way merge of notes: lines, then words, and a conflict wherever both could be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import attrgetter

from memwarden.text.diff3 import stretches
from memwarden.text.line_ends import bare_lines, settled_end, with_end
from memwarden.text.lines import line_ending, split_lines
from memwarden.text.moves import guard_moves
from memwarden.text.pieces import Side
from memwarden.text.regions import Choice, Merge, Region, RegionKind
from memwarden.text.settle import Texts, front_end, settle
from memwarden.text.slide import line_changes
from memwarden.text.two_way import two_way

__all__ = ["Choice", "Merge", "Region", "RegionKind", "merge"]

ALONE = {RegionKind.WORDS, RegionKind.UNION}


def merge(base: bytes | None, yours: bytes, theirs: bytes, *, yours_first: bool = True) -> Merge:
    """Both sides' changes over `base`; without one, every difference is a conflict that offers both.

    Never guesses: a deletion against an edit, a moved block that the other side changed, and edits of
    neighbouring words are conflicts. Blocks that both put at one place are both kept, `yours_first` or not.
    """
    if base is None:
        return two_way(yours, theirs)
    lines, ours, others = split_lines(base), split_lines(yours), split_lines(theirs)
    texts = Texts(lines, ours, others, yours_first, line_ending(yours or theirs), front_end(lines))
    bared = [bare_lines(data, text) for data, text in ((base, lines), (yours, ours), (theirs, others))]
    if base in (yours, theirs) or yours == theirs or bared[0] == bared[1] == bared[2]:
        return Merge(_regions(texts, lines, ours, others), line_end=texts.line_end)
    regions = _regions(texts, *bared)
    end = settled_end(base, yours, theirs)
    if end is None:
        return Merge(regions, line_end=texts.line_end)
    return Merge(tuple(_evened(region, end) for region in regions), line_end=end, even_ends=True)


def _regions(
    texts: Texts, base: Sequence[bytes], yours: Sequence[bytes], theirs: Sequence[bytes]
) -> tuple[Region, ...]:
    """Regions of `texts`, compared by the three others: the same lines, with or without their ends."""
    ours, others = line_changes(base, yours), line_changes(base, theirs)
    found = list(stretches(Side(base, yours, ours), Side(base, theirs, others)))
    regions = guard_moves(list(settle(texts, found)), base, ours, others)
    return tuple(_joined(regions))


def _evened(region: Region, end: bytes) -> Region:
    if region.merged is None:
        return region
    return replace(region, merged=tuple(with_end(line, end) for line in region.merged))


def _joined(regions: Iterable[Region]) -> Iterator[Region]:
    """Neighbours of one kind as one region; lines merged by words, and unions, stay apart."""
    for kind, group in groupby(regions, key=attrgetter("kind")):
        found = list(group)
        yield from found if kind in ALONE or len(found) == 1 else [_together(found)]


def _together(found: Sequence[Region]) -> Region:
    is_open = any(region.merged is None for region in found)
    return replace(
        found[0],
        base=tuple(chain.from_iterable(region.base for region in found)),
        yours=tuple(chain.from_iterable(region.yours for region in found)),
        theirs=tuple(chain.from_iterable(region.theirs for region in found)),
        merged=None if is_open else tuple(chain.from_iterable(region.merged or () for region in found)),
    )
