"""A panel over a screen that turns faint beneath it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen

from memwarden_tui.commands import Command, Commanded
from memwarden_tui.palettes import Tokens
from memwarden_tui.theme import tokens

Result = TypeVar("Result")


class FaintScreen:
    """The screen beneath, all of it in the faintest colour; only what is raised keeps a background."""

    def __init__(self, beneath: BackgroundScreen, colours: Tokens) -> None:
        self._beneath = beneath
        self._surface = Style(color=colours.faint, bgcolor=colours.surface)
        self._ground = Style(color=colours.faint, bgcolor=colours.bg)
        lifted = (colours.surface, colours.sel, colours.seloff)
        self._raised = {Style(bgcolor=one).bgcolor for one in lifted if not colours.ansi}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self._faint(console.render(self._beneath.screen._compositor, options))

    def _faint(self, segments: Iterable[Segment]) -> Iterable[Segment]:
        for text, style, control in segments:
            raised = style is not None and style.bgcolor in self._raised
            ground = self._surface if raised else self._ground
            yield Segment(text, None if control else ground, control)


class Overlay(ModalScreen[Result], Commanded):
    """Base of the panels; `esc` leaves them without a result."""

    KEYS: ClassVar[tuple[Command, ...]] = (Command("close", "escape", "Close", "Close", footer=2),)

    def render(self) -> RenderableType:
        drawn = super().render()
        return FaintScreen(drawn, tokens(self)) if isinstance(drawn, BackgroundScreen) else drawn

    def do_close(self) -> None:
        self.dismiss(None)
