"""Carry the authors of lines across a change: what stays keeps its author, what is new is the writer's."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from memwarden.text.diff import Hunk

A = TypeVar("A")
Homes = dict[bytes, deque[A]]


def carry(
    authors: Sequence[A],
    before: Sequence[bytes],
    hunks: Sequence[Hunk],
    author: A,
    *,
    earlier: Mapping[bytes, A] | None = None,
) -> list[A]:
    """One author for each line after `hunks`; `authors` has one for each line `before`, else ValueError.

    A line whose blanks alone changed, and one that the change cut in one place and put in another, keeps its
    author. `earlier` names, by stripped text, who wrote lines that are put back; a blank line goes with the
    line above it.
    """
    if len(authors) != len(before):
        raise ValueError(f"{len(authors)} authors for {len(before)} lines")
    result = list(authors)
    carry_into(result, hunks, author, earlier)
    return result


def carry_into(authors: list[A], hunks: Sequence[Hunk], author: A, earlier: Mapping[bytes, A] | None = None) -> None:
    """`carry` in place, for replaying many changes onto one list; the hunks must belong to that text."""
    if len(hunks) == 1 and not earlier and _carry_simply(authors, hunks[0], author):
        return
    kept = _kept(authors, hunks)
    known = earlier or {}
    result: list[A] = []
    done = first = hunks[0].start if hunks else 0
    for hunk, own in zip(hunks, kept):
        result += authors[done : hunk.start]
        result += _put_authors(hunk, own, author, known)
        done = hunk.start + len(hunk.cut)
    authors[first:done] = result


def _carry_simply(authors: list[A], hunk: Hunk, author: A) -> bool:
    """Most writes, where nothing can have kept its author: lines added or deleted, one line for another."""
    count = len(hunk.cut)
    if count and hunk.put and (count > 1 or len(hunk.put) > 1 or _words(hunk.cut[0]) == _words(hunk.put[0])):
        return False
    authors[hunk.start : hunk.start + count] = [author] * len(hunk.put)
    return True


def _kept(authors: list[A], hunks: Sequence[Hunk]) -> list[dict[int, A]]:
    """For each hunk the put lines that keep an author: those of its own cut first, then those moved here."""
    left: Homes[A] = defaultdict(deque)
    kept: list[dict[int, A]] = []
    for hunk in hunks:
        own = authors[hunk.start : hunk.start + len(hunk.cut)]
        kept.append(_rewrapped(hunk, own) or _claim(hunk, _homes(hunk, own, left), {}))
    if len(hunks) > 1 and any(left.values()):
        for hunk, claimed in zip(hunks, kept):
            _claim(hunk, left, claimed)
    return kept


def _homes(hunk: Hunk, own: Sequence[A], left: Homes[A]) -> Homes[A]:
    """Who wrote the lines that the hunk cuts, by their words. What it does not put back stays in `left`."""
    putting = Counter(_words(line) for line in hunk.put)
    homes: Homes[A] = defaultdict(deque)
    for line, owner in zip(hunk.cut, own):
        words = _words(line)
        if putting[words] > len(homes[words]):
            homes[words].append(owner)
        elif words:
            left[words].append(owner)
    return homes


def _claim(hunk: Hunk, homes: Homes[A], claimed: dict[int, A]) -> dict[int, A]:
    for place, line in enumerate(hunk.put):
        owners = homes.get(_words(line))
        if owners and place not in claimed:
            claimed[place] = owners.popleft()
    return claimed


def _rewrapped(hunk: Hunk, own: Sequence[A]) -> dict[int, A]:
    """Authors of the put lines when only line breaks and blanks moved: each has that of its first letter."""
    cut, put = [_letters(line) for line in hunk.cut], [_letters(line) for line in hunk.put]
    if not any(cut) or b"".join(cut) != b"".join(put):
        return {}
    ends = list(accumulate(len(letters) for letters in cut))
    starts = accumulate((len(letters) for letters in put[:-1]), initial=0)
    return {place: own[bisect_right(ends, start)] for place, start in enumerate(starts) if put[place]}


def _put_authors(hunk: Hunk, kept: Mapping[int, A], author: A, earlier: Mapping[bytes, A]) -> list[A]:
    result: list[A] = []
    above = author
    for place, line in enumerate(hunk.put):
        stripped = line.strip()
        if place in kept:
            above = kept[place]
        elif stripped:
            above = earlier.get(stripped, author)
        result.append(above)
    return result


def _words(line: bytes) -> bytes:
    return b" ".join(line.split())


def _letters(line: bytes) -> bytes:
    return b"".join(line.split())
