"""What was read of the journal as rows of a list: what is new goes on top, what is older below."""

from __future__ import annotations

from collections.abc import Sequence

from memwarden_tui.screens.activityrows import Clock, DoingRow, day_of, rows_of
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.journal import Page
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.rows import Row


class Log:
    """An act of which a part came earlier stays one row. `new` counts the rows that came since it was looked at."""

    def __init__(self) -> None:
        self._faces: dict[str, Face] = {}
        self.rows: list[Row] = []
        self.first = self.last = ""
        self.done = False
        self.new = 0

    def take(self, page: Page, clock: Clock) -> None:
        """The newest page, or only what came since the last one."""
        self._faces.update(page.faces)
        self.first = page.first or self.first
        if page.anew:
            self.rows, self.new = rows_of(page.doings, self._faces, clock, after=None), 0
            self.last, self.done = page.last, page.done
        elif page.doings:
            top = next((at for at, row in enumerate(self.rows) if isinstance(row, DoingRow)), len(self.rows))
            fresh = rows_of((*page.doings, *_doings(self.rows[top : top + 1])), self._faces, clock, after=None)
            before, self.rows = self.count, fresh + self.rows[top + 1 :]
            self.new += self.count - before

    def older(self, page: Page, clock: Clock) -> list[Row]:
        """The last row anew and those of a page that begins where it ended: for a thread, of all takes long."""
        faces, after = {**self._faces, **page.faces}, day_of(self.rows)
        return rows_of((*_doings(self.rows[-1:]), *page.doings), faces, clock, after=after)

    def take_older(self, page: Page, rows: Sequence[Row]) -> None:
        self._faces.update(page.faces)
        self.rows[-1:] = rows
        self.last, self.done = page.last or self.last, page.done

    @property
    def count(self) -> int:
        return sum(isinstance(row, DoingRow) for row in self.rows)


def _doings(rows: Sequence[Row]) -> list[Doing]:
    return [row.doing for row in rows if isinstance(row, DoingRow)]
