"""Which items of two sequences are the same: patience anchors, then a bounded longest common subsequence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import compress, count, islice
from math import ceil, sqrt
from operator import ne
from typing import NamedTuple

PATIENCE_DEPTH = 8
PART_CELLS = 64_000_000  # one exact comparison: 10 ms and 8 MB
TOTAL_CELLS = 1_000_000_000  # all parts of one gap: 0.15 s
WINDOW = 4


class Change(NamedTuple):
    """`before[start:end]` became `after[put_start:put_end]`."""

    start: int
    end: int
    put_start: int
    put_end: int


class _Gap(NamedTuple):
    low: int
    high: int
    put_low: int
    put_high: int
    depth: int


def changes(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Change]:
    """What differs, in order; between two changes lies at least one common item.

    Exact up to 64 million compared cells a gap; a bigger gap is compared in parts, so that it may report
    more than the least, but never something wrong.
    """
    head = shared_head(before, after)
    tail = shared_tail(before, after, head)
    cut, put = before[head : len(before) - tail], after[head : len(after) - tail]
    numbers = dict(zip(filter(set(put).__contains__, cut), count()))
    partners = _partners([numbers.get(item, -1) for item in cut], [numbers.get(item, -2) for item in put])
    return [
        Change(start + head, end + head, put_start + head, put_end + head)
        for start, end, put_start, put_end in _between(partners, len(put))
    ]


def shared_head(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """How many items both begin with."""
    differ = map(ne, one, other)
    return next(compress(count(), differ), min(len(one), len(other)))


def shared_tail(one: Sequence[Hashable], other: Sequence[Hashable], head: int) -> int:
    """How many items both end with, when the first `head` are already taken."""
    limit = min(len(one), len(other)) - head
    differ = map(ne, islice(reversed(one), limit), reversed(other))
    return next(compress(count(), differ), limit)


def _between(partners: list[int], length: int) -> Iterator[tuple[int, int, int, int]]:
    start = put_start = 0
    for place, partner in enumerate(partners):
        if partner < 0:
            continue
        if place > start or partner > put_start:
            yield start, place, put_start, partner
        start, put_start = place + 1, partner + 1
    if len(partners) > start or length > put_start:
        yield start, len(partners), put_start, length


def _partners(left: list[int], right: list[int]) -> list[int]:
    """For each item of `left` the place of its equal in `right`, rising, or -1."""
    partners = [-1] * len(left)
    todo = [_Gap(0, len(left), 0, len(right), 0)]
    while todo:
        gap = _trimmed(todo.pop(), left, right, partners)
        common = set(left[gap.low : gap.high]).intersection(right[gap.put_low : gap.put_high])
        if not common:
            continue
        anchors = _anchors(left, right, gap)
        if anchors:
            todo.extend(_split(gap, anchors, partners))
        else:
            _pair(left, right, gap, common, partners)
    return partners


def _trimmed(gap: _Gap, left: list[int], right: list[int], partners: list[int]) -> _Gap:
    low, high, put_low, put_high, depth = gap
    while low < high and put_low < put_high and left[low] == right[put_low]:
        partners[low] = put_low
        low, put_low = low + 1, put_low + 1
    while low < high and put_low < put_high and left[high - 1] == right[put_high - 1]:
        high, put_high = high - 1, put_high - 1
        partners[high] = put_high
    return _Gap(low, high, put_low, put_high, depth)


def _split(gap: _Gap, anchors: list[tuple[int, int]], partners: list[int]) -> Iterator[_Gap]:
    low, put_low = gap.low, gap.put_low
    for place, partner in anchors:
        partners[place] = partner
        if low < place and put_low < partner:
            yield _Gap(low, place, put_low, partner, gap.depth + 1)
        low, put_low = place + 1, partner + 1
    yield _Gap(low, gap.high, put_low, gap.put_high, gap.depth + 1)


def _anchors(left: list[int], right: list[int], gap: _Gap) -> list[tuple[int, int]]:
    """Items found once on each side, the longest run of them in the same order; where a gap is too big to
    compare, windows of several items do the same."""
    if gap.depth >= PATIENCE_DEPTH:
        return []
    ours, others = left[gap.low : gap.high], right[gap.put_low : gap.put_high]
    pairs = _unique_pairs(ours, others)
    if not pairs and len(ours) * len(others) > PART_CELLS:
        pairs = _unique_pairs(_windows(ours), _windows(others))
    return [(gap.low + place, gap.put_low + partner) for place, partner in _longest_rising(pairs)]


def _windows(items: list[int]) -> list[tuple[int, ...]]:
    return list(zip(*(items[shift:] for shift in range(WINDOW))))


def _unique_pairs(ours: Sequence[Hashable], others: Sequence[Hashable]) -> list[tuple[int, int]]:
    known = _places_of_unique(others)
    found = _places_of_unique(ours)
    return [(place, known[item]) for item, place in found.items() if item in known]


def _places_of_unique(items: Iterable[Hashable]) -> dict[Hashable, int]:
    places: dict[Hashable, int] = {}
    for place, item in enumerate(items):
        places[item] = -1 if item in places else place
    return {item: place for item, place in places.items() if place >= 0}


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of `pairs` (rising in the first) that also rises in the second."""
    smallest: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for number, (_, partner) in enumerate(pairs):
        length = bisect_left(smallest, partner)
        previous.append(ends[length - 1] if length else -1)
        smallest[length : length + 1] = [partner]
        ends[length : length + 1] = [number]
    chosen: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = previous[number]
    return chosen[::-1]


def _pair(left: list[int], right: list[int], gap: _Gap, common: set[int], partners: list[int]) -> None:
    places = [place for place in range(gap.low, gap.high) if left[place] in common]
    others = [place for place in range(gap.put_low, gap.put_high) if right[place] in common]
    # One item that is common to both, a blank line as a rule, is no reason to load a library.
    trivial = len(common) < 2
    pairs = zip(places, others) if trivial else _common_subsequence(left, right, places, others)
    for place, partner in pairs:
        partners[place] = partner


def _common_subsequence(
    left: list[int], right: list[int], places: list[int], others: list[int]
) -> Iterator[tuple[int, int]]:
    from rapidfuzz.distance import LCSseq

    cells = len(places) * len(others)
    parts = max(ceil(sqrt(cells / PART_CELLS)), ceil(cells / TOTAL_CELLS))
    for part in range(parts):
        ours = places[len(places) * part // parts : len(places) * (part + 1) // parts]
        theirs = others[len(others) * part // parts : len(others) * (part + 1) // parts]
        steps = LCSseq.opcodes([left[place] for place in ours], [right[place] for place in theirs])
        for step in steps:
            if step.tag == "equal":
                yield from zip(ours[step.src_start : step.src_end], theirs[step.dest_start : step.dest_end])
