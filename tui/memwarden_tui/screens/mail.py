"""Mail: the threads between agents and people, those that wait for you first, and the thread itself beside them."""

from __future__ import annotations

from typing import ClassVar

from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.keys import COPY_PATH, NOWHERE_BACK, OPEN
from memwarden_tui.screens import mailacts
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.mailreading import ReadingMail
from memwarden_tui.screens.mailrows import LIMITS


def _is_thread(screen: MailScreen) -> bool:
    return screen.thread is not None


class MailScreen(ReadingMail):
    """The keys; what they do to a thread stands in `mailthread`, what is shown in `mailreading`."""

    TITLE_OF_KEYS = "Mail"
    KEYS: ClassVar[tuple[Command, ...]] = (
        OPEN._replace(label="Read", help="Read the thread", footer=2, show=lambda s: s.is_narrow and s.can_open),
        Command("new", "n", "New", "New message", writes=True, footer=3),
        Command("reply", "r", "Reply", "Reply to the thread", writes=True, footer=2, show=_is_thread),
        Command("acknowledge", "a", "Acknowledge", "Acknowledge it", writes=True,
                footer=4, short="Ack", show=lambda s: mailacts.to_acknowledge(s.thread, s.memory.me) is not None,
                unless="Its sender knows already, or it is not to you."),
        Command("flag", "F", "Flag", "Flag, on or off", writes=True, footer=6, show=_is_thread),
        Command("unread", "N", "Unread", "Unread, or read", writes=True, footer=6,
                show=lambda s: mailacts.last_to(s.thread, s.memory.me) is not None, unless="It is not to you."),
        Command("limit", "l", "Limit", "Limit what is shown", footer=5, show=lambda s: s.has_list,
                unless="It is for the list: esc goes back to it."),
        Command("archive", "d", "Archive", "Archive, or bring back", writes=True, footer=4, show=_is_thread),
        Command("follow", "L", "Note", "Open the note it names", footer=8, show=lambda s: bool(s.about),
                unless="It names no note."),
        Command("back", "escape", "Back", "Back", EVERYWHERE, footer=3, show=lambda s: s.can_leave,
                unless=NOWHERE_BACK),
        Command("next_thread", "J", "Next thread", "Next thread, while one is read",
                show=_is_thread, together="Next thread, the one before"),
        Command("previous_thread", "K", "Thread before", "The thread before", show=_is_thread, joins="next_thread"),
        COPY_PATH._replace(show=_is_thread),
    )  # fmt: skip

    # What can be done

    def do_new(self) -> None:
        self.app.push_screen(ComposeScreen())

    def do_limit(self) -> None:
        names = list(LIMITS)
        self.limit_to(names[(names.index(self.limit) + 1) % len(names)])

    def do_next_thread(self) -> None:
        self.threads.list.step(1)

    def do_previous_thread(self) -> None:
        self.threads.list.step(-1)
