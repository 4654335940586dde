"""Search the text of all notes: the index says which may hold it, what they hold now is what is told."""

from __future__ import annotations

import sqlite3
import threading
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.search import Hit, Query
from memwarden.memory.search_upkeep import Upkeep, changes_since, is_damage
from memwarden.store.files import read_file
from memwarden.store.fulltext import FullText, View
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.memory.workings import Workings

A_LOOK = 32
COMMON = A_LOOK // 3
"""Where so many lines are found in `A_LOOK` notes, reading on is quicker than asking which notes to read."""


class Searching:
    """One search at a time; any thread may ask."""

    def __init__(self, tree: Workings) -> None:
        self._tree = tree
        self._turn = threading.Lock()
        self._index = FullText(tree.store.folder)
        self._upkeep = Upkeep(tree)

    def search(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Tree.search`."""
        asked = Query(query)
        try:
            with self._turn:
                hits = self._by_index(asked, limit)
        except (sqlite3.Error, OSError) as error:
            hits = None
            if is_damage(error):
                self._upkeep.begin_anew()
        if hits is not None:
            return hits
        self._upkeep.wake()
        look = _Look(self._tree.root, asked, limit)
        if asked.words:
            look.at(self._tree.paths())
        return tuple(look.hits)

    def settle(self, seconds: float) -> None:
        """Give the index so much time to come up to date."""
        self._upkeep.wait(seconds)

    def close(self) -> None:
        self._upkeep.stop()
        with self._turn:
            self._index.close()

    def _by_index(self, query: Query, limit: int) -> tuple[Hit, ...] | None:
        """None where there is no index yet."""
        with self._index.reading() as view:
            changes = changes_since(self._tree.store, view.marker) if view else None
            if view is None or changes is None or changes.all:
                return None
            waiting = view.waiting()
            if waiting or changes.now != view.marker:
                self._upkeep.wake()
            look = _Look(self._tree.root, query, limit)
            if query.words:
                _look_through(view, look, sorted({*waiting, *changes.notes, *self._tree.links}))
        return tuple(look.hits)


def _look_through(view: View, look: _Look, others: Sequence[str]) -> None:
    """Read notes by path as long as many hold it, then only those that may; `others` may too, so all of them."""
    asked, after, common = view.asked(look.query.words), "", True
    while (common or not asked) and (notes := view.notes(after, A_LOOK)):
        found = len(look.hits)
        look.at(sorted({*notes, *others[bisect_right(others, after) : bisect_right(others, notes[-1])]}))
        if look.is_full:
            return
        after, common = notes[-1], len(look.hits) - found >= COMMON
    likely = view.holding(asked, after) if asked else []
    look.at(sorted({*likely, *others[bisect_right(others, after) :]}))


class _Look:
    """A look at what notes hold now, until as many lines are found as are wanted."""

    def __init__(self, root: Path, query: Query, limit: int) -> None:
        self.query = query
        self.hits: list[Hit] = []
        self._top = f"{root}/"
        self._limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.hits) >= self._limit

    def at(self, notes: Iterable[str]) -> None:
        for note in notes:
            try:
                text = decode(read_file(self._top + note) or b"")
            except (Refused, DiskFailed):
                continue
            for hit in self.query.hits(note, text):
                self.hits.append(hit)
                if self.is_full:
                    return
