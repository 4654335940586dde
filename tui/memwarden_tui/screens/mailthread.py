"""What a person does with the thread under the cursor; the view of the mail declares the keys."""

from __future__ import annotations

from textual import on

from memwarden.memory.threads import Thread
from memwarden_tui.safe import safe
from memwarden_tui.screens import mailacts
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.compose import ComposeScreen, drafted
from memwarden_tui.screens.elsewhere import go_to_note
from memwarden_tui.screens.mailrows import ThreadRow
from memwarden_tui.screens.mailwords import Post, draft_in
from memwarden_tui.widgets.letters import About, LettersView
from memwarden_tui.widgets.listpane import ListPane


class ThreadActs(ViewScreen[Post]):
    """Every act but the writing of a letter is done at once, says so, and can be undone."""

    threads: ListPane
    letters: LettersView

    @property
    def thread(self) -> Thread | None:
        row = self.threads.list.row if self.is_mounted else None
        return row.thread if isinstance(row, ThreadRow) else None

    @property
    def about(self) -> tuple[About, ...]:
        """The notes that the thread is about, newest letter first."""
        named = [one for letter in reversed(self.letters.letters) for one in letter.about]
        return tuple({one.note: one for one in reversed(named)}.values())[::-1]

    def do_reply(self) -> None:
        if (thread := self.thread) is not None:
            begun = draft_in(thread, drafted(self.warden.keeping))
            self.app.push_screen(ComposeScreen(reply_to=begun or mailacts.to_answer(thread, self.memory.me)))

    async def do_acknowledge(self) -> None:
        message = mailacts.to_acknowledge(self.thread, self.memory.me)
        if message is not None:
            said = f"Acknowledged to {message.sender}."
            await self.warden.write(lambda: self.memory.person().acknowledge(message.id), "Acknowledging", said=said)

    async def do_flag(self) -> None:
        await self._mark("flag")

    async def do_archive(self) -> None:
        await self._mark("archive")

    async def _mark(self, act: str) -> None:
        if (thread := self.thread) is not None:
            said = mailacts.said_of(act, thread)
            await self.warden.write(lambda: mailacts.mark(self.memory, thread, act), said=said)

    async def do_unread(self) -> None:
        if (thread := self.thread) is not None:
            mark = mailacts.mark_read if thread.unread else mailacts.mark_unread
            await self.warden.write(lambda: mark(self.memory, thread))

    async def do_follow(self) -> None:
        notes = self.about
        chosen: str | None = notes[0].note
        if len(notes) > 1:
            options = [Option(one.note, safe(one.note), safe(one.rest)) for one in notes]
            chosen = await self.app.push_screen_wait(ChooseScreen("Which note?", options, "enter opens what is marked"))
        for one in notes:
            if one.note == chosen:
                await go_to_note(self.warden, one.note, one.line)

    @on(LettersView.NoteAsked)
    async def _follow(self, event: LettersView.NoteAsked) -> None:
        await go_to_note(self.warden, event.about.note, event.about.line)

    def do_copy_path(self) -> None:
        if (thread := self.thread) is not None:
            path = thread.messages[-1].path
            self.app.copy_to_clipboard(path)
            self.warden.say(f"Copied {path}.")
