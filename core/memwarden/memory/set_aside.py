"""The versions of a note that lie in files beside it, read from the disk and compared with the note."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.beside import copies_of
from memwarden.memory.conflicts import Conflict, ConflictKind, Copy
from memwarden.memory.notes import Found, NoteKind
from memwarden.store.files import Stamp, locate, read_file
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import is_copy, parse, why_unparsed
from memwarden.text.lines import is_utf8


def belongs_to(copy: str) -> str:
    """The note of a copy; its own path where the name does not say."""
    named = parse(copy)
    return named.original if named else copy


def beside(root: Path, note: str) -> list[Found]:
    """The copies of this note that lie beside it; the note itself where it is a copy that names no other."""
    paths = [*copies_of(root, note), *([note] if is_copy(note) and parse(note) is None else [])]
    found = []
    for path in paths:
        try:
            status = (root / path).lstat()
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode):
            found.append(Found(path, NoteKind.COPY, Stamp.of(status)))
    return found


def read_copies(root: Path, found: list[Found]) -> list[Copy]:
    """The copies as they lie there now, those that went meanwhile left out, with who is equal to whom."""
    copies: list[Copy] = []
    first: dict[str, str] = {}
    for entry in sorted(found, key=lambda entry: entry.path):
        copy = _read(root, entry)
        if copy is not None:
            copies.append(replace(copy, same_as=first.get(copy.revision)))
            if copy.revision:
                first.setdefault(copy.revision, copy.path)
    return copies


def read_conflict(root: Path, note: str, copies: list[Copy]) -> Conflict | None:
    """The conflict of a note with these copies, without bases; None where there are none."""
    if not copies:
        return None
    data, kind = _read_note(root, note, copies)
    marked = tuple(against(copy, data) for copy in copies)
    revision = None if data is None else revision_of(data)
    at = None if data is None else _changed(root / note)
    return Conflict(note, kind or kind_of(data, marked), data, revision, marked, yours_at=at)


def against(copy: Copy, data: bytes | None) -> Copy:
    """The copy with `contained` said, by bytes alone."""
    if data is None or copy.problem or copy.gone:
        return copy
    if copy.data == data:
        return replace(copy, contained="identical")
    if data.startswith(copy.data):
        return replace(copy, contained="in-note")
    return replace(copy, contained="has-note") if copy.data.startswith(data) else copy


def kind_of(data: bytes | None, copies: tuple[Copy, ...]) -> ConflictKind:
    if data is None:
        return ConflictKind.NOTE_MISSING
    if all(copy.contained == "identical" for copy in copies):
        return ConflictKind.IDENTICAL
    if not all(map(_is_text, (data, *(copy.data for copy in copies)))) or any(not copy.revision for copy in copies):
        return ConflictKind.UNDECODABLE
    return ConflictKind.CONTAINED if all(copy.contained for copy in copies) else ConflictKind.EDITS


def _is_text(data: bytes) -> bool:
    return is_utf8(data) and b"\0" not in data


def _read(root: Path, entry: Found) -> Copy | None:
    try:
        data = read_file(root / entry.path)
    except (DiskFailed, Refused) as error:
        return Copy(entry.path, b"", "", None, "", 0, entry.mtime, problem=str(error))
    if data is None:
        return None
    named = parse(entry.path)
    return Copy(
        entry.path,
        data,
        revision_of(data),
        named.at if named else None,
        named.device if named else "",
        len(data),
        entry.mtime,
        problem=why_unparsed(entry.path),
    )


def _changed(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None


def _read_note(root: Path, note: str, copies: list[Copy]) -> tuple[bytes | None, ConflictKind | None]:
    if any(copy.path == note for copy in copies):
        return None, ConflictKind.UNNAMED
    try:
        path, _ = locate(root, note)
        if path.is_dir():
            return None, ConflictKind.NOTE_IS_DIRECTORY
        return read_file(path), None
    except (DiskFailed, Refused):
        return None, ConflictKind.NOTE_UNREADABLE
