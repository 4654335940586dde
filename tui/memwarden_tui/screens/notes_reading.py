"""Reading notes: the list decides which one, links lead on, and it is taken up again after a restart."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from textual import on

from memwarden.errors import MemwardenError
from memwarden_tui.safe import safe
from memwarden_tui.screens.notes_listing import Listing, read_listing, standing_of
from memwarden_tui.screens.notes_page import Page, complete, read_text
from memwarden_tui.screens.notes_shown import PAUSE, PageScreen, Place
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.notetree import MissingRow, NoteRow, with_states

WAIT = 0.1
"""Seconds that the text waits for its authors, so that both come at once."""


class ReadingScreen(PageScreen):
    """The list's cursor decides what is read, until a link or another screen asks for something else."""

    FETCHING = "Reading the notes"

    def __init__(self) -> None:
        super().__init__()
        self.trail: list[Place] = []
        self._kept = Place()
        self._asked = False

    # The list

    def fetch(self) -> Listing:
        return read_listing(self.memory, self.listing)

    def fill(self, data: Listing) -> None:
        if data is not self.listing:
            self.listing = data
            self._arrange(self.app.size.width)
            self.tree_pane.rule.title, self.tree_pane.rule.right = data.title, f"{data.count:,}"
            self.tree_pane.list.show(with_states(data.rows, self._standing.states))
        if not data.graph.whole:
            self.reload()
        self.beside(self._look_for_states, "standing")
        if self.wanted.note:
            self.beside(partial(self._read, self.wanted, 0.0), "renewal")

    async def _look_for_states(self) -> None:
        try:
            found = await self.warden.in_thread(lambda: standing_of(self.warden.queue.ask()))
        except MemwardenError:
            return
        others, self._standing = found.states != self._standing.states, found
        if self.listing is not None and others:
            self.tree_pane.list.show(with_states(self.listing.rows, self._standing.states))
        self._inspect()

    @property
    def missing(self) -> MissingRow | None:
        """The link without a note that the list's cursor is on."""
        row = self.tree_pane.list.row
        return row if isinstance(row, MissingRow) and not self.wanted.note else None

    @on(ListView.Highlighted, "#tree-list")
    def _choose(self) -> None:
        row = self.tree_pane.list.row
        if self._asked:
            self._asked = False
        elif isinstance(row, NoteRow) and row.path != self.wanted.note:
            line = self._kept.line if self._kept.note == row.path else 0
            self.want(Place(row.path, line), pause=PAUSE if self.page else 0.0)
        elif isinstance(row, MissingRow):
            self.want(Place())
            self._say_missing(row)

    @on(ListView.Opened, "#tree-list")
    def _open_row(self, event: ListView.Opened) -> None:
        if isinstance(event.row, NoteRow):
            if event.row.path != self.wanted.note:
                self.want(Place(event.row.path))
            self.show_pane("note")
        elif isinstance(event.row, MissingRow) and event.row.source:
            self.go(Place(event.row.source, event.row.line - 1))

    def _say_missing(self, row: MissingRow) -> None:
        says = row.says.replace("{", "(").replace("}", ")")
        if row.can_create:
            says += " It may still be on its way from another machine."
        ways = ["{enter} goes to the link"] if row.source else []
        ways += ["{n} creates the note"] if row.can_create and not self.warden.readonly else []
        says += f" {', '.join(ways)}." if ways else ""
        self._say_nothing(row.target, says)

    # The note

    def go(self, place: Place, *, back: bool = True) -> None:
        """Read a note at a line; `back` remembers where one was."""
        if back and self.wanted.note:
            self.trail.append(Place(self.wanted.note, self.note_pane.view.cursor))
        if self.page is not None and self.page.path == place.note:
            self.note_pane.view.cursor = place.line
        else:
            self.want(place)
        self._point_at(place.note)
        self.show_pane("note")

    def _point_at(self, note: str) -> bool:
        """Put the list's cursor on a note, where the list has it."""
        rows = self.listing.rows if self.listing else ()
        row = next((row for row in rows if isinstance(row, NoteRow) and row.path == note), None)
        if row is not None and not self.tree_pane.list.go_to(row.id) and self.tree_pane.is_filtered:
            self.tree_pane.close_filter()
            self.tree_pane.list.go_to(row.id)
        return row is not None

    def want(self, place: Place, *, pause: float = 0.0) -> None:
        self._look_away()
        self.wanted, self._kept = place, Place()
        if place.note:
            self.beside(partial(self._read, place, pause), "page")

    async def _read(self, place: Place, pause: float) -> None:
        """Show the text, with its authors if they are known soon, else without them until they are."""
        await asyncio.sleep(pause)
        try:
            page = await self.warden.in_thread(partial(read_text, self.memory, place.note), "Reading the note")
            await self._complete(page, place)
        except MemwardenError as error:
            if place.note == self.wanted.note:
                self._say_nothing(place.note, safe(str(error)).replace("{", "(").replace("}", ")"))

    async def _complete(self, page: Page, place: Place) -> None:
        work = partial(complete, self.memory, page, self._seen.since(place.note))
        whole = asyncio.ensure_future(self.warden.in_thread(work, "Finding who wrote it"))
        try:
            await asyncio.wait({whole}, timeout=WAIT)
            if not whole.done():
                self._show(page, place.line)
            self._show(await whole, place.line)
        finally:
            whole.cancel()

    # What is kept over a restart

    def remember(self) -> dict[str, Any]:
        self._look_away()
        view = self.note_pane.view
        kept = {"note": self.wanted.note, "line": view.cursor, "pane": self.shown, "raw": view.raw}
        kept |= {"gutter": view.show_gutter, "inspector": self.inspector_open}
        return {**super().remember(), **kept, "seen": self._seen.keep()}

    def recall(self, state: dict[str, Any]) -> None:
        """What was asked for before the list was there counts more than what was read last."""
        asked = self.wanted.note
        super().recall(state)
        self._seen.take(state.get("seen"), self.warden.keeping.left)
        view, line = self.note_pane.view, state.get("line")
        view.show_gutter, view.raw = state.get("gutter") is not False, state.get("raw") is True
        self.inspector_open = state.get("inspector") is not False
        self._kept = Place(str(state.get("note", "")), line if isinstance(line, int) else 0)
        if asked:
            self._asked = not self._point_at(asked)
        elif state.get("pane") == "note" and self._kept.note:
            self.show_pane("note")
        self._arrange(self.app.size.width)
