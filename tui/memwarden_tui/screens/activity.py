"""Activity: the journal as it grows, who did what to which note; what is new never moves what is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.message import Message
from textual.widget import Widget

from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.keys import COPY_PATH, MESSAGE, OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens import journal
from memwarden_tui.screens.activityrows import DoingRow, day_of, rows_of
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.compose import ComposeScreen
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.elsewhere import go_to_agent, go_to_thread, history
from memwarden_tui.screens.journal import Page, Wanted
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.rows import Heading, Row

TICK = 30.0
"""Seconds after which ages are drawn anew."""
AHEAD = 100
"""Rows below the pane from which on older ones are read."""


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
        replace(OPEN, label="Version", help="Open that version", show=lambda s: s.doing is not None),
        Command("history", "h", "History", "History of this note", footer=4, show=_has("shown_note")),
        Command("by_agent", "b", "Agent", "Only this agent, or all", footer=5,
                show=lambda s: bool(s.wanted.by) or _has("by")(s)),
        Command("on_note", "t", "Note", "Only this note, or all", footer=6,
                show=lambda s: bool(s.wanted.note) or _has("note")(s)),
        Command("of_act", "w", "Act", "Only acts like this", footer=7,
                show=lambda s: bool(s.wanted.what) or _has("act")(s)),
        replace(MESSAGE, show=lambda s: _has("by")(s) and s.doing.by != s.memory.me),
        replace(COPY_PATH, show=_has("note")),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.wanted = Wanted()
        self._rows: list[Row] = []
        self._first = self._last = ""
        self._done = self._reading = False
        self._new = 0

    # What is shown

    def compose_body(self) -> Iterable[Widget]:
        self.acts = ListPane("Activity", view=JournalList, empty=self.EMPTY, id="acts")
        yield self.acts

    def on_mount(self) -> None:
        self.watch(self.acts.list, "scroll_y", self._scrolled, init=False)
        self.watch(self.acts.list, "needle", self._scrolled, init=False)
        self.set_interval(TICK, self._show_rows)

    def fetch(self) -> Page:
        return journal.newest(self.memory, self.wanted, self._first)

    def fill(self, data: Page) -> None:
        if data.wanted != self.wanted:
            self.reload()
            return
        clock = self.memory.now
        if data.anew:
            self._rows, self._new = rows_of(data.doings, data.faces, clock, after=None), 0
            self._last, self._done = data.last, data.done
        elif data.doings:
            fresh = rows_of(data.doings, data.faces, clock, after=None)
            same_day = day_of(fresh) == day_of(self._rows[:2])
            self._rows = fresh + (self._rows[1:] if same_day else _spaced(self._rows))
            self._new += len(data.doings)
        self._first = data.first or self._first
        self._show_rows()

    def _show_rows(self) -> None:
        self.acts.list.show(self._rows)
        self._scrolled()
        self._say_how_many()

    def _say_how_many(self) -> None:
        tokens, wanted = look(self).tokens, self.wanted
        title = "Activity" + (f" by {wanted.by}" if wanted.by else "") + (f" on {wanted.note}" if wanted.note else "")
        self.acts.rule.title = safe(title + (f", {wanted.what}" if wanted.what else ""))
        count = sum(isinstance(row, DoingRow) for row in self._rows)
        new = f"{self._new:,} new, g shows " + ("it" if self._new == 1 else "them") + "    " if self._new else ""
        ends = f"{count:,}{'' if self._done else '+'}" if count else ""
        self.acts.rule.right = Text.assemble((new, f"bold {tokens.accent}"), (ends, tokens.muted))

    # Older ones

    def _scrolled(self) -> None:
        if self._new and self.acts.list.scroll_offset.y <= 1:
            self._new = 0
            self._say_how_many()
        self._read_on()

    def _read_on(self) -> None:
        """Read a page more where the end of what was read is near."""
        shown = self.acts.list
        below = shown.virtual_size.height - shown.scroll_offset.y - shown.size.height
        if self.is_current and self._last and below < AHEAD and not (self._done or self._reading):
            self._reading = True
            self.run_worker(self._finish(self._read_older()), group="older")

    async def _read_older(self, *, all: bool = False) -> None:
        wanted, before = self.wanted, self._last
        size = journal.REST if all or self.acts.list.needle else journal.PAGE
        doing = "Reading all that happened" if all else ""
        try:
            page = await self.warden.in_thread(
                lambda: journal.older(self.memory, wanted, before, size=size, all=all), doing
            )
        finally:
            self._reading = False
        if page.wanted == self.wanted and before == self._last:
            self._rows += rows_of(page.doings, page.faces, self.memory.now, after=day_of(self._rows))
            self._last, self._done = page.last or self._last, page.done
            self._show_rows()

    @on(JournalList.LastAsked)
    def _to_the_last(self) -> None:
        if self._last and not self._done:
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
        self.wanted = wanted
        self._first = self._last = ""
        self._rows, self._new = [], 0
        self.acts.list.empty = "Nothing like that was recorded. {esc} shows all." if wanted else self.EMPTY
        self.reload()

    def do_by_agent(self) -> None:
        self._want(replace(self.wanted, by="" if self.wanted.by or not self.doing else self.doing.by))

    def do_on_note(self) -> None:
        self._want(replace(self.wanted, note="" if self.wanted.note or not self.doing else self.doing.note))

    def do_of_act(self) -> None:
        kind = self.doing.kind if self.doing else ""
        self._want(replace(self.wanted, what="" if self.wanted.what else kind))

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
            self.run_worker(self._finish(self._open(self.doing)), group="commands")

    async def _open(self, doing: Doing) -> None:
        if doing.message:
            await go_to_thread(self.warden, doing.message)
        elif doing.agent:
            await go_to_agent(self.warden, doing.agent)
        elif doing.note:
            self.app.push_screen(history(doing.note, doing.revision))
        else:
            self.warden.say("That changed no note.")

    @on(ListView.Opened, "#acts-list")
    def _opened(self) -> None:
        self.do_open()

    def do_history(self) -> None:
        if self.doing is not None:
            self.app.push_screen(history(self.doing.note))

    def do_message(self) -> None:
        if self.doing is not None:
            self.app.push_screen(ComposeScreen(to=self.doing.by, about=self.doing.shown_note))

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


def _spaced(rows: list[Row]) -> list[Row]:
    """The rows with a blank line above the heading that was the first of all."""
    first = [Heading(row.title) if isinstance(row, Heading) else row for row in rows[:1]]
    return [*first, *rows[1:]]
