"""Headings and links of notes, kept by content: reading the markdown of ten thousand notes takes ten seconds."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path
from typing import Any

from memwarden.memory.targets import Files
from memwarden.text.links import has_links
from memwarden.text.markdown import Heading, Link, Outline, Problem, outline

EMPTY = Outline((), (), ())
_FORMAT = 1


class Outlines:
    """Derived: the file can be deleted at any time. Called under the store's lock."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"outlines-{_FORMAT}.sqlite3"
        self._known: dict[str, Outline] | None = None
        self._new: dict[str, Outline] = {}

    def of(self, files: Files, path: str, revision: str) -> Outline:
        """The outline of the note at this path, whose bytes have this revision."""
        known = self._loaded()
        if revision and revision in known:
            return known[revision]
        text = files.text(path)
        read = outline(text) if has_links(text) else EMPTY
        if revision:
            known[revision] = self._new[revision] = read
        return read

    def keep(self) -> None:
        """Write down what was read since the last time."""
        if not self._new:
            return
        rows = [(revision, _dump(read)) for revision, read in self._new.items()]
        self._new = {}
        try:
            connection = self._connect()
            with connection:
                connection.executemany("insert or replace into outlines values (?, ?)", rows)
            connection.close()
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)

    def _loaded(self) -> dict[str, Outline]:
        if self._known is None:
            self._known = {}
            try:
                connection = self._connect()
                rows = connection.execute("select revision, data from outlines").fetchall()
                connection.close()
                self._known = {revision: _load(data) for revision, data in rows}
            except (sqlite3.DatabaseError, ValueError, TypeError):
                self._file.unlink(missing_ok=True)
        return self._known

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file)
        connection.execute("create table if not exists outlines (revision text primary key, data text) without rowid")
        return connection


def _dump(read: Outline) -> str:
    return json.dumps(
        [[list(asdict(item).values()) for item in items] for items in (read.headings, read.links, read.problems)],
        ensure_ascii=True,
    )


def _load(data: str) -> Outline:
    headings, links, problems = json.loads(data)
    return Outline(
        tuple(Heading(*item) for item in headings),
        tuple(_link(item) for item in links),
        tuple(Problem(*item) for item in problems),
    )


def _link(values: list[Any]) -> Link:
    return Link(*values)
