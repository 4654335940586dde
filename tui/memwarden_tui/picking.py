"""The app before there is a tree: it asks which one, and gives its path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.screen import Screen

from memwarden.memory.trees import KnownTree, known_trees
from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.dressing import DressedApp
from memwarden_tui.glyphs import UNICODE, Glyphs
from memwarden_tui.palettes import DARK
from memwarden_tui.screens.picker import PickerScreen


class PickerApp(DressedApp):
    """`chosen` is the tree to open, None where it was left without one."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("theme", "", "Theme", "Next theme: dark, light, high contrast", EVERYWHERE),
        Command("palette", "ctrl+p", "Palette", "Palette", EVERYWHERE),
        Command("quit", "q,ctrl+q", "Quit", "Quit", EVERYWHERE, footer=5),
        Command("help", "?", "Keys", "Every key that works here", EVERYWHERE, footer=1),
    )

    def __init__(
        self,
        here: Path,
        *,
        find: Callable[[], Sequence[KnownTree]] = known_trees,
        theme: str = DARK.name,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__(theme=theme, glyphs=glyphs)
        self._here, self._find = here, find
        self.chosen: Path | None = None

    def get_default_screen(self) -> Screen[Any]:
        return PickerScreen(self._here, self._find)

    def on_mount(self) -> None:
        self.write_title("memwarden")

    def choose(self, tree: Path) -> None:
        self.chosen = tree
        self.exit()

    def do_quit(self) -> None:
        self.exit()


def pick(*, theme: str, glyphs: Glyphs) -> str:
    """The path of the tree that a person chose; empty for none."""
    app = PickerApp(Path.cwd(), theme=theme, glyphs=glyphs)
    app.run()
    return "" if app.chosen is None else str(app.chosen)
