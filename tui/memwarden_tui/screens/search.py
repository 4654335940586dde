"""Search the text of all notes as one types, with the note beside what was found."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from textual import on
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget

from memwarden.errors import MemwardenError
from memwarden.memory.search import Hit
from memwarden_tui.commands import Command
from memwarden_tui.safe import safe
from memwarden_tui.screens import elsewhere
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.notes_page import Page, read_text
from memwarden_tui.screens.search_rows import HitRow, hit_rows, pattern, summary
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.notepane import NotePane
from memwarden_tui.widgets.rule import Pane

PAUSE = 0.08
"""Seconds without a key after which the notes are searched."""
LIMIT = 500
START = "Type words, in any order; words in quotes stand together. {enter} opens the line."


class SearchField(Field):
    """The words to look for; what is found moves below it."""

    KEYS = (
        Command("submit", "enter", "Open", "Open the note at this line", footer=1),
        Command("leave", "escape", "Back", "Back", footer=2),
        Command("next", "down", "Next", "The next line found", together="Next, previous line found"),
        Command("previous", "up", "", "The line found before", joins="next"),
    )


class Found(NamedTuple):
    query: str
    hits: tuple[Hit, ...]


class SearchScreen(ViewScreen[Found]):
    """The field keeps the keys; the list and the note beside it follow."""

    CRUMB = "Search"
    TITLE_OF_KEYS = "Search"
    FETCHING = "Searching"
    AUTO_FOCUS = "Input"

    def __init__(self) -> None:
        super().__init__()
        self.query_text = ""
        self.found: Found | None = None
        self._last_row = ""
        self._timer: Timer | None = None
        self._page: Page | None = None
        self.field = SearchField("/", "search all text", id="query")
        self.list = ListView(empty=START, id="hits-list")
        self.hits = Pane("Lines", self.list, id="hits")
        self.note_pane = NotePane(id="note")

    def address(self) -> dict[str, Any]:
        return {"screen": "search"}

    def compose_body(self) -> Iterable[Widget]:
        yield Vertical(self.field, Horizontal(self.hits, self.note_pane, id="found"), id="search")

    def on_mount(self) -> None:
        self.list.lit = self.hits.rule.active = True
        self.note_pane.view.show_gutter = False
        self._take_up()

    def _take_up(self) -> None:
        """What was looked for last, marked: it goes with the first letter that is typed."""
        kept = self.warden.keeping.of(self)
        self.field.value, self._last_row = str(kept.get("query", "")), str(kept.get("row", ""))
        self.field.input.action_select_all()

    def on_unmount(self) -> None:
        self.warden.keeping.put(self, self.remember())

    # Typing

    @on(Field.Changed, "#query")
    def _typed(self, event: Field.Changed) -> None:
        self.query_text = event.value
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(PAUSE, self.reload)

    def fetch(self) -> Found:
        query = self.query_text
        return Found(query, self.memory.search(query, LIMIT))

    def fill(self, data: Found) -> None:
        self.found = data
        self.list.empty = START if not data.query.strip() else f'Nothing holds "{_plain(data.query)}".'
        self.list.show(list(hit_rows(data.hits, data.query)))
        self.list.go_to(self._last_row)
        self._last_row = ""
        self.hits.rule.right = summary(data.hits, LIMIT) if data.query.strip() else ""
        if self.list.row is None:
            self._page = None
            self.note_pane.say("", "")

    @on(Field.Moved, "#query")
    def _move(self, event: Field.Moved) -> None:
        if event.step > 0:
            self.list.do_down()
        else:
            self.list.do_up()

    @on(Field.Left, "#query")
    def _leave(self) -> None:
        self.dismiss()

    # What was found

    @on(ListView.Highlighted, "#hits-list")
    def _choose(self) -> None:
        if isinstance(row := self.list.row, HitRow):
            self.beside(partial(self._preview, row.hit), "preview")

    async def _preview(self, hit: Hit) -> None:
        if self._page is None or self._page.path != hit.note:
            try:
                self._page = await self.warden.in_thread(partial(read_text, self.memory, hit.note))
            except MemwardenError as error:
                self._page = None
                self.note_pane.say(hit.note, _plain(str(error)))
                return
            self.note_pane.show(hit.note, self._page.lines, (), cursor=hit.line - 1)
        self.note_pane.view.cursor = hit.line - 1
        self.note_pane.view.mark(pattern(self.query_text))

    @on(Field.Submitted, "#query")
    def _submitted(self) -> None:
        self.list.action_open()

    @on(ListView.Opened, "#hits-list")
    def _opened(self, event: ListView.Opened) -> None:
        if isinstance(row := event.row, HitRow):
            self.dismiss()
            self.app.run_worker(elsewhere.go_to_note(self.warden, row.hit.note, row.hit.line - 1))

    # What is kept

    def remember(self) -> dict[str, Any]:
        row = self.list.row.id if self.list.row else self._last_row
        return {**super().remember(), "query": self.query_text, "row": row}


def _plain(text: str) -> str:
    """Safe, and without the braces that mark keys in a sentence."""
    return safe(text).replace("{", "(").replace("}", ")")
