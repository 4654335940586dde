"""One line to type into, on the panel's background, with a sign before it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label

from memwarden_tui.commands import Command, Commanded


class Field(Horizontal, Commanded):
    """Posts `Changed` at each key, `Submitted` at enter, `Left` at esc and `Moved` at up and down.

    Its parts are mounted when it is first shown: most fields never are, and an input takes long to style.
    """

    DEFAULT_CSS = """
    Field {
        height: 1; width: 1fr; background: $panel; padding: 0 1;
        Label { width: auto; color: $accent; text-style: bold; margin: 0 1 0 0; }
        Input, Input:focus {
            width: 1fr; height: 1; border: none; padding: 0; background: $panel; background-tint: $panel 0%;
        }
    }
    """

    TYPES = True
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("submit", "enter", "Done", "Done", footer=1),
        Command("leave", "escape", "Leave", "Leave the field", footer=2),
        Command("next", "down", "Next", "The next row"),
        Command("previous", "up", "", "The row before", joins="next"),
    )

    class Said(Message):
        """Base of what a field posts."""

        def __init__(self, field: Field, value: str) -> None:
            super().__init__()
            self.field = field
            self.value = value

        @property
        def control(self) -> Field:
            return self.field

    class Changed(Said):
        """A character came or went."""

    class Submitted(Said):
        """Enter."""

    class Left(Said):
        """Esc."""

    class Moved(Message):
        """An arrow: the list below should go `step` rows on."""

        def __init__(self, field: Field, step: int) -> None:
            super().__init__()
            self.field = field
            self.step = step

        @property
        def control(self) -> Field:
            return self.field

    def __init__(
        self, sign: str = "/", placeholder: str = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._label = Label(sign, markup=False)
        self.input = Input(placeholder=placeholder, compact=True, select_on_focus=False)
        self.input.cursor_blink = False

    def compose(self) -> ComposeResult:
        if self.display:
            yield self._label
            yield self.input

    def on_show(self) -> None:
        self._fill()

    def _fill(self) -> None:
        if self.is_attached and not self.input.is_attached:
            self.mount(self._label, self.input)

    @property
    def value(self) -> str:
        return self.input.value

    @value.setter
    def value(self, value: str) -> None:
        if value:
            self._fill()
        self.input.value = value
        self.input.cursor_position = len(value)

    def start(self) -> None:
        """Give the keys to the field."""
        self._fill()
        self.input.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(self, event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Submitted(self, event.value))

    def do_submit(self) -> None:
        self.post_message(self.Submitted(self, self.value))

    def do_leave(self) -> None:
        self.post_message(self.Left(self, self.value))

    def do_next(self) -> None:
        self.post_message(self.Moved(self, 1))

    def do_previous(self) -> None:
        self.post_message(self.Moved(self, -1))
