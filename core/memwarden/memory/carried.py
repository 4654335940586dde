"""Whose lines one delivery carried in: several writes of other stores, told apart by the ranges they published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain as joined
from itertools import islice, repeat
from typing import Any

from memwarden.memory.authored import author_of
from memwarden.memory.published import RANGES, WROTE
from memwarden.memory.replay import GIVING_BACK
from memwarden.store.records import Record, What
from memwarden.text.authorship import carry_into
from memwarden.text.diff import Hunk

_OLDER = -1
_MOST_LINES = 1_000_000
"""More are no note's: anybody may have written these ranges."""

Ranges = list[tuple[int, int, int]]
Put = list[tuple[Record, int] | None]
"""For each line the write that put it and which of the lines it put this is, from 0; None for an older line."""


class Misfit(ValueError):
    """The ranges are not those of these texts."""


def chain(records: Iterable[Record], before: str | None, after: str) -> Iterator[Record]:
    """The published writes that made `after` out of `before`, newest first, as far back as they are known.

    Of several that made one text the first: whoever brought it back later wrote none of it.
    """
    made = _makers(records)
    wanted: str | None = after
    while wanted is not None and wanted != before and (record := made.pop(wanted, None)) is not None:
        yield record
        wanted = record.before


def put_by(writes: Iterable[Record], count: int, count_before: int | None) -> Put:
    """The writes, newest first, behind the `count` lines that they left.

    `count_before` are the lines of the text before the oldest, where that is known. Raises Misfit.
    """
    places = list(range(count))
    found: Put = [None] * count
    for write in writes:
        for start, cut, put, first in reversed(_shifted(write.refs)):
            if start + put > len(places) or len(places) + cut > _MOST_LINES:
                raise Misfit
            for nth, place in enumerate(places[start : start + put], first):
                if place != _OLDER:
                    found[place] = write, nth
            places[start : start + put] = [_OLDER] * cut
    if count_before is not None and len(places) != count_before:
        raise Misfit
    return found


def _makers(records: Iterable[Record]) -> dict[str, Record]:
    """By revision. What gives a text back counts where nobody else is known to have made it."""
    made: dict[str, Record] = {}
    ordered = sorted(records, key=lambda record: (record.what in GIVING_BACK, record.clock))
    for record in ordered:
        made.setdefault(record.after or "", record)
    return made


def authors_of(write: Record) -> list[str]:
    """Whose each line is that a published write put, "" for nobody known; its writer's where it does not say."""
    told = write.refs.get(WROTE)
    runs = [run for run in told if isinstance(run, list) and len(run) == 2] if isinstance(told, list) else []
    known = [repeat(by, min(count, _MOST_LINES)) for by, count in runs if type(by) is str and type(count) is int]
    return list(islice(joined(*known, repeat(author_of(write))), sum(put for _, _, put in _ranges(write.refs))))


def may_be_others(record: Record) -> bool:
    """Whether lines that a record put may be those of somebody else than its writer."""
    return record.what in GIVING_BACK or record.what is What.CONFIRM or _keeps(record.hunks)


def _keeps(hunks: tuple[Hunk, ...]) -> bool:
    """Whether the hunks put back, elsewhere or wrapped anew, what they cut."""
    if not any(hunk.cut for hunk in hunks) or not any(hunk.put for hunk in hunks):
        return False
    known = [False] * max(hunk.start + len(hunk.cut) for hunk in hunks)
    carry_into(known, hunks, True)
    return sum(known) < sum(len(hunk.put) for hunk in hunks)


def _shifted(refs: Mapping[str, Any]) -> list[tuple[int, int, int, int]]:
    """The ranges of a write as they lie in the text after, each with the lines put before it. Raises Misfit."""
    shifted: list[tuple[int, int, int, int]] = []
    cuts = puts = done = 0
    for start, cut, put in _ranges(refs):
        if min(start - done, cut, put) < 0:
            raise Misfit
        shifted.append((start + puts - cuts, cut, put, puts))
        cuts, puts, done = cuts + cut, puts + put, start + cut
    return shifted


def _ranges(refs: Mapping[str, Any]) -> Ranges:
    try:
        return [(int(start), int(cut), int(put)) for start, cut, put in refs.get(RANGES, ())]
    except (TypeError, ValueError, OverflowError) as error:
        raise Misfit from error
