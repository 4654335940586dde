"""The derived index of the journal, in SQLite: deleting it costs only the time to read the journal again.

Only touched under the tree's lock. A row of `records` says where a record lies and what lists need of it; a row of
`shadows` says what a note last held: its revision, the record that made it so, and the stamp of the file then.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from memwarden.store.entries import BYLINE, COLUMNS, ROW, Byline, Entry, bound, entry_of, name_of, row_of
from memwarden.store.files import Stamp
from memwarden.store.journal import START, Position
from memwarden.store.records import Record, What

FORMAT = 4
_SCHEMA = """
create table meta (name text primary key, value text) without rowid;
create table records (
    seq integer primary key, id text unique, act text, clock text, at text, note text, who text, grade text, via text,
    what text, before text, after text, size integer, added integer, removed integer, key text, flags text, why text,
    item text, ref text, blob text, lost text, thin integer,
    void integer default 0, segment integer, offset integer, length integer);
create index records_note on records (note, seq);
create index records_after on records (after) where after is not null;
create index records_key on records (who, key) where key != '';
create index records_act on records (act);
create index records_flags on records (seq) where flags != '';
create index records_what on records (what, seq);
create index records_item on records (item, seq) where item != '';
create table derived (kind text, name text, tag text, value blob, primary key (kind, name)) without rowid;
create table shadows (
    note text primary key, revision text, head text, depth integer,
    size integer default 0, mtime integer default 0, ctime integer default 0, inode integer default 0,
    listed integer default 0) without rowid;
create index shadows_unlisted on shadows (note) where listed = 0;
"""
_INSERT = (
    f"insert or ignore into records ({', '.join(ROW)}, segment, offset, length)"
    f" values ({', '.join('?' * (len(ROW) + 3))})"
)
_MOVE = """
insert into shadows (note, revision, head, depth) values (?1, ?2, ?3, ?4)
on conflict (note) do update set revision = ?2, head = ?3, depth = ?4,
    size = 0, mtime = 0, ctime = 0, inode = 0, listed = 0
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
        What.SAME,
        What.PRUNE,
        What.PURGE,
    }
)
"""Verbs whose records say nothing of the bytes a note holds."""
_DECISIONS = {*STATELESS, What.UNDO, What.REDO}
STATES = "what not in (" + ", ".join(f"'{what}'" for what in sorted(STATELESS)) + ")"
"""The SQL condition for the others."""


class Shadow(NamedTuple):
    """The last known state of a note; `revision` None where it is known to be gone.

    `depth` counts the versions since the last snapshot.
    """

    revision: str | None
    head: str
    depth: int
    stamp: Stamp


class Place(NamedTuple):
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
        self._meta: dict[str, str] = {}
        self._asked: dict[str, Shadow | None] = {}
        self.refresh()
        if self._meta.get("format") != str(FORMAT):
            self._rebuild()

    def refresh(self) -> None:
        """Read anew what is held here in memory: another process may have gone on since."""
        self._asked.clear()
        try:
            self._meta = dict(self._connection.execute("select name, value from meta"))
        except sqlite3.OperationalError:
            self._meta = {}

    def begin(self) -> None:
        self._connection.execute("begin")

    def commit(self) -> None:
        self._connection.execute("commit")

    def rollback(self) -> None:
        self._connection.execute("rollback")
        self.refresh()

    def close(self) -> None:
        self._connection.close()

    @property
    def position(self) -> Position:
        """How far the journal has been read."""
        value = self._meta.get("position")
        return Position(json.loads(value)) if value else START

    def set_position(self, position: Position, clock: str) -> None:
        """`clock` is the last stamp of what was read."""
        segment, offset = position
        clock = max(self.clock, clock)
        self._meta |= {"position": f"[{segment}, {offset}]", "clock": clock, "decided": self.decided}
        self._connection.execute(
            "insert or replace into meta values ('position', ?), ('clock', ?), ('decided', ?)",
            (self._meta["position"], self._meta["clock"], self._meta["decided"]),
        )

    @property
    def decided(self) -> str:
        """The last record that says nothing of a note's bytes, or undoes something."""
        return self._meta.get("decided", "")

    @property
    def clock(self) -> str:
        return self._meta.get("clock", "")

    def add(self, record: Record, position: Position, length: int, *, snapshot: bool) -> None:
        """Index a record that was read from the journal; `snapshot`: its `after` is kept whole."""
        row = (*row_of(record), *position, length)
        try:
            self._connection.execute(_INSERT, row)
        except UnicodeEncodeError:
            self._connection.execute(_INSERT, bound(*row))
        if record.what in _DECISIONS:
            self._meta["decided"] = record.id
        if record.what is What.VOID:
            self._undo_shadow(str(record.refs["record"]))
        elif record.what not in STATELESS and record.note:
            self._move_shadow(record, snapshot)

    def shadow(self, note: str) -> Shadow | None:
        if note not in self._asked:
            row = self._connection.execute(
                "select revision, head, depth, size, mtime, ctime, inode from shadows where note = ?", bound(note)
            ).fetchone()
            self._asked[note] = _shadow(*row) if row else None
        return self._asked[note]

    def shadows(self) -> dict[str, Shadow]:
        """Every note ever seen, gone ones included."""
        rows = self._connection.execute("select note, revision, head, depth, size, mtime, ctime, inode from shadows")
        return {name_of(note): _shadow(*rest) for note, *rest in rows}

    def stamp(self, note: str, stamp: Stamp, revision: str) -> None:
        """How the file of a note looks, as long as it is known to hold this revision."""
        self._asked.pop(note, None)
        self._connection.execute(
            "update shadows set size = ?, mtime = ?, ctime = ?, inode = ?, listed = 0 where note = ? and revision = ?",
            bound(stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, note, revision),
        )

    def unlisted(self) -> Iterator[tuple[str, Shadow]]:
        """Notes whose stamps are their own, not those of the last list of all."""
        rows = self._connection.execute(
            "select note, revision, head, depth, size, mtime, ctime, inode from shadows where listed = 0"
        ).fetchall()
        return ((name_of(note), _shadow(*rest)) for note, *rest in rows)

    def mark_listed(self, notes: Iterable[tuple[str, str]]) -> None:
        """From now on the stamps of these notes, where they are known to hold these revisions, are the list's."""
        self._asked.clear()
        self._connection.executemany(
            "update shadows set listed = 1 where note = ? and revision = ?", (bound(*pair) for pair in notes)
        )

    def places(self, where: str, values: Iterable[Any] = (), *, order: str = "seq", limit: int = -1) -> Iterator[Place]:
        """Places of the records that meet an SQL condition over the columns of `records`."""
        rows = self._connection.execute(
            f"select seq, segment, offset, length, void from records where {where} order by {order} limit {limit}",
            bound(*values),
        ).fetchall()
        return (
            Place(seq, Position((segment, offset)), length, bool(void)) for seq, segment, offset, length, void in rows
        )

    def entries(
        self, where: str, values: Iterable[Any] = (), *, order: str = "seq", limit: int = -1
    ) -> Iterator[Entry]:
        """What lists need of the records that meet an SQL condition."""
        rows = self._connection.execute(
            f"select {COLUMNS} from records where {where} order by {order} limit {limit}", bound(*values)
        ).fetchall()
        return map(entry_of, rows)

    def bylines(self, ids: Iterable[str]) -> list[Byline]:
        rows = self._connection.execute(
            f"select {BYLINE} from records where id in (select value from json_each(?))", (json.dumps(list(ids)),)
        )
        return list(map(Byline._make, rows.fetchall()))

    def sizes(self, note: str, limit: int) -> Iterator[tuple[int, datetime]]:
        """Bytes and time of the note's last versions, newest first."""
        rows = self._connection.execute(
            "select size, at from records where note = ? and void = 0 and after is not null"
            f" order by seq desc limit {limit}",
            bound(note),
        ).fetchall()
        return ((size, datetime.fromisoformat(at)) for size, at in rows)

    def derived(self, kind: str, name: str) -> tuple[str, bytes] | None:
        """What was worked out of the journal or of git before, with the tag that says of which state of it."""
        found: tuple[str, bytes] | None = self._connection.execute(
            "select tag, value from derived where kind = ? and name = ?", bound(kind, name)
        ).fetchone()
        return found

    def derive(self, kind: str, name: str, tag: str, value: bytes) -> None:
        self._connection.execute("insert or replace into derived values (?, ?, ?, ?)", bound(kind, name, tag, value))

    def forget(self) -> None:
        """Know nothing of the journal any more, durably: its lines are about to be somewhere else."""
        self._connection.execute("pragma synchronous=full")
        self._rebuild()
        self._connection.execute("pragma synchronous=off")

    def count(self, where: str, values: Iterable[Any] = ()) -> int:
        row = self._connection.execute(f"select count(*) from records where {where}", bound(*values)).fetchone()
        return int(row[0])

    def _move_shadow(self, record: Record, snapshot: bool) -> None:
        before = None if snapshot else self.shadow(came_under(record))
        depth = 0 if snapshot else before.depth + 1 if before else 1
        self._connection.execute(_MOVE, bound(record.note, record.after, record.id, depth))
        self._asked[record.note] = Shadow(record.after, record.id, depth, Stamp())

    def _undo_shadow(self, voided: str) -> None:
        self._asked.clear()
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
                "update shadows set head = ?, revision = ?, size = 0, mtime = 0, ctime = 0, inode = 0, listed = 0"
                " where note = ?",
                (*before, *row),
            )

    def _rebuild(self) -> None:
        tables = self._connection.execute("select name from sqlite_master where type = 'table'").fetchall()
        for (table,) in tables:
            self._connection.execute(f"drop table {table}")
        self._connection.executescript(_SCHEMA)
        self._connection.execute("insert into meta values ('format', ?)", (str(FORMAT),))
        self.refresh()


def came_under(record: Record) -> str:
    """The name that the note had before the record: what was done to it under that one goes on."""
    arrived = record.what is What.MOVE and record.after is not None
    return str(record.refs.get("from", record.note)) if arrived else record.note


def _shadow(revision: str | None, head: str, depth: int, size: int, mtime: int, ctime: int, inode: int) -> Shadow:
    return Shadow(revision, head, depth, Stamp(size, mtime, ctime, inode))
