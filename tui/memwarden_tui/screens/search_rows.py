"""What a search found, grouped by note, with the words marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from memwarden.memory.search import Hit
from memwarden_tui.fit import columns, fit_end, fit_path
from memwarden_tui.safe import safe
from memwarden_tui.widgets.rows import Drawing, Heading, Row

NUMBER = 5
LEAD = 12
"""Columns of text that stay before a match far to the right."""


class NoteHeading(Heading):
    """The note that the hits below it are in."""

    def lines(self, draw: Drawing) -> Sequence[Text]:
        room = draw.width - len(self.right) - 2
        path = fit_path(self.title, room - 2, draw.glyphs.cut)
        folder, slash, name = path.rpartition("/")
        line = Text.assemble(
            (folder + slash, draw.tokens.muted), (name, f"bold {draw.tokens.text}"),
            " " * (room - len(path)), (self.right, draw.tokens.muted),
        )  # fmt: skip
        return [Text(), line] if self.height == 2 else [line]


@dataclass(frozen=True, slots=True)
class HitRow(Row):
    """A line of a note that holds all the words; `words_of` finds each of them."""

    id: str
    hit: Hit
    words_of: re.Pattern[str]

    @property
    def words(self) -> str:
        return f"{self.hit.note} {self.hit.text}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        room = draw.width - NUMBER - 3
        number = Text(f"{self.hit.line:>{NUMBER},}  ", draw.tokens.muted)
        text = Text(_window(self.hit, room, draw.glyphs.cut), draw.title)
        for found in self.words_of.finditer(text.plain):
            text.stylize(f"bold underline {draw.tokens.accent}", *found.span())
        return [Text.assemble(number, text)]


def _window(hit: Hit, room: int, cut: str) -> str:
    """The line round its first match, as much as fits."""
    blank = len(hit.text) - len(hit.text.lstrip())
    begin = blank if hit.end - blank < room - len(cut) else max(blank, hit.start - LEAD)
    text = safe(hit.text[begin : begin + 2 * room])
    return fit_end(f"{cut}{text}" if begin > blank else text, room, cut)


def pattern(query: str) -> re.Pattern[str]:
    """Matches each of the words that a query asks for; nothing for none."""
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', query)]
    return re.compile("|".join(re.escape(safe(word)) for word in words) or r"(?!)", re.IGNORECASE)


def hit_rows(hits: Sequence[Hit], query: str) -> Iterator[Row]:
    words, first = pattern(query), True
    for note, found in groupby(hits, key=lambda hit: hit.note):
        group = list(found)
        yield NoteHeading(safe(note), f"{len(group):,}", space=not first)
        yield from (HitRow(f"{note}:{hit.line}", hit, words) for hit in group)
        first = False


def summary(hits: Sequence[Hit], limit: int) -> str:
    """`12 lines in 3 notes`, or that there are more."""
    notes = len({hit.note for hit in hits})
    if not hits:
        return "nothing"
    more = "first " if len(hits) >= limit else ""
    return columns(f"{more}{len(hits):,} line{'s' * (len(hits) > 1)} in {notes:,} note{'s' * (notes > 1)}", 0)
