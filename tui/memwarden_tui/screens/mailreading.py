"""What Mail shows: the threads in the order they were first seen in, the one under the cursor, and when it is read."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from textual import on
from textual.timer import Timer
from textual.widget import Widget

from memwarden.errors import Refused
from memwarden.memory.threads import Thread
from memwarden.memory.unlisted import is_unlisted
from memwarden_tui.faces import faces_of
from memwarden_tui.safe import safe
from memwarden_tui.screens import mailacts
from memwarden_tui.screens.compose import drafted
from memwarden_tui.screens.mailletters import letters_of
from memwarden_tui.screens.mailorder import SeenOrder
from memwarden_tui.screens.mailrows import EMPTY, LIMITS, ThreadRow
from memwarden_tui.screens.mailthread import ThreadActs
from memwarden_tui.screens.mailwords import Post
from memwarden_tui.widgets.letters import LettersView
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.wording import many

TICK = 30.0
"""Seconds after which ages are drawn anew."""
A_MOMENT = 1.2
"""Seconds for which a thread must be looked at before it counts as read."""


class ReadingMail(ThreadActs):
    """Threads keep their places while the view is looked at, whatever is read or answered meanwhile."""

    FETCHING = "Reading the mail"

    def __init__(self) -> None:
        super().__init__()
        self.post: Post | None = None
        self.limit = ""
        self._order = SeenOrder()
        self._wanted = ""
        self._led_here = False
        self._shown = ""
        self._left_unread = ""
        self._reading: Timer | None = None

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.threads = ListPane("Threads", spacious=True, empty=EMPTY[""], id="threads")
        self.letters = LettersView(id="letters")
        yield self.threads
        yield Pane("", self.letters, id="reading")

    def on_mount(self) -> None:
        self.set_interval(TICK, self.reload)

    def fetch(self) -> Post:
        threads = self.memory.mailbox().threads()
        people = {name for thread in threads for one in thread.messages for name in (one.sender, one.to)}
        seen = {name for thread in threads for one in thread.messages for name in one.seen_by}
        notes = frozenset(path for path in self.memory.paths() if not is_unlisted(path))
        return Post(threads, faces_of(self.memory, people | seen), self.memory.me, notes, self.memory.now())

    def fill(self, data: Post) -> None:
        self.post = data
        self._show_rows()
        if self._wanted:
            self._go_to_wanted(data)

    def _show_rows(self) -> None:
        if self.post is None:
            return
        post, chosen = self.post, LIMITS[self.limit]
        kept = [one for one in post.threads if chosen(one, post.me) or self._order.keeps(one, self.limit)]
        shown = self._order.sort(kept, self.limit)
        self.threads.list.empty = EMPTY[self.limit]
        drafts = drafted(self.warden.keeping)
        self.threads.list.show([ThreadRow.of(thread, post, drafts) for thread in shown])
        unread = sum(1 for thread in post.threads if thread.unread)
        self.threads.rule.title = f"Threads, {self.limit}" if self.limit else "Threads"
        self.threads.rule.right = f"{unread} unread of {len(post.threads)}" if post.threads else ""
        self._show_thread()

    def limit_to(self, limit: str) -> None:
        """Show these threads only, in their order."""
        self.limit = limit
        self._order.forget()
        self._show_rows()

    def _show_thread(self) -> None:
        """The thread under the cursor; where it is the one shown already, what is read stays where it is."""
        thread, post = self.thread, self.post
        reading = self.query_one("#reading", Pane)
        reading.set_class(thread is None, "-empty")
        if thread is None or post is None:
            self._shown = ""
            self.letters.show_letters((), anew=True)
            reading.rule.title = reading.rule.right = ""
            return
        letters = letters_of(thread, post)
        self.letters.show_letters(letters, anew=thread.id != self._shown)
        self._shown = thread.id
        reading.rule.title, reading.rule.right = safe(thread.subject), many(len(letters), "message")
        self.refresh_bindings()

    @on(ListView.Highlighted, "#threads-list")
    def _highlighted(self) -> None:
        self._left_unread = ""
        self._show_thread()
        self._look_a_moment()

    def show_thread(self, wanted: str) -> None:
        """Open a thread by its id or by that of a letter in it; also before the mail was read for the first time."""
        self._wanted, self._led_here = wanted, True
        if self.post is not None:
            self._go_to_wanted(self.post)

    def _go_to_wanted(self, post: Post) -> None:
        wanted, self._wanted = self._wanted, ""
        found = [one for one in post.threads if wanted in (one.id, *(message.id for message in one.messages))]
        for thread in found[:1]:
            self.limit = "archived" if thread.archived else ""
            self.threads.close_filter()
            self._show_rows()
            self.threads.list.go_to(thread.id)
            self._open_letters()

    # Reading

    @property
    def has_list(self) -> bool:
        """Whether the list is on the screen: where it is narrow, the thread that is read takes its place."""
        return not (self.is_narrow and self.has_class("-reading"))

    @property
    def can_open(self) -> bool:
        return self.has_list and self.thread is not None

    @property
    def can_leave(self) -> bool:
        return super().can_leave or self.letters.has_focus

    def do_open(self) -> None:
        if self.thread is not None:
            self._open_letters()

    def _open_letters(self) -> None:
        self.add_class("-reading")
        self.letters.focus()
        self._look_a_moment()
        self.refresh_bindings()

    def do_back(self) -> None:
        if self.letters.has_focus and self.warden.desk.stoppable is None:
            self.remove_class("-reading")
            self.threads.list.focus()
            self.refresh_bindings()
        else:
            super().do_back()

    @on(ListView.Opened, "#threads-list")
    def _opened(self) -> None:
        self.do_open()

    def _look_a_moment(self) -> None:
        if self._reading is not None:
            self._reading.stop()
        self._reading = self.set_timer(A_MOMENT, self._looked)

    def _looked(self) -> None:
        """Whoever only passes over a thread, or looks at another screen, has not read it."""
        thread = self.thread
        seen = not self.is_narrow or self.has_class("-reading")
        if thread and thread.unread and seen and self.is_current and thread.id != self._left_unread:
            self.run_worker(self._finish(self._mark_read(thread)), group="commands")

    async def _mark_read(self, thread: Thread) -> None:
        """Where a message cannot be marked, such as one of two with the same id, it stays unread."""
        if not self.warden.readonly:
            with suppress(Refused):
                await self.warden.write(lambda: mailacts.mark_read(self.memory, thread))

    async def do_unread(self) -> None:
        if self.thread is not None and not self.thread.unread:
            self._left_unread = self.thread.id
        await super().do_unread()

    def on_screen_resume(self) -> None:
        """An answer may have been begun meanwhile."""
        self._show_rows()

    def on_screen_suspend(self) -> None:
        """Who comes back from another view finds the threads in their order again."""
        if self.app.current_mode != "mail":
            self._order.forget()

    # What is kept over a restart

    def remember(self) -> dict[str, Any]:
        return {**super().remember(), "limit": self.limit}

    def recall(self, state: dict[str, Any]) -> None:
        kept = state.get("limit", "")
        if self._led_here:
            return
        if isinstance(kept, str) and kept in LIMITS and kept != self.limit:
            self.limit_to(kept)
        super().recall(state)
