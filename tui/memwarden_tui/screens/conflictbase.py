"""What both conflict screens share: the sides as they were shown, staleness, the write, and what comes after it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from rich.text import Text

from memwarden.errors import Refused
from memwarden.memory.conflicts import Base, Conflict
from memwarden_tui.commands import Command, Trouble
from memwarden_tui.glyphs import look
from memwarden_tui.keys import BACK
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.conflictsides import Sides, sides_of
from memwarden_tui.screens.elsewhere import conflict as conflict_screen
from memwarden_tui.screens.elsewhere import history


class Seen(NamedTuple):
    """The conflict as it lies on disk, None once it is gone, and who wrote the sides of each distinct copy."""

    conflict: Conflict | None
    sides: tuple[Sides, ...] = ()
    bases: tuple[tuple[Base, ...], ...] = ()


def _is_stale(screen: ConflictBase) -> bool:
    return screen.is_stale


class ConflictBase(ViewScreen[Seen]):
    """A side that changes on disk while it is looked at is marked and never written over."""

    CRUMB = "Conflict"
    PREPARES = True
    TITLE_OF_KEYS = "Conflict"
    FETCHING = "Comparing the sides"
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("look_again", "r", "Look again", "Look at the sides as they are now", footer=1, show=_is_stale),
        Command("history", "h", "History", "History of this note"),
        BACK._replace(footer=9),
    )

    def __init__(self, conflict: Conflict) -> None:
        super().__init__()
        self.conflict = conflict
        self.seen = Seen(conflict)
        self.is_stale = False
        self._is_over = False
        self.expects_end = False
        """Whether a screen on top of this one may resolve it."""

    def address(self) -> dict[str, Any]:
        return {} if self._is_over else {"screen": "conflict", "note": self.conflict.note}

    # Looking, and looking again

    def fetch(self) -> Seen:
        found = self.memory.conflict(self.conflict.note)
        if found is None:
            return Seen(None)
        return self.read(found)

    def read(self, conflict: Conflict) -> Seen:
        """For a thread."""
        return Seen(conflict, tuple(sides_of(self.memory, conflict, copy) for copy in conflict.distinct))

    def fill(self, data: Seen) -> None:
        if self._is_over:
            return
        if data.conflict is None:
            self._resolved_elsewhere()
            return
        first, self.seen = not self.is_filled, data
        self.breadcrumb.path = safe(data.conflict.note)
        self.is_stale = not first and identity_of(data.conflict) != identity_of(self.conflict)
        if first:
            self.conflict = data.conflict
            self.take_in(data)
        self.renew()

    @abstractmethod
    def take_in(self, data: Seen) -> None:
        """Show the sides for the first time, or anew."""

    @abstractmethod
    def renew(self) -> None:
        """Draw what may have changed: staleness, counts."""

    def stale_text(self) -> Text:
        tokens = look(self).tokens
        return Text.assemble(
            (f"{self.what_changed} changed on disk   ", f"bold {tokens.warn}"),
            ("r", f"bold {tokens.accent}"),
            (" looks again", tokens.muted),
        )

    @property
    def what_changed(self) -> str:
        """Which side is not any more what is shown."""
        now = self.seen.conflict
        return "yours" if now is not None and now.revision != self.conflict.revision else "theirs"

    async def do_look_again(self) -> None:
        self.show_anew()

    def show_anew(self) -> None:
        """The sides as they are now; they may need the other of the two screens."""
        if self.seen.conflict is None:
            return
        if self.seen.conflict.by_hunks is not self.conflict.by_hunks:
            self.app.switch_screen(conflict_screen(self.seen.conflict))
            return
        self.conflict, self.is_stale = self.seen.conflict, False
        self.take_in(self.seen)
        self.renew()
        self.refresh_bindings()

    def _resolved_elsewhere(self) -> None:
        self._is_over = True
        if not self.expects_end:
            self.warden.say(f"{self.conflict.note} was resolved elsewhere.")
        if self.is_current:
            self.dismiss()

    def on_screen_resume(self) -> None:
        if self._is_over:
            self.dismiss()

    # Writing

    async def carry_out(self, act: Callable[[], object], said: str) -> None:
        """Do it, then go to the next conflict, or back; nothing is written where a side changed meanwhile."""
        if self.is_stale:
            self.warden.say(f"{self.what_changed.capitalize()} changed on disk; look again first.", tone="warn")
            return
        self._is_over = True
        try:
            await self.warden.write(act, "Writing", said=said)
        except Refused as refusal:
            self._is_over = False
            self.app.post_message(Trouble(refusal))
            self.reload()
            return
        except BaseException:
            self._is_over = False
            raise
        self.finished()
        following = await self.warden.in_thread(self.memory.conflicts, "Looking for the next conflict")
        if following and self.is_current:
            self.app.call_later(self.app.switch_screen, conflict_screen(following[0]))
        elif self.is_current:
            self.dismiss()

    def finished(self) -> None:
        """A hook after the write."""

    def do_history(self) -> None:
        self.app.push_screen(history(self.conflict.note))


def identity_of(conflict: Conflict) -> tuple[object, ...]:
    """What a resolution is bound to."""
    copies = tuple((copy.path, copy.revision) for copy in conflict.copies)
    return conflict.kind, conflict.revision, copies
