"""Headings, links and flaws of notes, kept by content: reading the markdown of ten thousand notes takes ten seconds."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from memwarden.memory.note_health import in_text
from memwarden.store.snapshots import revision_of
from memwarden.text.lines import decode
from memwarden.text.link import Link, Problem
from memwarden.text.links import has_links
from memwarden.text.markdown import Heading, Outline
from memwarden.text.sections import outline_of

EMPTY = Outline((), (), ())
_FORMAT = 2
_WORTH_KEEPING = 100_000
"""Of less than so many bytes a process that lives on need not write down at once what stands in them."""
_SPARE = 1000
"""So many texts that are in no note any more may lie there."""


class Content(NamedTuple):
    """What was read in a text; `clean` where nothing is wrong with it under whatever name."""

    outline: Outline
    clean: bool


class Outlines:
    """Derived: the file can be deleted at any time. Called under the store's lock."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"outlines-{_FORMAT}.sqlite3"
        self._near: dict[str, Content] = {}
        self._new: dict[str, Content] = {}
        self._bytes = 0

    def bring(self, revisions: Collection[str]) -> None:
        """Have these at hand, instead of those before."""
        asked = json.dumps(list(revisions))
        query = "select revision, data, clean from outlines where revision in (select value from json_each(?))"
        try:
            with closing(self._connect()) as connection:
                rows = connection.execute(query, (asked,)).fetchall()
            self._near = {revision: Content(_load(data), bool(clean)) for revision, data, clean in rows}
        except (sqlite3.DatabaseError, ValueError, TypeError):
            self._near = {}
            self._file.unlink(missing_ok=True)

    def of(self, revision: str, read: Callable[[], bytes]) -> Content:
        """What stands in the note with this revision; where that is not at hand, in what `read` gives by now."""
        known = self._near.get(revision) or self._new.get(revision)
        if known is not None:
            return known
        data = read()
        text = decode(data)
        found = Content(outline_of(text) if has_links(text) else EMPTY, not any(in_text("", text)))
        self._new[revision_of(data)] = found
        self._bytes += len(data)
        return found

    def keep(self, *, at_end: bool = False) -> None:
        """Write down what was read, once it is much; at the end of a process whatever it is, for the next one."""
        if not self._new or (self._bytes < _WORTH_KEEPING and not at_end):
            return
        self._bytes = 0
        rows = [(revision, _dump(read.outline), read.clean) for revision, read in self._new.items()]
        self._new = {}
        self._change("insert or replace into outlines values (?, ?, ?)", rows)

    def prune(self, notes: int, revisions: Callable[[], Iterable[str]]) -> None:
        """Let go of most texts that are in none of so many notes, where there are many."""
        try:
            with closing(self._connect()) as connection:
                (count,) = connection.execute("select count(*) from outlines").fetchone()
        except sqlite3.DatabaseError:
            return
        if count > 2 * notes + _SPARE:
            gone = "delete from outlines where revision not in (select value from json_each(?))"
            self._change(gone, [(json.dumps(list(revisions())),)])

    def _change(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        try:
            with closing(self._connect()) as connection, connection:
                connection.executemany(statement, rows)
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file)
        connection.execute("pragma synchronous=off")
        connection.execute(
            "create table if not exists outlines (revision text primary key, data text, clean int) without rowid"
        )
        return connection


def _dump(read: Outline) -> str:
    if read is EMPTY:
        return ""
    return json.dumps(read, ensure_ascii=True)


def _load(data: str) -> Outline:
    if not data:
        return EMPTY
    headings, links, problems = json.loads(data)
    return Outline(
        tuple(Heading(*item) for item in headings),
        tuple(Link(*item) for item in links),
        tuple(Problem(*item) for item in problems),
    )
