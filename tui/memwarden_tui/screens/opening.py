"""What is shown while the tree is looked at for the first time."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.widget import Widget

from memwarden_tui.screens.frame import Frame
from memwarden_tui.widgets.empty import Empty

PATIENCE = 0.4
"""Seconds after which it says what it waits for: most trees are open by then."""


class OpeningScreen(Frame):
    """Gives way to a view as soon as it is known whether something waits."""

    def __init__(self) -> None:
        super().__init__()
        self._waits_long = False

    def compose(self) -> ComposeResult:
        if self._waits_long:
            yield from super().compose()

    def compose_body(self) -> Iterable[Widget]:
        yield Empty("Looking at the notes.")

    def on_mount(self) -> None:
        self.set_timer(PATIENCE, self._say)

    async def _say(self) -> None:
        self._waits_long = True
        await self.recompose()
