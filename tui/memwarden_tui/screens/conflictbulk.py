"""All conflicts in which nothing has to be decided, as a list first: equal copies, and sides that hold the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import on
from textual.widget import Widget

from memwarden.memory.bulk import Settling
from memwarden_tui.commands import Command
from memwarden_tui.fit import columns, fit_end, fit_path
from memwarden_tui.keys import BACK
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.wording import many


@dataclass(frozen=True, slots=True)
class SettlingRow(Row):
    id: str
    settling: Settling
    chosen: bool
    height = 2

    @property
    def words(self) -> str:
        return f"{self.settling.conflict.note} {self.settling.why}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        tokens, cut, room = draw.tokens, draw.glyphs.cut, draw.width - 15
        word, tone = (f"take {self.settling.taken}", f"bold {tokens.ok}") if self.chosen else ("leave", tokens.muted)
        note = fit_path(safe(self.settling.conflict.note), room, cut)
        goes = f"{self.settling.why}; {many(len(self.settling.copies), 'copy goes', 'copies go')}"
        return [
            Text.assemble(" ", (columns(word, 13), tone), (note, draw.title)),
            Text(" " * 14 + fit_end(safe(goes), room, cut), tokens.muted),
        ]


class BulkScreen(ViewScreen[tuple[Settling, ...]]):
    """`w` does what is listed, all of it as one act; bound to the copies as they are shown."""

    CRUMB = "Nothing to decide"
    PREPARES = True
    TITLE_OF_KEYS = "Nothing to decide"
    KEYS = (
        Command("toggle", "space", "Choose", "Do it, or leave it", footer=2, show=lambda s: bool(s.settlings)),
        Command(
            "write",
            "w",
            "Do all of it",
            "Do what is listed",
            writes=True,
            footer=1,
            show=lambda s: bool(s.chosen),
            unless="Nothing is chosen: space chooses.",
        ),
        BACK,
    )

    def __init__(self) -> None:
        super().__init__()
        self.settlings: tuple[Settling, ...] = ()
        self._left = set[str]()

    @property
    def chosen(self) -> list[Settling]:
        return [one for one in self.settlings if one.conflict.note not in self._left]

    def compose_body(self) -> Iterable[Widget]:
        empty = "Every copy holds something of its own. {esc} leads back."
        self.pane = ListPane("What would be done", spacious=True, empty=empty, id="settlings")
        yield self.pane

    def fetch(self) -> tuple[Settling, ...]:
        return self.memory.identical(contained=True)

    def fill(self, data: tuple[Settling, ...]) -> None:
        self.settlings = data
        notes = [one.conflict.note for one in data]
        self.pane.list.show(
            [SettlingRow(note, one, note not in self._left) for note, one in zip(notes, data, strict=True)]
        )
        self.pane.rule.right = f"{len(self.chosen)} of {len(data)}"
        self.refresh_bindings()

    @on(ListView.Opened, "#settlings-list")
    def _opened(self) -> None:
        self.warden.say("space chooses, w does what is listed.")

    def do_toggle(self) -> None:
        if isinstance(row := self.pane.list.row, SettlingRow):
            self._left ^= {row.id}
            self.fill(self.settlings)

    async def do_write(self) -> None:
        chosen = self.chosen
        count = sum(len(one.copies) for one in chosen)
        await self.warden.write(
            lambda: self.memory.person().resolve_all_identical(chosen), "Resolving",
            said=f"{many(len(chosen), 'conflict')} resolved, {many(count, 'copy', 'copies')} gone.",
        )  # fmt: skip
        self.dismiss()
