"""Notice lines that one side moved while the other cut or changed them: they must not be doubled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memwarden.text.alignment import Change
from memwarden.text.line_ends import bare
from memwarden.text.regions import Region, RegionKind

WORD = re.compile(rb"\w|[\x80-\xff]")
PUT_ALONE = {RegionKind.YOURS, RegionKind.THEIRS, RegionKind.UNION}


def guard_moves(
    regions: Sequence[Region], base: Sequence[bytes], ours: Iterable[Change], others: Iterable[Change]
) -> list[Region]:
    """The regions, those in conflict that put back, elsewhere, a line both sides cut from the base.

    `base` holds lines without their ends. Only lines with words count, and only those the base has once.
    """
    gone = _cut(ours) & _cut(others)
    counts = Counter(base) if gone else Counter[bytes]()
    places = {base[place]: place for place in gone if counts[base[place]] == 1 and WORD.search(base[place])}
    return [_guarded(region, places) for region in regions] if places else list(regions)


def _cut(changes: Iterable[Change]) -> set[int]:
    return {place for change in changes for place in range(change.start, change.end)}


def _guarded(region: Region, places: dict[bytes, int]) -> Region:
    if region.kind not in PUT_ALONE:
        return region
    own = range(region.base_start, region.base_start + len(region.base))
    for line in region.merged or ():
        if places.get(bare(line), own.start) not in own and bare(line) in places:
            return replace(region, kind=RegionKind.CONFLICT, merged=None)
    return region
