"""Review: one queue of everything that waits on a person, with what each thing is about beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.text import Text
from textual import events, on
from textual.widget import Widget

from memwarden.memory.review import ItemKind, ReviewItem
from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.keys import COPY_PATH, MESSAGE, OPEN
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.elsewhere import compose, history
from memwarden_tui.screens.reviewacts import answer, can_admit, can_dismiss, can_restore, is_loss, open_item
from memwarden_tui.screens.reviewlately import Lately, lately, lately_line, parse_time
from memwarden_tui.screens.reviewpreview import preview_of
from memwarden_tui.screens.reviewrestore import RestoreScreen
from memwarden_tui.screens.reviewrows import ItemRow
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.preview import PreviewPane
from memwarden_tui.wording import short_age

TICK = 30.0
"""Seconds after which ages are drawn anew."""


@dataclass(frozen=True, slots=True)
class Queue:
    items: tuple[ReviewItem, ...]
    lately: Lately


class LatelyLine(Widget):
    """The row under the header."""

    DEFAULT_CSS = "LatelyLine { height: 1; width: 1fr; padding: 0 1; }"
    said: Lately | None = None

    def show(self, said: Lately) -> None:
        self.said = said
        self.refresh()

    def render(self) -> Text:
        narrow = self.screen.size.width < 100
        width = self.content_size.width
        return lately_line(self.said, width, look(self), narrow=narrow) if self.said else Text()


class ReviewScreen(ViewScreen[Queue]):
    """The order is the core's; after an act the cursor stands on the next thing."""

    TITLE_OF_KEYS = "Review"
    FETCHING = "Reading what waits for you"
    EMPTY = "Nothing waits for you. {2} shows the notes."
    KEYS = (
        OPEN,
        Command("restore", "r", "Restore", "Restore what was removed", writes=True, footer=3,
                show=lambda s: can_restore(s.item)),
        Command("restore_some", "s", "Restore some", "Restore some of it", writes=True, footer=4, short="Some",
                show=lambda s: can_restore(s.item)),
        Command("accept", "a", "Accept", "Accept as meant", writes=True, footer=4,
                show=lambda s: is_loss(s.item) or s.has(ItemKind.CONFIG)),
        Command("admit", "A", "Let in", "Make the refused write after all", writes=True, footer=4,
                show=lambda s: can_admit(s.item)),
        Command("release", "R", "Release", "Let it write again", writes=True, footer=3,
                show=lambda s: s.has(ItemKind.HELD)),
        Command("dismiss", "d", "Dismiss", "Dismiss: seen, nothing to do", writes=True, footer=4,
                show=lambda s: can_dismiss(s.item)),
        Command("later", "z", "Later", "Later: to the end of the queue", writes=True, footer=9,
                show=lambda s: s.item is not None and not s.item.later),
        Command("history", "h", "History", "History of this note", footer=5, show=lambda s: bool(s.note)),
        Command("message", MESSAGE.keys, MESSAGE.label, MESSAGE.help, writes=True, footer=6,
                show=lambda s: bool(s.writer)),
        Command("copy_path", COPY_PATH.keys, COPY_PATH.label, COPY_PATH.help, show=lambda s: bool(s.note)),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._queue: Queue | None = None
        self._opened: datetime | None = None
        self._looked: datetime | None = None
        self._next = ""

    # What is shown

    def compose_above(self) -> Iterable[Widget]:
        yield LatelyLine()

    def compose_body(self) -> Iterable[Widget]:
        self.pane = ListPane("Waiting for you", spacious=True, empty=self.EMPTY, id="queue")
        self.preview = PreviewPane(id="preview")
        yield self.pane
        yield self.preview

    def on_mount(self) -> None:
        self._looked = parse_time(self.warden.keeping.of(self).get("looked"))
        self.set_interval(TICK, self._show_rows)

    def fetch(self) -> Queue:
        self._opened = self._opened or self.memory.now()
        return Queue(self.memory.review(), lately(self.memory, self._looked, self._opened))

    def fill(self, data: Queue) -> None:
        self._queue = data
        self.query_one(LatelyLine).show(data.lately)
        self._show_rows()
        if self._next:
            self.pane.list.go_to(self._next)
            self._next = ""
        self._look_at(self.item)

    def _show_rows(self) -> None:
        """The rows for this width, with the ages of now."""
        if self._queue is None:
            return
        now, height = self.memory.now(), 1 if self.is_narrow else 2
        rows = [ItemRow(item.id, item, short_age(item.at, now), height) for item in self._queue.items]
        self.pane.list.show(rows)
        self.pane.rule.right = Text(f"{len(rows)}", look(self).tokens.text)
        self.preview.display = bool(rows)

    def on_resize(self, event: events.Resize) -> None:
        self.preview.pack(event.size.width < 100)
        self.call_after_refresh(self._show_rows)

    @on(ListView.Highlighted, "#queue-list")
    def _highlighted(self, event: ListView.Highlighted) -> None:
        self._look_at(event.row.item if isinstance(event.row, ItemRow) else None)

    def _look_at(self, item: ReviewItem | None) -> None:
        if item is not None:
            self.beside(self._preview, "preview")

    async def _preview(self) -> None:
        """Of the item that is under the cursor by now."""
        if (item := self.item) is None:
            return
        made = await self.warden.in_thread(lambda: preview_of(self.memory, item, look(self).glyphs))
        if self.item is not None and self.item.id == item.id:
            self.preview.show(made)

    def remember(self) -> dict[str, Any]:
        return {**super().remember(), "looked": self.memory.now().isoformat()}

    # What is under the cursor

    @property
    def item(self) -> ReviewItem | None:
        row = self.pane.list.row
        return row.item if isinstance(row, ItemRow) else None

    @property
    def note(self) -> str:
        return self.item.note if self.item and not self.has(ItemKind.CONFIG) else ""

    @property
    def writer(self) -> str:
        """Who did it, where that is somebody else."""
        return self.item.by if self.item and self.item.by != self.memory.me else ""

    def has(self, kind: ItemKind) -> bool:
        return self.item is not None and self.item.kind is kind

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
        self._next = after

    def do_history(self) -> None:
        if self.item is not None:
            self.app.push_screen(history(self.note))

    def do_message(self) -> None:
        if self.item is not None:
            self.app.push_screen(compose(to=self.writer, about=self.note))

    def do_copy_path(self) -> None:
        self.app.copy_to_clipboard(self.note)
        self.warden.say(f"Copied {self.note}.")
