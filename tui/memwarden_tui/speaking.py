"""An app that works in threads and speaks in toasts; it knows no tree."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.notifications import SeverityLevel
from textual.reactive import reactive

from memwarden.errors import Failed, Refused
from memwarden_tui.commands import Commanded, Trouble
from memwarden_tui.driver import ThriftyDriver
from memwarden_tui.excuse import excuse
from memwarden_tui.safe import safe
from memwarden_tui.widgets.toast import Said
from memwarden_tui.work import Desk

Result = TypeVar("Result")

TOAST = 6.0
"""Seconds that a toast stays."""
READ = 1.0
"""Seconds after which the next key takes away a toast that offers nothing."""


class SpeakingApp(App[None], Commanded, inherit_bindings=False):
    """`readonly` takes away the keys of every act that writes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "say_how_to_quit", show=False, system=True)]

    said: reactive[Said | None] = reactive[Said | None](None, bindings=True)
    doing: reactive[Said | None] = reactive[Said | None](None)

    def __init__(self, *, readonly: bool = False) -> None:
        super().__init__(driver_class=None if os.environ.get("TEXTUAL_DRIVER") else ThriftyDriver)
        self.readonly = readonly
        self.leaving = False
        self._said_at = 0.0
        self.desk = Desk(self, self._show_doing)

    async def in_thread(self, work: Callable[[], Result], doing: str = "", *, can_stop: bool = True) -> Result:
        """The result of `work` in a thread, or what it raises; awaited in a worker of the loop.

        After 200 ms a line says `doing`, and esc stops waiting for it. Writes pass `can_stop=False`.
        """
        return await self.desk.in_thread(work, doing, can_stop=can_stop)

    def say(
        self,
        text: str,
        more: str = "",
        *,
        tone: str = "",
        undo: bool = False,
        redo: bool = False,
        seconds: float = TOAST,
    ) -> None:
        """A toast. `more` follows where there is room; `tone` is "", "warn" or "danger"."""
        key, act = ("u", "Undo") if undo else ("U", "Redo") if redo else ("", "")
        said = Said(safe(text), safe(more), tone, key, act)
        self.said, self._said_at = said, monotonic()
        self.set_timer(seconds, lambda: self._forget(said))

    def _forget(self, said: Said) -> None:
        if self.said is said:
            self.said = None

    def _show_doing(self, doing: Said | None) -> None:
        self.doing = doing

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """What Textual itself has to say goes the way of every toast."""
        tone = {"warning": "warn", "error": "danger"}.get(severity, "")
        plain = Content.from_markup(message).plain if markup else message
        self.say(f"{title}: {plain}" if title else plain, tone=tone, seconds=timeout or TOAST)

    def on_key(self, event: events.Key) -> None:
        """What was said of the key before is over; one that does nothing says why."""
        if self.said is not None and not self.said.key and monotonic() - self._said_at > READ:
            self.said = None
        if self.screen.is_modal or self.leaving:
            return
        if why := excuse(self.screen, event, readonly=self.readonly):
            self.say(*why)

    @on(Trouble)
    def _trouble(self, event: Trouble) -> None:
        error = event.error
        tone = "warn" if isinstance(error, Refused) else "danger"
        if isinstance(error, Refused | Failed):
            self.say(error.message, error.hint, tone=tone)
        else:
            self.say(str(error), tone=tone)

    def action_say_how_to_quit(self) -> None:
        self.say("q quits.")
