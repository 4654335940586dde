"""A difference as lines ready to be shown: built off the event loop, then never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import decode, line_ending, split_lines
from memwarden.text.words import pair_lines

CONTEXT = 3
LEAST_FOLD = 4
NO_END = "  no line end"


class Kind(StrEnum):
    SAME = "same"
    CUT = "cut"
    PUT = "put"
    FOLD = "fold"


class DiffLine(NamedTuple):
    """One line of a difference; `before` and `after` count from 1; 0 where the line is not there.

    `pair` is the line it was, or became. A fold stands for `folded` unchanged lines from `before` on.
    """

    kind: Kind
    text: str
    before: int = 0
    after: int = 0
    hunk: int = -1
    pair: str | None = None
    folded: int = 0


@dataclass(frozen=True)
class DiffModel:
    """`lines` in the order they are shown; `before` holds the whole text before, for the folds."""

    before: tuple[bytes, ...]
    hunks: tuple[Hunk, ...]
    lines: tuple[DiffLine, ...]

    @classmethod
    def build(cls, before: bytes, after: bytes, *, context: int = CONTEXT) -> DiffModel:
        """Pure and safe in any thread; `context` unchanged lines stay round each hunk."""
        return cls.of(split_lines(before), diff_bytes(before, after), context=context)

    @classmethod
    def of(cls, before: Sequence[bytes], hunks: Sequence[Hunk], *, context: int = CONTEXT) -> DiffModel:
        lines = tuple(_Builder(before, context).lines(hunks))
        return cls(tuple(before), tuple(hunks), lines)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each hunk the place of its first line in `lines`."""
        found: dict[int, int] = {}
        for place, line in enumerate(self.lines):
            if line.hunk >= 0:
                found.setdefault(line.hunk, place)
        return tuple(found[hunk] for hunk in sorted(found))

    def extent(self, hunk: int) -> tuple[int, int]:
        """First and last place of a hunk in `lines`."""
        first = last = self.starts[hunk]
        while last + 1 < len(self.lines) and self.lines[last + 1].hunk == hunk:
            last += 1
        return first, last

    @property
    def added(self) -> int:
        return sum(len(hunk.put) for hunk in self.hunks)

    @property
    def removed(self) -> int:
        return sum(len(hunk.cut) for hunk in self.hunks)

    @cached_property
    def gone(self) -> tuple[DiffLine, ...]:
        """Removed lines with text that were neither put back elsewhere nor became a similar line."""
        return tuple(self._alone(Kind.CUT, Kind.PUT))

    @cached_property
    def come(self) -> tuple[DiffLine, ...]:
        """The same of put lines."""
        return tuple(self._alone(Kind.PUT, Kind.CUT))

    @property
    def reworded(self) -> int:
        return sum(line.kind is Kind.CUT and line.pair is not None for line in self.lines)

    def _alone(self, kind: Kind, other: Kind) -> Iterator[DiffLine]:
        elsewhere = Counter(line.text.strip() for line in self.lines if line.kind is other)
        for line in self.lines:
            text = line.text.strip()
            if line.kind is kind and text and line.pair is None:
                elsewhere[text] -= 1
                if elsewhere[text] < 0:
                    yield line

    def unfold(self, place: int) -> DiffModel:
        """The same with the fold at a place opened."""
        fold = self.lines[place]
        if fold.kind is not Kind.FOLD:
            return self
        opened = _Builder(self.before, 0).same(fold.before - 1, fold.folded, fold.after - fold.before)
        return replace(self, lines=(*self.lines[:place], *opened, *self.lines[place + 1 :]))


class _Builder:
    def __init__(self, before: Sequence[bytes], context: int) -> None:
        self._before = before
        self._context = context
        self._end = line_ending(b"".join(before[:100]))

    def lines(self, hunks: Sequence[Hunk]) -> Iterator[DiffLine]:
        at = shift = 0
        for number, hunk in enumerate(hunks):
            yield from self._gap(at, hunk.start, shift, at_start=number == 0)
            yield from self._hunk(number, hunk, shift)
            at = hunk.start + len(hunk.cut)
            shift += len(hunk.put) - len(hunk.cut)
        yield from self._gap(at, len(self._before), shift, at_start=not hunks, at_end=True)

    def same(self, start: int, count: int, shift: int) -> Iterator[DiffLine]:
        for index in range(start, start + count):
            text = self._text(self._before[index])
            yield DiffLine(Kind.SAME, text, index + 1, index + 1 + shift)

    def _gap(self, start: int, end: int, shift: int, *, at_start: bool, at_end: bool = False) -> Iterator[DiffLine]:
        head = 0 if at_start else min(self._context, end - start)
        tail = 0 if at_end else min(self._context, end - start - head)
        hidden = end - start - head - tail
        if hidden < LEAST_FOLD:
            yield from self.same(start, end - start, shift)
            return
        yield from self.same(start, head, shift)
        first = start + head
        yield DiffLine(Kind.FOLD, f"{hidden:,} unchanged lines", first + 1, first + 1 + shift, folded=hidden)
        yield from self.same(end - tail, tail, shift)

    def _hunk(self, number: int, hunk: Hunk, shift: int) -> Iterator[DiffLine]:
        """Removed lines, each directly followed by the line it became."""
        put = 0
        partners = dict(pair_lines(hunk.cut, hunk.put))
        for place, line in enumerate(hunk.cut):
            partner = partners.get(place)
            if partner is None:
                yield DiffLine(Kind.CUT, self._text(line), hunk.start + place + 1, 0, number)
                continue
            for earlier in range(put, partner):
                yield self._put(number, hunk, earlier, shift, None)
            old, new = self._texts(line, hunk.put[partner])
            yield DiffLine(Kind.CUT, old, hunk.start + place + 1, 0, number, new)
            yield self._put(number, hunk, partner, shift, old)._replace(text=new)
            put = partner + 1
        for later in range(put, len(hunk.put)):
            yield self._put(number, hunk, later, shift, None)

    def _put(self, number: int, hunk: Hunk, place: int, shift: int, pair: str | None) -> DiffLine:
        after = hunk.start + shift + place + 1
        return DiffLine(Kind.PUT, self._text(hunk.put[place]), 0, after, number, pair)

    def _text(self, line: bytes) -> str:
        return decode(line.removesuffix(self._end).removesuffix(b"\n"))

    def _texts(self, old: bytes, new: bytes) -> tuple[str, str]:
        """Both texts, with their line ends where nothing else differs."""
        left, right = self._text(old), self._text(new)
        return (_with_end(old), _with_end(new)) if left == right else (left, right)


def _with_end(line: bytes) -> str:
    return decode(line[:-1]) if line.endswith(b"\n") else decode(line) + NO_END
