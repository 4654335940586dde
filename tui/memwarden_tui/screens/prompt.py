"""A question that one line answers, such as the reason of a no."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden_tui.glyphs import look
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.rule import Rule


class PromptScreen(Overlay[str]):
    """Gives the line, stripped, or None for esc. An empty line is an answer only where `optional`.

    `title`, `says` and `act` hold safe text; `act` is what enter does.
    """

    def __init__(
        self, title: str, says: str = "", *, act: str = "Send", value: str = "", optional: bool = False
    ) -> None:
        super().__init__()
        self._title = title
        self._says = says
        self._act = act
        self._value = value
        self._optional = optional

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule(self._title, id="title")
            if self._says:
                yield Static(self._says, id="says", markup=False)
            yield Field(">")
            yield Static(empty_text(look(self), f"{{enter}} {self._act}   {{esc}} Cancel"), id="ways", markup=False)

    def on_mount(self) -> None:
        self.query_one(Rule).active = True
        field = self.query_one(Field)
        field.value = self._value
        field.start()

    @on(Field.Submitted)
    def _answer(self, event: Field.Submitted) -> None:
        if event.value.strip() or self._optional:
            self.dismiss(event.value.strip())

    @on(Field.Left)
    def _leave(self) -> None:
        self.do_close()
