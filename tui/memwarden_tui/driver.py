"""The terminal as Textual drives it, with a canvas before it that holds back what is shown already."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from memwarden_tui.canvas import Canvas


class ThriftyDriver(LinuxDriver):
    """Linux and macOS, also through tmux and ssh."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._canvas = Canvas()

    def write(self, data: str) -> None:
        if kept := self._canvas.paint(data):
            super().write(kept)

    def forget(self) -> None:
        """Send all of the next frame."""
        self._canvas.forget()
