"""The names of conflict copies, archived versions and temporary files, read without touching a disk.

Syncthing sets a losing version aside as `<stem>.sync-conflict-YYYYMMDD-HHMMSS-<device><ext>` beside its note.
The time is the losing device's local clock when it pulled, without a zone. The device is the one that last
wrote the *winning* version, so it never says who wrote the copy.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

SKIPPED_FOLDERS = frozenset({".git", ".stfolder", ".stversions"})

_STAMP = "%Y%m%d-%H%M%S"
# Greedy stem: of several stamps in a name the last is found first. `%2F`: Logseq re-saves a copy it opened.
_COPY = (
    r"(?P<stem>.*)(?:\.|%2[Ff])sync-conflict-(?P<stamp>[0-9]{8}-[0-9]{6})"
    r"(?:-(?P<device>[A-Z2-7]{7})?)?(?P<ext>\.[^./]*)?"
)
_ALWAYS = "sync-conflict-"
_VERSION = r"(?P<stem>.*)~(?P<stamp>[0-9]{8}-[0-9]{6})(?P<ext>\.[^./]*)?"


class CopyName(NamedTuple):
    """What a copy's name says; `of` is not `original` only in a copy of a copy (Syncthing before 2016)."""

    original: str
    at: datetime
    device: str
    of: str


class VersionName(NamedTuple):
    """What a name under `.stversions` says; `at` is None for the trash can's names, which carry no time."""

    original: str
    at: datetime | None


def is_copy(path: str) -> bool:
    """Whether Syncthing takes this file for a conflict copy (so it gets none), or Logseq saved one."""
    return ".sync-conflict-" in _base(path) or parse(path) is not None


def parse(path: str) -> CopyName | None:
    """The note a copy belongs to, whatever Syncthing version named it; None where the name does not tell."""
    if _ALWAYS not in path:
        return None
    folder, name = _split(path)
    found: list[tuple[str, datetime, str]] = []
    stem, ext = name, ""
    while match := re.fullmatch(_COPY, stem + ext, re.DOTALL):
        at = _time(match["stamp"])
        if at is None:
            break
        stem, ext = match["stem"], match["ext"] or ""
        found.append((match[0][len(stem) : len(match[0]) - len(ext)], at, match["device"] or ""))
    if not found or not stem + ext:
        return None
    # Go's notion of an extension put the newest stamp last where there is one, and first where there is none.
    newest = 0 if ext else -1
    older = [segment for segment, _, _ in reversed(found)]
    del older[-1 if ext else 0]
    return CopyName(
        original=folder + stem + ext,
        at=found[newest][1],
        device=found[newest][2],
        of=folder + stem + "".join(older) + ext,
    )


def why_unparsed(path: str) -> str:
    """Why a file that `is_copy` has no note, for a person; empty when it has one."""
    if parse(path) is not None:
        return ""
    match = re.fullmatch(_COPY, _base(path), re.DOTALL)
    if match is None:
        return "Syncthing takes it for a conflict copy, but its name holds no time stamp, so its note is unknown"
    if _time(match["stamp"]) is None:
        return f"its time stamp {match['stamp']} is no date, so Syncthing did not name it"
    return "nothing is left of the name without the time stamp, so its note is unknown"


def make(path: str, at: datetime, device: str = "") -> str:
    """The name that Syncthing gives to a copy of `path`."""
    folder, name = _split(path)
    stem, dot, ext = name.rpartition(".")
    if not dot:
        stem, ext = name, ""
    tail = f"-{device}" if device else ""
    return f"{folder}{stem}.sync-conflict-{at.strftime(_STAMP)}{tail}{dot}{ext}"


def parse_version(path: str) -> VersionName:
    """The note and time of a file under `.stversions`, its path relative to that folder.

    Simple and staggered put the time before the extension, the oldest Syncthings at the very end, and the
    trash can nowhere. A copy is archived like any other file: its `original` is then itself a copy's name.
    """
    folder, name = _split(path)
    match = re.fullmatch(_VERSION, name, re.DOTALL)
    at = _time(match["stamp"]) if match else None
    if match is None or at is None or not match["stem"] + (match["ext"] or ""):
        return VersionName(path, None)
    return VersionName(folder + match["stem"] + (match["ext"] or ""), at)


def is_temporary(path: str) -> bool:
    """Whether Syncthing or memwarden is in the middle of writing this file; Syncthing syncs neither."""
    name = _base(path)
    return is_ours(name) or (name.endswith(".tmp") and name.startswith((".syncthing.", "~syncthing~")))


def is_ours(path: str) -> bool:
    """Whether memwarden made this temporary file."""
    name = _base(path)
    return name.endswith(".tmp") and name.startswith((".syncthing.memwarden-", ".memwarden-"))


def is_skipped(path: str) -> bool:
    """Whether a path relative to the tree is git's or Syncthing's own, or a temporary file."""
    return not SKIPPED_FOLDERS.isdisjoint(path.split("/")) or is_temporary(path)


def _split(path: str) -> tuple[str, str]:
    folder, slash, name = path.rpartition("/")
    return folder + slash, name


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _time(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, _STAMP)
    except ValueError:
        return None
