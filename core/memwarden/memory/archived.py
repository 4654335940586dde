"""What Syncthing knows of a note's past: the versions it archived, and the hash of what the winner was made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import DiskFailed, EngineFailed, Refused
from memwarden.store.files import read_file
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import parse_version

if TYPE_CHECKING:
    from memwarden.sync.syncthing import SyncthingFolder

FOLDER = ".stversions"


@dataclass(frozen=True, slots=True)
class Archived:
    """A file of the archive; `at` from its name, which has no zone, or for the trash can from its `mtime`."""

    path: str
    at: datetime
    data: bytes
    revision: str


def archived(folder: Path, note: str) -> tuple[Archived, ...]:
    """The archived versions of one note, newest first; `folder` need not exist."""
    inside, _, name = note.rpartition("/")
    prefix = f"{inside}/" if inside else ""
    stem = name.rpartition(".")[0] or name
    try:
        names = [entry.name for entry in (folder / inside).iterdir() if entry.name.startswith(stem[:1])]
    except OSError:
        return ()
    found = (_read(folder, prefix + named) for named in names if parse_version(prefix + named).original == note)
    return tuple(sorted(filter(None, found), key=lambda entry: entry.at, reverse=True))


def previous_hash(note: str, syncthing: SyncthingFolder | None) -> str:
    """Of what the version under the name was made from (Syncthing 2.0.10 and later); empty where nobody says."""
    try:
        file = syncthing.file(note) if syncthing else None
    except EngineFailed:
        return ""
    return file.previous_blocks_hash if file else ""


def _read(folder: Path, path: str) -> Archived | None:
    try:
        data = read_file(folder / path)
        changed = datetime.fromtimestamp((folder / path).stat().st_mtime, UTC)
    except (DiskFailed, Refused, OSError):
        return None
    if data is None:
        return None
    named = parse_version(path).at
    return Archived(f"{FOLDER}/{path}", named.astimezone() if named else changed, data, revision_of(data))
