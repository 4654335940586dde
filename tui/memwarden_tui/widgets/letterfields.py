"""The fields of a message, one line each but for its text, and the thread that is answered beside them."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import TextArea

from memwarden_tui.commands import Command, Commanded
from memwarden_tui.glyphs import look
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.letters import LettersView

LABEL = 9
SEND = Command("send", "ctrl+s", "Send", "Send the message", writes=True, footer=1)
KEEP = Command("leave", "escape", "Keep as draft", "Leave it, kept as a draft", footer=2, short="Draft")
NEXT = Command("forward", "tab", "Next field", "Next field", footer=3, together="Next field, the field before")
BEFORE = Command("backward", "shift+tab", "", "The field before", joins="forward")


class SendAsked(Message):
    """A person wants to send the message."""


class KeepAsked(Message):
    """A person wants to leave it, kept as a draft."""


class LetterPart(Commanded):
    """Mixed into each field: what all of them can do."""

    TYPES = True

    def do_send(self) -> None:
        self.post_message(SendAsked())

    def do_leave(self) -> None:
        self.post_message(KeepAsked())

    def do_forward(self) -> None:
        self.screen.focus_next()

    def do_backward(self) -> None:
        self.screen.focus_previous()


class LetterField(Field, LetterPart):
    KEYS: ClassVar[tuple[Command, ...]] = (
        SEND,
        KEEP,
        NEXT,
        BEFORE,
        Command("submit", "enter", "Done", "Done, next field"),
        Command("next", "down", "Next", "The next one that fits"),
        Command("previous", "up", "", "The one before", joins="next"),
    )

    do_leave = LetterPart.do_leave

    def __init__(self, label: str, placeholder: str, *, id: str) -> None:
        super().__init__(label.ljust(LABEL - 1), placeholder, id=id)


class TypeChoice(Widget, LetterPart, can_focus=True):
    """One of several words; left and right go from one to the next, a first letter goes to its word."""

    DEFAULT_CSS = "TypeChoice { height: 1; width: 1fr; padding: 0 1; }"
    ALLOW_SELECT = False
    KEYS: ClassVar[tuple[Command, ...]] = (
        SEND,
        KEEP,
        NEXT,
        BEFORE,
        Command("after", "right,space", "Choose", "The next type", footer=2, together="Another type"),
        Command("before", "left", "", "The type before", joins="after", footer=2),
        Command("submit", "enter", "Done", "Done, next field"),
    )

    value: reactive[str] = reactive("")

    def __init__(self, label: str, words: tuple[str, ...], *, id: str) -> None:
        super().__init__(id=id)
        self._label, self._words = label, words
        self.set_reactive(TypeChoice.value, words[0])

    def render(self) -> Text:
        tokens = look(self).tokens
        line = Text(self._label.ljust(LABEL), tokens.muted, end="")
        for word in self._words:
            chosen = word == self.value
            style = f"bold {tokens.accent}" if chosen and self.has_focus else f"bold {tokens.strong}"
            line.append(word, style if chosen else tokens.muted).append("   ")
        return line

    def _go(self, step: int) -> None:
        self.value = self._words[(self._words.index(self.value) + step) % len(self._words)]

    def do_after(self) -> None:
        self._go(1)

    def do_before(self) -> None:
        self._go(-1)

    def do_submit(self) -> None:
        self.do_forward()

    def on_key(self, event: events.Key) -> None:
        """No letter that is typed here by mistake does anything else."""
        if event.is_printable and event.key != "space":
            event.stop()
            event.prevent_default()
            letter = event.character or ""
            self.value = next((word for word in self._words if word.startswith(letter)), self.value)

    def on_click(self, event: events.Click) -> None:
        at = 1 + LABEL
        for word in self._words:
            if at <= event.x < at + len(word):
                self.value = word
            at += len(word) + 3


class LetterText(TextArea, LetterPart):
    """The text itself, wrapped at words; tab leaves it."""

    KEYS: ClassVar[tuple[Command, ...]] = (SEND, KEEP, NEXT, BEFORE)

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus", compact=True)
        self.cursor_blink = False


class AnsweredThread(LettersView, LetterPart):
    """What is answered, beside the fields: it scrolls, and no other letter typed here by mistake does anything."""

    KEYS: ClassVar[tuple[Command, ...]] = (
        SEND,
        KEEP,
        NEXT,
        BEFORE,
        Command("help", "?", "Keys", "Every key that works here", footer=4),
    )

    def on_key(self, event: events.Key) -> None:
        mine = {key for command in self.commands() for key in command.keys.split(",")}
        if event.is_printable and mine.isdisjoint({event.key, event.character}):
            event.stop()
            event.prevent_default()

    async def do_help(self) -> None:
        await self.app.run_action("command('help')")
