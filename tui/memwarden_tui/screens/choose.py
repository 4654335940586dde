"""One of several, typed at or pointed at: a link of a line, a section of the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from memwarden_tui.fit import columns, fit_end, fit_middle
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.widgets.rule import Rule


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


class ChooseScreen(Overlay[str]):
    """Gives the id of the option, None for esc."""

    def __init__(self, title: str, options: Sequence[Option], says: str = "enter chooses what is marked") -> None:
        super().__init__()
        self._title, self._options, self._says = title, options, says

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule(self._title, id="title")
            yield Field(">", self._says)
            yield ListView()

    def on_mount(self) -> None:
        rule, listed = self.query_one(Rule), self.query_one(ListView)
        rule.active, rule.right = True, f"{len(self._options)}"
        listed.can_focus, listed.lit = False, True
        listed.show(self._options)
        self.query_one(Field).start()

    @on(Field.Changed)
    def _filter(self, event: Field.Changed) -> None:
        listed = self.query_one(ListView)
        listed.needle = event.value
        listed.do_first()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        listed = self.query_one(ListView)
        if event.step > 0:
            listed.do_down()
        else:
            listed.do_up()

    @on(Field.Submitted)
    def _take(self) -> None:
        self.query_one(ListView).action_open()

    @on(ListView.Opened)
    def _opened(self, event: ListView.Opened) -> None:
        self.dismiss(event.row.id)

    @on(Field.Left)
    def _leave(self) -> None:
        self.do_close()
