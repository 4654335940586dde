"""Rows of the list of notes as the index links them: a name, and at its right the state in a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rich.text import Text

from memwarden_tui.fit import columns, fit_path
from memwarden_tui.widgets.rows import Drawing, Heading, Row

INDENT = 2


class State(NamedTuple):
    """A word at the right end of a row, in the colour of a token."""

    word: str
    tone: str = "danger"


@dataclass(frozen=True, slots=True)
class NoteRow(Row):
    """A note that is there. `label` is safe text; `path` and `also` (what the index says of it) are as they stand."""

    id: str
    path: str
    label: str
    also: str = ""
    state: State | None = None
    depth: int = 0

    @property
    def words(self) -> str:
        state = self.state.word if self.state else ""
        return f"{self.path} {self.also} {state}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        return [_row(self.label, self.state, self.depth, draw)]


@dataclass(frozen=True, slots=True)
class MissingRow(Row):
    """A link of an index that leads to no note. `label` and `says` are safe text.

    It stands in `source` on `line`, from 1; both are empty for a file that is no note. `target` is the path that
    would be created."""

    id: str
    target: str
    label: str
    state: State
    says: str
    also: str = ""
    depth: int = 0
    can_create: bool = False
    source: str = ""
    line: int = 0

    @property
    def words(self) -> str:
        return f"{self.target} {self.also} {self.state.word}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        return [_row(self.label, self.state, self.depth, draw, there=False)]


class SectionRow(Heading):
    """A heading of the index, further in the deeper it is."""

    def __init__(self, title: str, *, count: str = "", space: bool, depth: int = 0) -> None:
        super().__init__(" " * (INDENT * depth) + title, count, space=space)


def _row(label: str, state: State | None, depth: int, draw: Drawing, *, there: bool = True) -> Text:
    word = state.word.replace("−", draw.glyphs.minus) if state else ""
    indent = INDENT * (depth + 1)
    room = draw.width - indent - len(word) - 1 - (1 if word else 0)
    style = draw.title if there or draw.selected else draw.tokens.muted
    drawn = Text(columns(fit_path(label, room, draw.glyphs.cut), room), style)
    end = Text(f" {word}" if word else "", getattr(draw.tokens, state.tone) if state else "")
    return Text.assemble(" " * indent, drawn, end)


def short_names(paths: Iterable[str]) -> Mapping[str, str]:
    """The fewest last parts of each path that name it alone."""
    names: dict[str, str] = {}
    left, parts = list(paths), 1
    while left:
        ends = Counter(_end(path, parts) for path in left)
        again: list[str] = []
        for path in left:
            end = _end(path, parts)
            if ends[end] == 1 or end == path:
                names[path] = end
            else:
                again.append(path)
        left, parts = again, parts + 1
    return names


def _end(path: str, parts: int) -> str:
    return "/".join(path.split("/")[-parts:])


def with_states(rows: Sequence[Row], states: Mapping[str, State]) -> list[Row]:
    """The rows with the state of each note as it is now."""
    return [
        replace(row, state=states.get(row.path)) if isinstance(row, NoteRow) and _differs(row, states) else row
        for row in rows
    ]


def _differs(row: NoteRow, states: Mapping[str, State]) -> bool:
    return row.state != states.get(row.path)
