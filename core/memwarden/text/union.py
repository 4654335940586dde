"""Keep two blocks that were put at one place, in an order that moves no line under another heading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from memwarden.text.alignment import shared_head, shared_tail

HEADING = re.compile(rb"(#{1,6})(?:[ \t]|$)")
ITEM = re.compile(rb"(?:[-*+]|\d{1,9}[.)])[ \t]")
FENCE = (b"```", b"~~~")
NO_HEADING = 7

Keyed = tuple[bytes, bytes]  # a line without its end, and as it is


def union(first: Sequence[Keyed], second: Sequence[Keyed]) -> list[bytes] | None:
    """Both blocks, what they begin or end with in common once; None when either order tears a section apart.

    `first` stays first unless that would put `second` under a heading it was not written under.
    """
    keys, other_keys = [key for key, _ in first], [key for key, _ in second]
    head = _common_head(keys, other_keys)
    tail = _common_tail(keys, other_keys, head)
    rest, other_rest = first[head : len(first) - tail], second[head : len(second) - tail]
    if _captures(rest, other_rest):
        rest, other_rest = other_rest, rest
        if _captures(rest, other_rest):
            return None
    joined = [*first[:head], *rest, *_not_doubled(rest, other_rest), *first[len(first) - tail :]]
    return [line for _, line in joined]


def contains(block: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether `other` stands in `block`, whole and in one piece."""
    return b"\n".join([b"", *other, b""]) in b"\n".join([b"", *block, b""])


def _common_head(keys: Sequence[bytes], other_keys: Sequence[bytes]) -> int:
    """Lines both begin with; no half fence, and not the blank ones last, which part what follows."""
    head, whole = 0, True
    for place, line in enumerate(keys[: shared_head(keys, other_keys)], 1):
        whole ^= _is_fence(line)
        if whole and line.strip():
            head = place
    return head


def _common_tail(keys: Sequence[bytes], other_keys: Sequence[bytes], head: int) -> int:
    """Lines both end with, unless they hang on the other lines above: indented, fenced, under a heading."""
    tail, whole = 0, True
    for place, line in enumerate(islice(reversed(keys), shared_tail(keys, other_keys, head)), 1):
        whole ^= _is_fence(line)
        if whole and line.strip() and not line[:1].isspace():
            tail = place
    rests = [*keys[head : len(keys) - tail], *other_keys[head : len(other_keys) - tail]]
    if tail and any(map(HEADING.match, rests)) and not HEADING.match(keys[len(keys) - tail]):
        return 0
    return tail


def _is_fence(line: bytes) -> bool:
    return line.lstrip().startswith(FENCE)


def _captures(above: Sequence[Keyed], below: Sequence[Keyed]) -> bool:
    """Whether a heading in `above` would take in what `below` begins with."""
    start = next((_level(key) for key, _ in below if key.strip()), 0)
    return any(_level(key) < start for key, _ in above)


def _level(line: bytes) -> int:
    found = HEADING.match(line)
    return len(found[1]) if found else NO_HEADING


def _not_doubled(above: Sequence[Keyed], below: Sequence[Keyed]) -> list[Keyed]:
    """`below` without the items of a plain list that `above` has; with headings or fences all stay."""
    keys, other_keys = [key for key, _ in above], [key for key, _ in below]
    if set(keys).isdisjoint(other_keys):
        return list(below)
    if any(HEADING.match(key) or _is_fence(key) for key in chain(keys, other_keys)):
        return list(below)
    known = Counter(filter(ITEM.match, keys))
    kept: list[Keyed] = []
    for place, line in enumerate(below):
        goes_on = place + 1 < len(below) and below[place + 1][0][:1].isspace()
        if known[line[0]] and not goes_on:
            known[line[0]] -= 1
        else:
            kept.append(line)
    return kept
