"""An app in memwarden's dress: its themes, its signs, the last filter before the terminal, help and palette."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter, Monochrome, NoColor

from memwarden_tui.commands import Offer
from memwarden_tui.driver import ThriftyDriver
from memwarden_tui.glyphs import UNICODE, Glyphs
from memwarden_tui.palettes import DARK, PLAIN, THEMES
from memwarden_tui.safe import ControlFilter
from memwarden_tui.sheet import Sheet
from memwarden_tui.speaking import SpeakingApp
from memwarden_tui.theme import textual_theme, variables


class DressedApp(SpeakingApp):
    """`theme` is one of THEMES."""

    TITLE = "memwarden"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *, readonly: bool = False, theme: str = DARK.name, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(readonly=readonly)
        self.stylesheet = Sheet(variables=self.get_css_variables())
        self.glyphs = glyphs
        self._control_filter = ControlFilter()
        self._no_colour = NoColor()
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for palette in THEMES.values():
            self.register_theme(textual_theme(palette))
        self.theme = theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variables(DARK)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Controls go first; NO_COLOR leaves not even greys."""
        filters = super().get_line_filters()
        own = [self._no_colour if isinstance(one, Monochrome) else one for one in filters]
        return [self._control_filter, *own]

    def write_title(self, title: str) -> None:
        """Name the terminal's window; `title` is safe already."""
        self.title = title
        self.write_to_terminal(f"\x1b]2;{title}\x07")

    def write_to_terminal(self, sequence: str) -> None:
        if self._driver is not None:
            self._driver.write(sequence)

    def on_resize(self) -> None:
        self._forget_drawn()

    def _forget_drawn(self) -> None:
        if isinstance(self._driver, ThriftyDriver):
            self._driver.forget()

    def do_redraw(self) -> None:
        """Where another program wrote over the screen."""
        self._forget_drawn()
        self.refresh(layout=True)

    def do_theme(self) -> None:
        names = [name for name in THEMES if name != PLAIN.name]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.say(f"Theme {self.theme}.")

    def do_palette(self) -> None:
        from memwarden_tui.screens.palette import PaletteScreen

        self.push_screen(PaletteScreen(), self._run_offer)

    def do_help(self) -> None:
        from memwarden_tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(getattr(self.screen, "TITLE_OF_KEYS", "")), self._run_offer)

    def _run_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            offer.run()
