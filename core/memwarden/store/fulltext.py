"""The derived full-text index: which notes may hold a word. Deleting it costs only the time to build it again.

It is a file of its own, so that no write of a note waits for it. Reading it takes no lock and waits for nobody: what it
shows is one whole state, kept in step by `store.indexing`, which says how far in the journal that state reaches.
Words are told by their trigrams, so that any part of a word is found; notes with the same text share it.
"""

from __future__ import annotations

import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from memwarden.text.anycase import fold

FORMAT = f"fulltext-1-{unicodedata.unidata_version}-"
"""What the name of the file begins with: another edition of Unicode may fold other letters.

What follows is never used again, since SQLite deletes a `-wal` by its name, whoever's it is by then.
"""
LONGEST = 64
MOST = 16
"""Of a query so many characters of so many words are asked for: the rest is for whoever reads the notes."""
MANY = 200
"""Trigrams that begin alike: where there are more, the letter or two are too common to be worth the asking."""
_LAST = "\U0010ffff"


class Marker(NamedTuple):
    """A record that the index knows of, with all before it: its number in this store, and its id."""

    seq: int
    id: str


def distinct(text: str) -> str:
    """What is indexed of a text: each of its words once, in any case, between blanks.

    The blank at the end is followed by another one, so that a trigram begins with each letter there is.
    """
    return f" {' '.join(set(_bindable(fold(text)).split()))}  "


def needles(words: Sequence[str]) -> list[str]:
    """What stands in `distinct` of every text in which these words stand; a blank is the end of a word."""
    found: dict[str, None] = {}
    for word in words:
        parts = re.sub(r"\s+", " ", _bindable(fold(word))).split(" ")
        for place, part in enumerate(parts):
            needle = f"{' ' if place else ''}{part}{' ' if place < len(parts) - 1 else ''}"[:LONGEST]
            if needle.strip():
                found[needle] = None
    return list(found)[:MOST]


class View:
    """One state of the index; `marker` says how far in the journal it reaches."""

    def __init__(self, connection: sqlite3.Connection, marker: Marker) -> None:
        self._connection = connection
        self.marker = marker

    def notes(self, after: str, limit: int) -> list[str]:
        """The next notes by path."""
        rows = self._connection.execute(
            "select note from notes where note > ? order by note limit ?", (note_key(after), limit)
        )
        return [note_of(row[0]) for row in rows.fetchall()]

    def asked(self, words: Sequence[str]) -> str:
        """What to ask `holding` for; empty where these words leave no note out."""
        return " AND ".join(filter(None, map(self._clause, needles(words))))

    def _clause(self, needle: str) -> str:
        if len(needle) > 2:
            return _quoted(needle)
        rows = self._connection.execute(
            "select term from trigrams where term between ? and ? limit ?", (needle, needle + _LAST, MANY + 1)
        ).fetchall()
        terms = [term for (term,) in rows] or [needle + _LAST]
        return f"({' OR '.join(map(_quoted, terms))})" if len(terms) <= MANY else ""

    def holding(self, asked: str, after: str) -> list[str]:
        """Notes that may hold it, out of those that are indexed, in no order."""
        rows = self._connection.execute(
            "select note from words cross join notes on doc = words.rowid where words match ? and note > ?",
            (asked, note_key(after)),
        )
        return [note_of(row[0]) for row in rows.fetchall()]

    def waiting(self) -> list[str]:
        """Notes that are known and not indexed yet."""
        return [note_of(row[0]) for row in self._connection.execute("select note from notes where doc is null")]


class FullText:
    """The index to be read, by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = ""
        self._connection: sqlite3.Connection | None = None

    @contextmanager
    def reading(self) -> Iterator[View | None]:
        """The state it is in now, whatever is done to it meanwhile; None where there is none. Raises sqlite3.Error."""
        connection = self._opened()
        if connection is None:
            yield None
            return
        connection.execute("begin")
        try:
            marker = marker_of(connection)
            yield View(connection, marker) if marker else None
        finally:
            connection.rollback()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._name = None, ""

    def _opened(self) -> sqlite3.Connection | None:
        """The connection, another one where the file is another one."""
        name = name_in(self._folder)
        if name != self._name:
            self.close()
            if name:
                place = f"{(self._folder / name).as_uri()}?mode=rw"
                self._connection = sqlite3.connect(place, uri=True, check_same_thread=False, isolation_level=None)
                self._name = name
        return self._connection


def name_in(folder: Path) -> str:
    """The name of the index in a store, empty where there is none that can be read here."""
    files = [name for name in os.listdir(folder) if name.startswith(FORMAT) and name.endswith(".sqlite3")]
    return min(files, default="")


def marker_of(connection: sqlite3.Connection) -> Marker | None:
    """None for an index that is empty or half made."""
    try:
        row = connection.execute("select seq, id from marker").fetchone()
    except sqlite3.OperationalError:
        return None
    return Marker(*row) if row else None


def note_key(note: str) -> bytes:
    """The path as it is kept: names that are not UTF-8 too, in the order of the paths."""
    return note.encode("utf-8", "surrogatepass")


def note_of(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")


def _quoted(needle: str) -> str:
    doubled = needle.replace('"', '""')
    return f'"{doubled}"'


def _bindable(text: str) -> str:
    """As SQLite takes it: one character for each that it does not take."""
    return text.replace("\0", "?").encode("utf-8", "replace").decode("utf-8")
