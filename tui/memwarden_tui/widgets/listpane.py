"""A pane that holds a list, with a filter under its rule while it is asked for."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on

from memwarden_tui.commands import Command
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rule import Pane


class FilterField(Field):
    """Enter keeps the filter, esc clears it."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("submit", "enter", "Keep", "Keep the filter", footer=1),
        Command("leave", "escape", "Clear", "Clear the filter", footer=2),
    )


class ListPane(Pane):
    """`list` and `field` are its parts; the field shows as long as it holds a filter."""

    DEFAULT_CSS = """
    ListPane Field { display: none; margin: 0 0 1 0; }
    ListPane.-filtered Field { display: block; }
    """

    def __init__(
        self,
        title: str | Text,
        *,
        empty: str = "",
        spacious: bool = False,
        right: str | Text = "",
        view: type[ListView] = ListView,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self.list = view(empty=empty, spacious=spacious, id=f"{id}-list" if id else None)
        self.field = FilterField("/", "type a word")
        super().__init__(title, self.field, self.list, right=right, id=id, classes=classes)

    @property
    def is_filtered(self) -> bool:
        return self.has_class("-filtered")

    def open_filter(self, text: str | None = None) -> None:
        """Show the field and, without a `text` to put into it, give it the keys."""
        self.add_class("-filtered")
        if text is None:
            self.field.start()
        else:
            self.field.value = text

    def close_filter(self) -> None:
        had_keys = self.field.has_focus_within
        self.field.value = ""
        self.list.needle = ""
        self.remove_class("-filtered")
        if had_keys:
            self.list.focus()

    @on(Field.Changed)
    def _filter(self, event: Field.Changed) -> None:
        event.stop()
        self.list.needle = event.value

    @on(Field.Submitted)
    def _keep(self, event: Field.Submitted) -> None:
        event.stop()
        if event.value:
            self.list.focus()
        else:
            self.close_filter()

    @on(Field.Left)
    def _clear(self, event: Field.Left) -> None:
        event.stop()
        self.close_filter()

    @on(Field.Moved)
    def _move(self, event: Field.Moved) -> None:
        event.stop()
        self.list.step(event.step)
