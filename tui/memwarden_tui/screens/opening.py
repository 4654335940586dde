"""What is shown while the tree is looked at for the first time."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from memwarden_tui.screens.frame import Frame
from memwarden_tui.widgets.empty import Empty


class OpeningScreen(Frame):
    """Gives way to a view as soon as it is known whether something waits."""

    def compose_body(self) -> Iterable[Widget]:
        yield Empty("Looking at the notes.")
