"""Review: what a person does with the things that wait, one after the other."""

from __future__ import annotations

from textual import on

from memwarden.memory.review import ItemKind
from memwarden_tui.commands import Command, Words
from memwarden_tui.keys import COPY_PATH, EDIT, MESSAGE, OPEN
from memwarden_tui.screens.editing import edit_note
from memwarden_tui.screens.elsewhere import compose, history, reply
from memwarden_tui.screens.mailacts import to_answer
from memwarden_tui.screens.reviewacts import (
    answer,
    can_accept,
    can_admit,
    can_dismiss,
    can_restore,
    open_item,
    thread_of,
)
from memwarden_tui.screens.reviewqueue import QueueScreen
from memwarden_tui.screens.reviewrestore import RestoreScreen
from memwarden_tui.widgets.listview import ListView

ACKNOWLEDGE = Words("Acknowledge", "Acknowledge it", "Ack")
ANSWER = Words("Reply", "Reply to the thread")
NOTHING_REMOVED = "Nothing was removed here."
NO_NOTE = "It is of no note."


class ReviewScreen(QueueScreen):
    """After an act the cursor stands on the next thing."""

    TITLE_OF_KEYS = "Review"
    KEYS = (
        OPEN._replace(show=lambda s: s.item is not None),
        Command("restore", "r", "Restore", "Restore what was removed", writes=True, footer=3,
                show=lambda s: can_restore(s.item), unless=NOTHING_REMOVED),
        Command("restore_some", "s", "Restore some", "Restore some of it", writes=True, footer=4, short="Some",
                show=lambda s: can_restore(s.item), unless=NOTHING_REMOVED),
        Command("accept", "a", "Accept", "Accept as meant", writes=True, footer=4,
                show=lambda s: can_accept(s.item, s.memory.me), unless="Only what was removed is accepted as meant.",
                called=lambda s: ACKNOWLEDGE if thread_of(s.item) else None),
        Command("admit", "A", "Let in", "Make the refused write after all", writes=True, footer=4,
                show=lambda s: can_admit(s.item), unless="Only a refused write whose text is kept can be let in."),
        Command("release", "R", "Release", "Let it write again", writes=True, footer=3,
                show=lambda s: s.has(ItemKind.HELD), unless="Nobody is held here."),
        Command("dismiss", "d", "Dismiss", "Dismiss: seen, nothing to do", writes=True, footer=4,
                show=lambda s: can_dismiss(s.item), unless="It wants an answer: enter opens it."),
        Command("later", "z", "Later", "Later: to the end of the queue", writes=True, footer=9,
                show=lambda s: s.item is not None and not s.item.later, unless="It stands at the end already."),
        Command("history", "h", "History", "History of this note", footer=5, show=lambda s: bool(s.note),
                unless=NO_NOTE),
        Command("message", MESSAGE.keys, MESSAGE.label, MESSAGE.help, writes=True, footer=6,
                show=lambda s: bool(s.writer), unless="Nobody is known to have done it.",
                called=lambda s: ANSWER if thread_of(s.item) else None),
        Command(EDIT.id, EDIT.keys, EDIT.label, "Edit this note", writes=True, show=lambda s: bool(s.note),
                unless=NO_NOTE),
        Command("copy_path", COPY_PATH.keys, COPY_PATH.label, COPY_PATH.help, show=lambda s: bool(s.note),
                unless=NO_NOTE),
    )  # fmt: skip

    # What can be done

    def do_open(self) -> None:
        if self.item is not None:
            self.run_worker(open_item(self.warden, self.item), group="commands")

    @on(ListView.Opened, "#queue-list")
    def _open_row(self) -> None:
        self.do_open()

    def do_restore(self) -> None:
        if self.item is not None:
            self.app.push_screen(RestoreScreen(self.item))

    def do_restore_some(self) -> None:
        if self.item is not None:
            self.app.push_screen(RestoreScreen(self.item, some=True))

    async def do_accept(self) -> None:
        await self._answer("accepted")

    async def do_admit(self) -> None:
        await self._answer("admitted")

    async def do_release(self) -> None:
        await self._answer("released")

    async def do_dismiss(self) -> None:
        await self._answer("dismissed")

    async def do_later(self) -> None:
        await self._answer("later")

    async def _answer(self, verdict: str) -> None:
        """Answer the item under the cursor, and go on to the one after it."""
        if (item := self.item) is None:
            return
        rows, place = self.pane.list.rows, self.pane.list.cursor
        after = next((row.id for row in [*rows[place + 1 :], *reversed(rows[:place])]), "")
        act, said = answer(self.memory, item, verdict)
        await self.warden.write(act, said=said)
        self.go_on_to = after

    def do_history(self) -> None:
        if self.item is not None:
            self.app.push_screen(history(self.note))

    async def do_edit(self) -> None:
        await edit_note(self.warden, self.note)

    def do_message(self) -> None:
        if self.item is not None:
            thread = thread_of(self.item)
            asked = reply(to_answer(thread, self.memory.me)) if thread else compose(self.writer, self.note)
            self.app.push_screen(asked)

    def do_copy_path(self) -> None:
        self.app.copy_to_clipboard(self.note)
        self.warden.say(f"Copied {self.note}.")
