"""What History shows: the list of versions with the sizes below it, and the change of the one that is marked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from rich.text import Text
from textual import events, on
from textual.containers import Vertical
from textual.widget import Widget

from memwarden.memory.history import Version
from memwarden_tui import wording
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.history_data import Against, Change, Past, read_change, read_past
from memwarden_tui.screens.history_head import head
from memwarden_tui.screens.history_rows import VersionRow
from memwarden_tui.screens.history_walk import Origin, Stand, place_of, stand_in
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.facts import fact_rows
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.listview import ListView
from memwarden_tui.widgets.pieces import Band
from memwarden_tui.widgets.rule import Pane
from memwarden_tui.widgets.sizeline import size_rows

ALONE = 100
"""Columns below which the list and the change stand alone."""
PAUSE = 0.03
TITLES: dict[Against, str] = {"before": "Change from the version before", "now": "Changed since this version"}


class PastScreen(ViewScreen[Past]):
    """`stand` is the line to be kept in view when the next change is shown, the first hunk without one."""

    CRUMB = "History"
    FETCHING = "Reading the versions"

    def __init__(self, note: str, revision: str = "", line: int | None = None) -> None:
        """With the cursor on a version, by its revision or id, and on a line of the note as it is now, from 0."""
        super().__init__()
        self.note = note
        self.past: Past | None = None
        self.change: Change | None = None
        self.against: Against = "before"
        self.stand: Stand | None = None
        self.walked: list[Origin] = []
        self.alone = "versions"
        self._first = (revision, line)
        self.versions = ListPane("Versions", empty="Nothing is recorded of this note yet.", id="versions")
        self.older = BandsView(id="older")
        self.sizes = BandsView()
        self.size_pane = Pane("Size", self.sizes, id="sizes")
        self.left = Vertical(self.versions, self.older, self.size_pane, id="left")
        self.head, self.diff = BandsView(id="head"), DiffView(id="diff")
        self.change_pane = Pane(TITLES["before"], self.head, self.diff, id="change")

    def address(self) -> dict[str, Any]:
        revision = self.version.id if self.version else self._first[0]
        return {"screen": "history", "note": self.note, "revision": revision}

    def compose_body(self) -> Iterable[Widget]:
        yield from (self.left, self.change_pane)

    def on_mount(self) -> None:
        self.watch(self.versions.list, "scroll_y", self._tell_older, init=False)

    # The list

    def fetch(self) -> Past:
        return read_past(self.memory, self.note)

    def fill(self, data: Past) -> None:
        was, self.past = self.past, data
        self.breadcrumb.path = safe(self.note)
        self.breadcrumb.right = self._summary(data)
        self.versions.rule.right = f"{len(data.rows):,}"
        self.versions.list.show(data.rows)
        if was is None:
            self._begin(data)
        elif self.version is not None:
            self.load()
        self.call_after_refresh(self._tell_older)

    def _begin(self, past: Past) -> None:
        prefix, line = self._first
        chosen = next((one for one in past.versions if prefix and _is_named(one, prefix)), None)
        if chosen is not None:
            self.versions.list.go_to(chosen.id)
        version = chosen or next(iter(past.versions), None)
        if line is not None and version is not None:
            self.beside(partial(self._find_stand, past, version, line), "stand")

    async def _find_stand(self, past: Past, version: Version, line: int) -> None:
        self.stand = await self.warden.in_thread(partial(stand_in, self.memory, past, version, line))
        if self.change is not None and self.change.version.id == version.id:
            self.load()

    def _summary(self, past: Past) -> Text:
        tokens, now = look(self).tokens, past.now
        if not past.versions:
            return Text()
        first = past.versions[-1]
        if len(past.versions) == 1:
            found = "found" if first.act == "found" else "written"
            only = "one version, " if self.is_narrow else "one version only: the note as it was "
            return Text(f"{only}{found} on {wording.day(first.at, now)}", tokens.muted)
        losses = sum(row.tone == "danger" for row in past.rows)
        lost = (wording.many(losses, "loss", "losses"), tokens.danger) if losses else ("nothing lost", tokens.muted)
        return Text.assemble((f"first seen {wording.day(first.at, now)}   ", tokens.muted), lost)

    def _tell_older(self) -> None:
        """How many versions lie below the list's last row."""
        listed, past = self.versions.list, self.past
        below = len(listed.rows) - round(listed.scroll_y) - listed.size.height
        says = ""
        if past is not None and below > 0:
            says = f"{below:,} older, to {wording.day(past.versions[-1].at, past.now)}"
        self.older.show(lambda _width, _look: [Band(((f"{' ' * 9}{says}", "muted"),))] if says else [])

    @property
    def version(self) -> Version | None:
        """The version under the list's cursor."""
        row = self.versions.list.row
        return row.version if isinstance(row, VersionRow) else None

    @property
    def place(self) -> int:
        """Of that version among all, newest 0; -1 where there is none."""
        return self.past.at(self.version.id) if self.past and self.version else -1

    @on(ListView.Highlighted, "#versions-list")
    def load(self) -> None:
        """Read the change of the version under the cursor."""
        version = self.version
        if self.past is None or version is None:
            return
        self._show_size(self.past, version)
        self.beside(partial(self._load, self.past, version), "change")

    async def _load(self, past: Past, version: Version) -> None:
        if self.change is not None:
            await asyncio.sleep(PAUSE)
        read = partial(read_change, self.memory, past, version, self.against)
        self._show(past, await self.warden.in_thread(read, "Comparing"))

    def _show_size(self, past: Past, version: Version) -> None:
        sizes = [size for size in past.sizes if size]
        self.size_pane.rule.right = wording.sizes(min(sizes), max(sizes)) if sizes else ""
        at, label = len(past.versions) - 1 - past.at(version.id), wording.ago(version.at, past.now)
        self.sizes.show(lambda width, shown: size_rows(past.sizes, at, label, width, shown))

    # The change

    def _show(self, past: Past, change: Change) -> None:
        was, self.change = self.change, change
        lines, model = head(past, change), change.model or DiffModel((), (), ())
        self.head.show(lambda width, shown: fact_rows(lines, width, shown))
        self.change_pane.rule.title = TITLES[change.against]
        minus = look(self).glyphs.minus
        self.change_pane.rule.right = f"+{model.added:,} {minus}{model.removed:,}"
        stand, self.stand = self.stand, None
        if stand is None and was is not None and _same(was, change):
            self.refresh_bindings()
            return
        place = -1
        if stand is not None:
            model, place = place_of(model, stand)
        self.diff.show_diff(model, numbers="before")
        if place >= 0:
            self.diff.cursor = place
        elif model.hunks:
            self.diff.go_to_hunk(0)
        self.refresh_bindings()

    def go_to(self, origin: Origin) -> None:
        """A line of a version."""
        self.stand = origin.stand
        if self.version is not None and self.version.id == origin.version:
            self.load()
        elif not self.versions.list.go_to(origin.version):
            self.versions.close_filter()
            self.versions.list.go_to(origin.version)

    # One of the two where there is no room

    @property
    def is_alone(self) -> bool:
        return self.app.size.width < ALONE

    def show_alone(self, name: str) -> None:
        self.alone = name
        self._arrange(self.app.size.width)
        (self.diff if name == "change" else self.versions.list).focus()
        self.refresh_bindings()

    def _arrange(self, width: int) -> None:
        self.left.set_class(width < ALONE and self.alone != "versions", "-away")
        self.change_pane.set_class(width < ALONE and self.alone != "change", "-away")

    @on(ListView.Opened, "#versions-list")
    def _opened(self) -> None:
        self.show_alone("change")

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)
        self.call_after_refresh(self._tell_older)

    def on_screen_resume(self) -> None:
        self._arrange(self.app.size.width)


def _is_named(version: Version, prefix: str) -> bool:
    return version.id.startswith(prefix) or (version.revision or "").startswith(prefix)


def _same(was: Change, change: Change) -> bool:
    return was.version.id == change.version.id and was.against == change.against and was.model == change.model
