"""One of several, typed at or pointed at: a link of a line, a section of the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from memwarden_tui.fit import columns, fit_end, fit_middle
from memwarden_tui.screens.picklist import PickScreen
from memwarden_tui.widgets.rows import Drawing, Row


@dataclass(frozen=True, slots=True)
class Option(Row):
    """`label` and `note`, which stands muted at the right, are safe text."""

    id: str
    label: str
    note: str = ""

    @property
    def words(self) -> str:
        return f"{self.label} {self.note}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        note = fit_middle(self.note, draw.width // 2, draw.glyphs.cut)
        room = draw.width - len(note) - 3
        label = columns(fit_end(self.label, room, draw.glyphs.cut), room)
        return [Text.assemble(" ", (label, draw.title), " ", (note, draw.tokens.muted))]


class ChooseScreen(PickScreen[str]):
    """Gives the id of the option, None for esc."""

    def __init__(self, title: str, options: Sequence[Option], says: str = "enter chooses what is marked") -> None:
        super().__init__(title, says)
        self._options = options

    def found(self) -> Sequence[Row]:
        return self._options

    def picked(self, row: Row) -> str:
        return row.id
