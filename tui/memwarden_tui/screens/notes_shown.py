"""The note that is read, and what the inspector says of it; what is read stays in place when the note changes."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import NamedTuple

from textual import on

from memwarden.memory.whereabouts import whereabouts
from memwarden.text.diff import diff_bytes
from memwarden_tui.moving import line_after
from memwarden_tui.screens.notes_inspect import NOWHERE, UNTOLD, inspection
from memwarden_tui.screens.notes_listing import Standing
from memwarden_tui.screens.notes_page import Page, read_past
from memwarden_tui.screens.notes_panes import NotesPanes
from memwarden_tui.screens.notes_seen import Seen
from memwarden_tui.widgets.inspection import Inspection
from memwarden_tui.widgets.lineview import LineView

EMPTY = "The note is empty. {e} writes into it, {h} shows what it held."
PAUSE = 0.04
"""Seconds that a cursor rests before what it points at is read."""
REST = 0.15
"""Seconds that a note is shown before it is asked how far it has come."""
LOOK = 2.0
"""Seconds after which a note that is shown has been looked at."""


class Place(NamedTuple):
    """A note, and a line of it counted from 0."""

    note: str = ""
    line: int = 0


class PageScreen(NotesPanes):
    """`wanted` is what should be read, `page` what is; both are empty on a link that leads to no note."""

    def __init__(self) -> None:
        super().__init__()
        self.page: Page | None = None
        self.wanted = Place()
        self._seen = Seen()
        self._standing = Standing()
        self._shown_at = 0.0
        self._inspected = ""
        self._past = UNTOLD
        self._stands = NOWHERE

    def _show(self, page: Page, line: int) -> None:
        was = self.page
        same = was is not None and was.path == page.path
        if page.path != self.wanted.note or (same and was and was.whole and not page.whole):
            return
        self.page = page
        if page.whole:
            self.beside(self._find_whereabouts, "whereabouts")
        if was is not None and same:
            self._change(was, page)
        else:
            self._stands = NOWHERE
            self._shown_at = monotonic()
            self.note_pane.show(page.path, page.lines, page.marks, cursor=line)
        if not page.data:
            self.note_pane.say(page.path, "The note is empty." if self.warden.readonly else EMPTY)
        self.refresh_bindings()

    def _change(self, was: Page, page: Page) -> None:
        if was.data == page.data and was.marks == page.marks:
            self._inspect()
            return
        hunks = diff_bytes(was.data, page.data)
        self.note_pane.change(page.lines, page.marks, partial(line_after, hunks))

    def _look_away(self) -> None:
        if self.page is not None and self.page.whole and monotonic() - self._shown_at >= LOOK:
            self._seen.looked(self.page.path, self.page.now)

    def _say_nothing(self, path: str, says: str) -> None:
        self.page = None
        self.note_pane.say(path, says)
        self._inspect()

    # The inspector

    @on(LineView.CursorMoved, "#note-text")
    def _on_line(self) -> None:
        self._past = UNTOLD
        self._inspect()
        self.beside(self._find_past, "past")

    async def _find_past(self) -> None:
        """How this line came, told once the cursor rests."""
        await asyncio.sleep(PAUSE)
        page, line = self.page, self.note_pane.view.cursor
        if page is None or not page.whole or line >= len(page.authors) or not page.authors[line].record:
            return
        self._past = await self.warden.in_thread(partial(read_past, self.memory, page, line))
        if self._past != UNTOLD and page is self.page:
            self._inspect()

    async def _find_whereabouts(self) -> None:
        """How far the note has come, asked once one stays with it."""
        await asyncio.sleep(REST)
        if (page := self.page) is None:
            return
        self._stands = await self.warden.in_thread(partial(whereabouts, self.memory, page.path))
        if page is self.page:
            self._inspect()

    def _inspect(self) -> None:
        line, page = self.note_pane.view.cursor, self.page
        self.side.rule.title = f"Line {line + 1:,}" if page and page.data else "Inspector"
        findings = self._standing.findings.get(self.wanted.note, ())
        found = (
            inspection(page, line, past=self._past, findings=findings, stands=self._stands) if page else Inspection()
        )
        self.inspector.inspect(found, keep=self._inspected == self.wanted.note)
        self._inspected = self.wanted.note
        self.refresh_bindings()
