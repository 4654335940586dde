"""The queue of everything that waits on a person, with what the thing under the cursor is about beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text
from textual import events, on
from textual.widget import Widget

from memwarden.memory.review import ItemKind, ReviewItem
from memwarden_tui.glyphs import look
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.reviewlately import Lately, LatelyLine, lately
from memwarden_tui.screens.reviewpreview import preview_of
from memwarden_tui.screens.reviewrows import ItemRow
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.preview import PreviewPane
from memwarden_tui.wording import short_age

TICK = 30.0
"""Seconds after which ages are drawn anew."""


class Queue(NamedTuple):
    items: tuple[ReviewItem, ...]
    lately: Lately


class QueueScreen(ViewScreen[Queue]):
    """The order is the core's; `go_on_to` is where the cursor goes when the queue is read anew."""

    FETCHING = "Reading what waits for you"
    EMPTY = "Nothing waits for you. {2} shows the notes."

    def __init__(self) -> None:
        super().__init__()
        self.go_on_to = ""
        self._gone: set[tuple[str, bool]] = set()
        """Items that went while the cursor stood on them, each with whether it had been put off."""
        self._queue: Queue | None = None

    # What is shown

    def compose_above(self) -> Iterable[Widget]:
        yield LatelyLine()

    def compose_body(self) -> Iterable[Widget]:
        self.pane = ListPane("Waiting for you", spacious=True, empty=self.EMPTY, id="queue")
        self.preview = PreviewPane(id="preview")
        yield self.pane
        yield self.preview

    def on_mount(self) -> None:
        self.set_interval(TICK, self._show_rows)

    def fetch(self) -> Queue:
        return Queue(self.warden.queue.ask(), lately(self.memory, self.warden.keeping.left))

    def fill(self, data: Queue) -> None:
        back = self._came_back(data.items)
        self._queue = data
        self.query_one(LatelyLine).show(data.lately)
        self._show_rows()
        if target := back or self.go_on_to:
            self.pane.list.go_to(target)
            self.go_on_to = ""
        self._look_at(self.item)

    def _came_back(self, items: Sequence[ReviewItem]) -> str:
        """The item that was dealt with under the cursor and waits again, as after an undo."""
        here = {(item.id, item.later) for item in items}
        if self.item is not None:
            self._gone |= {(self.item.id, self.item.later)} - here
        back = next((name for name, _ in self._gone & here), "")
        self._gone -= here
        return back

    def _show_rows(self) -> None:
        """The rows for this width, with the ages of now."""
        if self._queue is None:
            return
        now, height = self.memory.now(), 1 if self.is_narrow else 2
        rows = [ItemRow(item.id, item, short_age(item.at, now), height) for item in self._queue.items]
        self.pane.list.show(rows)
        self.pane.rule.right = Text(f"{len(rows)}", look(self).tokens.text)
        self.preview.set_class(not rows, "-idle")

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
