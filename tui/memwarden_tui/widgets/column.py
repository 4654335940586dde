"""Sections below each other that scroll by the keys of every list, and take them only where they do not fit."""

from __future__ import annotations

from typing import ClassVar

from textual.containers import VerticalScroll

from memwarden_tui.commands import Command, Commanded
from memwarden_tui.keys import MOVES
from memwarden_tui.widgets.rule import Rule


class Column(VerticalScroll, Commanded, inherit_bindings=False):
    """The first rule in view is heavy while it has the keys."""

    DEFAULT_CSS = """
    Column { scrollbar-size: 0 0; }
    """

    KEYS: ClassVar[tuple[Command, ...]] = MOVES

    def allow_focus(self) -> bool:
        return self.max_scroll_y > 0

    def watch_has_focus(self, value: bool) -> None:
        super().watch_has_focus(value)
        self._light()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._light()

    def _light(self) -> None:
        rules = list(self.query(Rule))
        first = next((rule for rule in rules if rule.virtual_region.y >= self.scroll_offset.y), None)
        for rule in rules:
            rule.active = self.has_focus and rule is first

    def do_down(self) -> None:
        self.scroll_relative(y=1, animate=False)

    def do_up(self) -> None:
        self.scroll_relative(y=-1, animate=False)

    def do_first(self) -> None:
        self.scroll_home(animate=False)

    def do_last(self) -> None:
        self.scroll_end(animate=False)

    def do_half_down(self) -> None:
        self.scroll_relative(y=self.size.height // 2, animate=False)

    def do_half_up(self) -> None:
        self.scroll_relative(y=-(self.size.height // 2), animate=False)
