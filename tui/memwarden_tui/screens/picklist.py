"""A panel with a line to type at above a list that it filters: base of the palette and of every choice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Row
from memwarden_tui.widgets.rule import Rule
from memwarden_tui.wording import many

Result = TypeVar("Result")


class PickScreen(Overlay[Result]):
    """Gives what the row stands for on which enter was pressed, None for esc."""

    def __init__(self, title: str, says: str, *, counts: str = "") -> None:
        """`title` and `says` hold safe text; `counts` is what the rows are, in one word."""
        super().__init__()
        self._title, self._counts = title, counts
        self.field = Field(">", says)
        self.listed = ListView()

    @abstractmethod
    def found(self) -> Sequence[Row]:
        """What can be picked, once the panel lies on its screen."""

    @abstractmethod
    def picked(self, row: Row) -> Result | None:
        """What a row stands for."""

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule(self._title, id="title")
            yield self.field
            yield self.listed

    def on_mount(self) -> None:
        rows, rule = self.found(), self.query_one(Rule)
        rule.active, rule.right = True, many(len(rows), self._counts) if self._counts else f"{len(rows)}"
        self.listed.can_focus, self.listed.lit = False, True
        self.listed.show(rows)
        self.field.start()

    @on(Field.Changed)
    def _filter(self, event: Field.Changed) -> None:
        self.listed.needle = event.value
        self.listed.do_first()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        self.listed.step(event.step)

    @on(Field.Submitted)
    def _take(self) -> None:
        self.listed.action_open()

    @on(ListView.Opened)
    def _opened(self, event: ListView.Opened) -> None:
        self.dismiss(self.picked(event.row))

    @on(Field.Left)
    def _leave(self) -> None:
        self.do_close()
