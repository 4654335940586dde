"""Activity: the journal as it grows, who did what to which note; what is new never moves what is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.message import Message
from textual.widget import Widget

from memwarden_tui.commands import Command, Words
from memwarden_tui.glyphs import look
from memwarden_tui.keys import COPY_PATH, MESSAGE, OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens import journal
from memwarden_tui.screens.activitylog import Log
from memwarden_tui.screens.activityopen import leads, open_doing
from memwarden_tui.screens.activityrows import DoingRow
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.elsewhere import history
from memwarden_tui.screens.journal import Page, Wanted
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Row

TICK = 30.0
"""Seconds after which ages are drawn anew."""
AHEAD = 100
"""Rows below the pane from which on older ones are read."""
LEADS_ELSEWHERE = {"thread": Words("Thread", "Open its thread"), "agent": Words("Agent", "Go to the agent")}


class JournalList(ListView):
    """Knows only what was read so far: whoever wants its last row has to read the rest first."""

    class LastAsked(Message):
        """A person wants to see where the journal begins."""

    def do_last(self) -> None:
        super().do_last()
        self.post_message(self.LastAsked())


def _has(name: str) -> Any:
    return lambda screen: screen.doing is not None and bool(getattr(screen.doing, name))


class ActivityScreen(ViewScreen[Page]):
    """Newest first; older records are read as one comes near them."""

    TITLE_OF_KEYS = "Activity"
    FETCHING = "Reading what happened"
    EMPTY = "Nothing recorded yet. Writes appear here as they happen."
    KEYS: ClassVar[tuple[Command, ...]] = (
        OPEN._replace(label="Version", help="Open that version",
                show=lambda s: s.doing is not None and leads(s.doing) != "",
                called=lambda s: LEADS_ELSEWHERE.get(leads(s.doing))),
        Command("history", "h", "History", "History of this note", footer=4, show=_has("plain_note"),
                unless="It is of no note."),
        Command("by_agent", "b", "Agent", "Only this agent, or all", footer=5,
                show=lambda s: bool(s.wanted.by) or _has("by")(s)),
        Command("on_note", "t", "Note", "Only this note, or all", footer=6,
                show=lambda s: bool(s.wanted.note) or _has("note")(s)),
        Command("of_act", "w", "Act", "Only acts like this", footer=7,
                show=lambda s: bool(s.wanted.what) or _has("act")(s)),
        MESSAGE._replace(show=lambda s: _has("by")(s) and s.doing.by != s.memory.me,
                unless="Nobody else is known to have done it."),
        COPY_PATH._replace(show=_has("note")),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.wanted = Wanted()
        self._log = Log()
        self._reading = False

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.acts = ListPane("Activity", view=JournalList, empty=self.EMPTY, id="acts")
        yield self.acts

    def on_mount(self) -> None:
        self.watch(self.acts.list, "scroll_y", self._scrolled, init=False)
        self.watch(self.acts.list, "needle", self._scrolled, init=False)
        self.set_interval(TICK, self._show_rows)

    def fetch(self) -> Page:
        return journal.newest(self.memory, self.wanted, self._log.first)

    def fill(self, data: Page) -> None:
        if data.wanted != self.wanted:
            self.reload()
            return
        self._log.take(data, self.memory.now)
        self._show_rows()

    def _show_rows(self) -> None:
        self.acts.list.show(self._log.rows)
        self._scrolled()
        self._say_how_many()

    def _say_how_many(self) -> None:
        tokens, wanted = look(self).tokens, self.wanted
        title = "Activity" + (f" by {wanted.by}" if wanted.by else "") + (f" on {wanted.note}" if wanted.note else "")
        self.acts.rule.title = safe(title + (f", {wanted.what}" if wanted.what else ""))
        count, fresh = self._log.count, self._log.new
        new = f"{fresh:,} new, g shows {'it' if fresh == 1 else 'them'}    " if fresh else ""
        ends = f"{count:,}{'' if self._log.done else '+'}" if count else ""
        self.acts.rule.right = Text.assemble((new, f"bold {tokens.accent}"), (ends, tokens.muted))

    # Older ones

    def _scrolled(self) -> None:
        if self._log.new and self.acts.list.scroll_offset.y <= 1:
            self._log.new = 0
            self._say_how_many()
        self._read_on()

    def _read_on(self) -> None:
        """Read a page more where the end of what was read is near."""
        shown = self.acts.list
        below = shown.virtual_size.height - shown.scroll_offset.y - shown.size.height
        if self.is_current and self._log.last and below < AHEAD and not (self._log.done or self._reading):
            self._reading = True
            self.run_worker(self._finish(self._read_older()), group="older")

    async def _read_older(self, *, all: bool = False) -> None:
        wanted, before = self.wanted, self._log.last
        size = journal.REST if all or self.acts.list.needle else journal.PAGE
        doing = "Reading all that happened" if all else ""
        log, last = self._log, self._log.rows[-1:]

        def read() -> tuple[Page, list[Row]]:
            page = journal.older(self.memory, wanted, before, size=size, all=all)
            return page, log.older(page, self.memory.now)

        try:
            page, rows = await self.warden.in_thread(read, doing)
        finally:
            self._reading = False
        if log is self._log and before == log.last and log.rows[-1:] == last:
            log.take_older(page, rows)
            self._show_rows()

    @on(JournalList.LastAsked)
    def _to_the_last(self) -> None:
        if self._log.last and not self._log.done:
            self.run_worker(self._finish(self._read_all()), group="older", exclusive=True)

    async def _read_all(self) -> None:
        self._reading = True
        await self._read_older(all=True)
        ListView.do_last(self.acts.list)

    # What is chosen

    @property
    def doing(self) -> Doing | None:
        row = self.acts.list.row if self.is_mounted else None
        return row.doing if isinstance(row, DoingRow) else None

    def show_only(self, *, by: str = "", note: str = "", what: str = "") -> None:
        """Show only what one agent did, what was done to one note, or one kind of act."""
        self._want(Wanted(by, note, what))

    def _want(self, wanted: Wanted) -> None:
        if wanted == self.wanted:
            return
        self.wanted, self._log = wanted, Log()
        self.acts.list.empty = "Nothing like that was recorded. {esc} shows all." if wanted else self.EMPTY
        self.reload()

    def do_by_agent(self) -> None:
        self._want(self.wanted._replace(by="" if self.wanted.by or not self.doing else self.doing.by))

    def do_on_note(self) -> None:
        self._want(self.wanted._replace(note="" if self.wanted.note or not self.doing else self.doing.note))

    def do_of_act(self) -> None:
        kind = self.doing.kind if self.doing else ""
        self._want(self.wanted._replace(what="" if self.wanted.what else kind))

    @property
    def can_leave(self) -> bool:
        return super().can_leave or bool(self.wanted)

    def do_back(self) -> None:
        stoppable = self.warden.desk.stoppable is not None
        if self.wanted and not self.acts.is_filtered and not stoppable:
            self._want(Wanted())
        else:
            super().do_back()

    # What can be done

    def do_open(self) -> None:
        if self.doing is not None:
            self.run_worker(self._finish(open_doing(self.warden, self.doing)), group="commands")

    @on(ListView.Opened, "#acts-list")
    def _opened(self) -> None:
        self.do_open()

    def do_history(self) -> None:
        if self.doing is not None:
            self.app.push_screen(history(self.doing.note))

    def do_message(self) -> None:
        if self.doing is not None:
            self.app.push_screen(ComposeScreen(to=self.doing.by, about=self.doing.plain_note))

    def do_copy_path(self) -> None:
        if self.doing is not None:
            self.app.copy_to_clipboard(self.doing.note)
            self.warden.say(f"Copied {self.doing.note}.")

    # What is kept over a restart

    def remember(self) -> dict[str, Any]:
        return {**super().remember(), "wanted": [self.wanted.by, self.wanted.note, self.wanted.what]}

    def recall(self, state: dict[str, Any]) -> None:
        if self.wanted:
            return
        match state.get("wanted"):
            case [str(by), str(note), str(what)]:
                self._want(Wanted(by, note, what))
        super().recall(state)
