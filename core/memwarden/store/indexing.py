"""Bring the full-text index up to date, a little at a time: whoever does so keeps others from it, but no reader."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from memwarden.store.fulltext import FORMAT, Marker, distinct, marker_of, name_in, note_key, note_of
from memwarden.store.lock import TreeLock

_SCHEMA = """
create table if not exists marker (seq integer, id text);
create table if not exists notes (note blob primary key, revision text, doc integer) without rowid;
create index if not exists notes_doc on notes (doc);
create table if not exists texts (doc integer primary key, revision text unique);
create virtual table if not exists words using fts5(text, tokenize='trigram case_sensitive 1', content='');
create virtual table if not exists trigrams using fts5vocab(words, 'row');
"""
_KNOW = "insert or replace into notes values (?1, ?2, (select doc from texts where revision = ?2))"
_FOUND = "update notes set doc = (select doc from texts where revision = ?1) where note = ?2 and revision = ?1"
SPARE = 1000
"""So many texts that no note holds any more may stay, and as many as there are notes."""
_ANY = "fulltext-*"


class Indexing:
    """The index to be written, by one thread; every method raises sqlite3.Error, as on a full disk."""

    def __init__(self, folder: Path) -> None:
        """Raises sqlite3.OperationalError where this SQLite knows no trigrams."""
        self._lock = TreeLock(folder)
        with self._lock:
            self._connection = _opened(folder)

    @property
    def marker(self) -> Marker | None:
        return marker_of(self._connection)

    def follow(self, marker: Marker | None, now: Marker, notes: Mapping[str, str | None], *, all: bool) -> None:
        """Learn what notes hold at `now` that changed since `marker`: revisions, None for one that is gone.

        With `all` there are no others. Nothing is done where somebody else was quicker.
        """
        with self._changing():
            if self.marker != marker:
                return
            if all:
                self._connection.execute("delete from notes")
            there = [(note_key(note), revision) for note, revision in notes.items() if revision is not None]
            gone = [(note_key(note),) for note, revision in notes.items() if revision is None]
            self._connection.executemany(_KNOW, there)
            self._connection.executemany("delete from notes where note = ?", gone)
            self._connection.execute("delete from marker")
            self._connection.execute("insert into marker values (?, ?)", now)

    def waiting(self, after: str, limit: int) -> list[tuple[str, str]]:
        """The next notes by path that are not indexed yet, with the revision of the text that is wanted."""
        rows = self._connection.execute(
            "select note, revision from notes where doc is null and note > ? order by note limit ?",
            (note_key(after), limit),
        )
        return [(note_of(note), revision) for note, revision in rows.fetchall()]

    def add(self, texts: Iterable[tuple[str, str, str]]) -> None:
        """Index texts: note, revision, text."""
        with self._changing():
            for note, revision, text in texts:
                row = self._connection.execute("insert or ignore into texts (revision) values (?)", (revision,))
                if row.rowcount:
                    words = (row.lastrowid, distinct(text))
                    self._connection.execute("insert into words (rowid, text) values (?, ?)", words)
                self._connection.execute(_FOUND, (revision, note_key(note)))

    def tidy(self) -> None:
        """Begin again where most of it is of texts that no note holds any more."""
        (texts,), (notes,) = (
            self._connection.execute(f"select count(*) from {table}").fetchone() for table in ("texts", "notes")
        )
        if texts > 2 * notes + SPARE:
            self.clear()

    def clear(self) -> None:
        """Hold no text any more."""
        with self._changing():
            self._connection.execute("insert into words (words) values ('delete-all')")
            self._connection.execute("delete from texts")
            self._connection.execute("update notes set doc = null")

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock:
            self._connection.execute("begin immediate")
            try:
                yield
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.rollback()
                raise


def drop(folder: Path) -> None:
    """Take the index away, as one that is damaged or holds what was given up. Raises OSError."""
    with TreeLock(folder):
        for file in folder.glob(_ANY):
            file.unlink(missing_ok=True)


def _opened(folder: Path) -> sqlite3.Connection:
    file = folder / (name_in(folder) or _new(folder))
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=normal")
        connection.executescript(f"begin; {_SCHEMA} commit;")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _new(folder: Path) -> str:
    """The name of a new index; those of other formats go."""
    for file in folder.glob(_ANY):
        file.unlink(missing_ok=True)
    name = f"{FORMAT}{os.urandom(4).hex()}.sqlite3"
    (folder / name).touch(mode=0o600)
    return name
