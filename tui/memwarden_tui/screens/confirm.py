"""The question before what cannot be undone; no key that was meant for something else can answer yes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden_tui.glyphs import Look, look
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.rule import Rule

DEAF = 0.4
"""Seconds in which keys are ignored."""


class ConfirmScreen(Overlay[bool]):
    """Gives True for yes, False for no. `title`, `says`, `yes` and `no` hold safe text.

    `opened_by` is the key that asked for it, which is never the yes.
    """

    def __init__(
        self,
        title: str,
        says: Sequence[str],
        *,
        yes: str,
        no: str = "Leave it as it is",
        opened_by: str = "",
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self._title = title
        self._says = tuple(says)
        self._options = (yes, no)
        self._key = "y" if opened_by != "y" else "Y"
        self._clock = clock
        self._opened = clock()

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule(self._title, id="title")
            yield Static(Text("\n".join(self._says)), id="says", markup=False)
            yield Static(self._option(look(self), self._key, self._options[0]), id="yes", markup=False)
            yield Static(self._option(look(self), "esc", self._options[1]), id="no", markup=False)

    def on_mount(self) -> None:
        self._opened = self._clock()
        self.query_one(Rule).active = True

    def _option(self, shown: Look, key: str, says: str) -> Text:
        return Text.assemble((f"{key:<5}", f"bold {shown.tokens.accent}"), (says, shown.tokens.text))

    @property
    def _is_deaf(self) -> bool:
        return self._clock() - self._opened < DEAF

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.do_close()
        elif not self._is_deaf and event.character == self._key:
            self.dismiss(True)

    def on_click(self, event: events.Click) -> None:
        if not self._is_deaf and event.widget is not None and event.widget.id in {"yes", "no"}:
            self.dismiss(event.widget.id == "yes")

    def do_close(self) -> None:
        if not self._is_deaf:
            self.dismiss(False)
