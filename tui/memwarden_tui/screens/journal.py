"""The journal as it is read for the screen: newest first, page by page, and what came since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memwarden.memory.messages import EVERYBODY
from memwarden_tui.faces import faces_of
from memwarden_tui.screens.doings import UNTOLD, Doing
from memwarden_tui.widgets.gutter import Face

if TYPE_CHECKING:
    from memwarden import Record
    from memwarden.memory.tree import Tree

PAGE = 500
REST = 2_000
"""Records of one look: between two of them others may write."""


class Wanted(NamedTuple):
    """What the journal is asked for; empty fields ask for everything."""

    by: str = ""
    note: str = ""
    what: str = ""

    def __bool__(self) -> bool:
        return bool(self.by or self.note or self.what)


class Page(NamedTuple):
    """Doings newest first. `first` and `last` are ids of records; `done` where there are none before them.

    `anew` says that they replace what was read before, for too much lies between.
    """

    wanted: Wanted
    doings: tuple[Doing, ...]
    faces: Mapping[str, Face]
    first: str = ""
    last: str = ""
    done: bool = False
    anew: bool = True


def newest(tree: Tree, wanted: Wanted, known: str) -> Page:
    """The newest page, or only what came after the record `known`."""
    records = found = _records(tree, wanted, "", PAGE)
    while (at := _place(records, known)) < 0 and known and len(found) in (PAGE, REST):
        found = _records(tree, wanted, found[-1].id, REST)
        records += found
    if at < 0:
        return _page(tree, wanted, records, done=len(records) < PAGE)
    return _page(tree, wanted, records[:at])._replace(anew=False, first=records[0].id)


def _place(records: Sequence[Record], known: str) -> int:
    return next((at for at, record in enumerate(records) if record.id == known), -1)


def older(tree: Tree, wanted: Wanted, before: str, *, size: int, all: bool = False) -> Page:
    """At most `size` records before one, or all that are before it."""
    found = _records(tree, wanted, before, size)
    page = _page(tree, wanted, found, done=len(found) < size)
    pages = [page]
    while all and not page.done:
        found = _records(tree, wanted, page.last, size)
        page = _page(tree, wanted, found, done=len(found) < size)
        pages.append(page)
    doings = tuple(doing for one in pages for doing in one.doings)
    faces = {name: face for one in pages for name, face in one.faces.items()}
    last = next((one.last for one in reversed(pages) if one.last), "")
    return page._replace(doings=doings, faces=faces, first=pages[0].first, last=last)


def _records(tree: Tree, wanted: Wanted, before: str, limit: int) -> tuple[Record, ...]:
    return tree.activity(limit=limit, by=wanted.by, note=wanted.note, what=wanted.what, before=before)


def _page(tree: Tree, wanted: Wanted, records: tuple[Record, ...], *, done: bool = False) -> Page:
    told = tuple(Doing.of(record) for record in records if record.what not in UNTOLD)
    faces = faces_of(tree, {name for doing in told for name in (doing.by, doing.to)} - {EVERYBODY})
    ends = (records[0].id, records[-1].id) if records else ("", "")
    return Page(wanted, told, {**faces, EVERYBODY: Face("everybody")}, *ends, done=done)
