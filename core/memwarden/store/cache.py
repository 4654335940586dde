"""The derived index of the journal, in SQLite: deleting it costs only the time to read the journal again.

Only touched under the tree's lock. A row of `records` says where a record lies and what lists need of it; a row of
`shadows` says what a note last held: its revision, the record that made it so, and the stamp of the file then.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memwarden.store.files import Stamp
from memwarden.store.journal import START, Position
from memwarden.store.records import Record, What

FORMAT = 1
_SCHEMA = """
create table meta (name text primary key, value text) without rowid;
create table records (
    seq integer primary key, id text unique, act text, note text, who text, what text, before text, after text,
    key text, flags text, item text, void integer default 0, segment integer, offset integer, length integer);
create index records_note on records (note, seq);
create index records_after on records (after) where after is not null;
create index records_key on records (who, key) where key != '';
create index records_act on records (act);
create index records_flags on records (seq) where flags != '';
create index records_what on records (what, seq);
create index records_item on records (item, seq) where item != '';
create table shadows (
    note text primary key, revision text, head text, depth integer,
    size integer default 0, mtime integer default 0, ctime integer default 0, inode integer default 0) without rowid;
"""
STATELESS = frozenset(
    {
        What.VOID,
        What.VERDICT,
        What.REFUSED,
        What.HOLD,
        What.RELEASE,
        What.REVOKE,
        What.FORGET,
        What.PIN,
        What.READ,
        What.WATCH,
        What.LATE,
    }
)
"""Verbs whose records say nothing of the bytes a note holds."""
STATES = "what not in (" + ", ".join(f"'{what}'" for what in sorted(STATELESS)) + ")"
"""The SQL condition for the others."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """The last known state of a note; `revision` None where it is known to be gone.

    `depth` counts the versions since the last snapshot.
    """

    revision: str | None
    head: str
    depth: int
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record lies in the journal, and its number in this store's own order."""

    seq: int
    position: Position
    length: int
    void: bool


class Cache:
    """One connection; transactions are the caller's."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._connection.execute("pragma journal_mode=wal")
        self._connection.execute("pragma synchronous=off")
        if self._meta("format") != str(FORMAT):
            self._rebuild()

    def begin(self) -> None:
        self._connection.execute("begin")

    def commit(self) -> None:
        self._connection.execute("commit")

    def rollback(self) -> None:
        self._connection.execute("rollback")

    def close(self) -> None:
        self._connection.close()

    @property
    def position(self) -> Position:
        """How far the journal has been read."""
        value = self._meta("position")
        return Position(json.loads(value)) if value else START

    def set_position(self, position: Position) -> None:
        self._set_meta("position", json.dumps(position))

    @property
    def clock(self) -> str:
        return self._meta("clock") or ""

    def add(self, record: Record, position: Position, length: int, *, snapshot: bool) -> None:
        """Index a record that was read from the journal; `snapshot`: its `after` is kept whole."""
        self._connection.execute(
            "insert or ignore into records (id, act, note, who, what, before, after, key, flags, item,"
            " segment, offset, length) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                record.id,
                record.act,
                record.note,
                record.by,
                record.what,
                record.before,
                record.after,
                record.key,
                " ".join(record.flags),
                str(record.refs.get("item", "")),
                *position,
                length,
            ),
        )
        self._set_meta("clock", max(self.clock, record.clock))
        if record.what is What.VOID:
            self._undo_shadow(str(record.refs["record"]))
        elif record.what not in STATELESS and record.note:
            self._move_shadow(record, snapshot)

    def shadow(self, note: str) -> Shadow | None:
        row = self._connection.execute(
            "select revision, head, depth, size, mtime, ctime, inode from shadows where note = ?", (note,)
        ).fetchone()
        return _shadow(row) if row else None

    def shadows(self) -> dict[str, Shadow]:
        """Every note ever seen, gone ones included."""
        rows = self._connection.execute("select note, revision, head, depth, size, mtime, ctime, inode from shadows")
        return {note: _shadow(rest) for note, *rest in rows}

    def stamp(self, note: str, stamp: Stamp) -> None:
        self._connection.execute(
            "update shadows set size = ?, mtime = ?, ctime = ?, inode = ? where note = ?",
            (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, note),
        )

    def places(self, where: str, values: Iterable[Any] = (), *, order: str = "seq", limit: int = -1) -> Iterator[Place]:
        """Places of the records that meet an SQL condition over the columns of `records`."""
        rows = self._connection.execute(
            f"select seq, segment, offset, length, void from records where {where} order by {order} limit {limit}",
            tuple(values),
        ).fetchall()
        return (
            Place(seq, Position((segment, offset)), length, bool(void)) for seq, segment, offset, length, void in rows
        )

    def count(self, where: str, values: Iterable[Any] = ()) -> int:
        row = self._connection.execute(f"select count(*) from records where {where}", tuple(values)).fetchone()
        return int(row[0])

    def _move_shadow(self, record: Record, snapshot: bool) -> None:
        old = self.shadow(record.note)
        depth = 0 if snapshot else (old.depth + 1 if old else 1)
        self._connection.execute(
            "insert or replace into shadows (note, revision, head, depth) values (?, ?, ?, ?)",
            (record.note, record.after, record.id, depth),
        )

    def _undo_shadow(self, voided: str) -> None:
        self._connection.execute("update records set void = 1 where id = ?", (voided,))
        row = self._connection.execute("select note from records where id = ?", (voided,)).fetchone()
        if row is None:
            return
        before = self._connection.execute(
            f"select id, after from records where note = ? and void = 0 and {STATES} order by seq desc limit 1", row
        ).fetchone()
        if before is None:
            self._connection.execute("delete from shadows where note = ?", row)
        else:
            self._connection.execute(
                "update shadows set head = ?, revision = ?, size = 0, mtime = 0, ctime = 0, inode = 0 where note = ?",
                (*before, *row),
            )

    def _meta(self, name: str) -> str | None:
        try:
            row = self._connection.execute("select value from meta where name = ?", (name,)).fetchone()
        except sqlite3.OperationalError:
            return None
        return row[0] if row else None

    def _set_meta(self, name: str, value: str) -> None:
        self._connection.execute("insert or replace into meta values (?, ?)", (name, value))

    def _rebuild(self) -> None:
        tables = self._connection.execute("select name from sqlite_master where type = 'table'").fetchall()
        for (table,) in tables:
            self._connection.execute(f"drop table {table}")
        self._connection.executescript(_SCHEMA)
        self._set_meta("format", str(FORMAT))


def _shadow(row: tuple[Any, ...] | list[Any]) -> Shadow:
    revision, head, depth, *stamp = row
    return Shadow(revision, head, depth, Stamp(*stamp))
