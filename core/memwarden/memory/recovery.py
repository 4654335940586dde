"""After a crash: void what never got its name, keep what a leftover temp holds. Never writes a note."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.actor import NOBODY
from memwarden.memory.ledger import Ledger
from memwarden.store.cache import STATES
from memwarden.store.files import locate, read_file
from memwarden.store.records import Record, What
from memwarden.store.replace import temp_for
from memwarden.store.snapshots import revision_of

LEFTOVER_SECONDS = 3600
NOT_OURS = frozenset({"outside", "git", "syncthing"})


def recover(ledger: Ledger) -> None:
    """Judge the last write of the journal; called under the lock when a tree is opened."""
    last = next(ledger.store.records(STATES, newest=True, limit=1), None)
    if last is not None:
        judge(ledger, last)


def judge(ledger: Ledger, record: Record) -> bool:
    """Void a write that never got its name: whoever made it died between the journal and the exchange.

    Its temp tells, since it goes before the lock does: it holds the new bytes as long as they have no name. A deletion
    has an empty temp while the note is still there. True where the record was voided.
    """
    if not record.note or record.via in NOT_OURS:
        return False
    try:
        path, _ = locate(ledger.root, record.note)
        temp = temp_for(path, record.id)
        left = read_file(temp)
        if left is None:
            return False
        unnamed = _without_name(record, path, temp, left)
    except (Refused, DiskFailed):
        return False
    if unnamed:
        ledger.void(record, NOBODY)
        _remove(temp)
    else:
        keep_leftover(ledger, temp, record)
    return unnamed


def _without_name(record: Record, path: Path, temp: Path, left: bytes) -> bool:
    if record.after is None:
        return not left and path.exists()
    if revision_of(left) != record.after:
        return False
    # Where the system cannot rename without replacing, a new note is linked first and loses its temp after.
    return not (path.exists() and temp.samefile(path))


def keep_leftover(ledger: Ledger, temp: Path, record: Record | None) -> None:
    """Remove a leftover temp, once what it holds is certainly a version."""
    data = read_file(temp)
    if data is None:
        return
    revision = revision_of(data)
    if data and ledger.store.text(revision) is None:
        ledger.store.snapshots.put(data)
        ledger.note(
            NOBODY,
            What.LATE,
            record.note if record else "",
            revision=revision,
            over=record.id if record else "",
        )
    _remove(temp)


def _remove(temp: Path) -> None:
    """Where the tree cannot be written any more it stays, and harms nothing."""
    with suppress(OSError):
        temp.unlink(missing_ok=True)


def sweep(ledger: Ledger, temps: Iterable[str], *, older_than: float = LEFTOVER_SECONDS) -> int:
    """Take in and remove those of these temps of ours that were left behind longer ago (in seconds); how many."""
    swept = 0
    for path in temps:
        temp = Path(path)
        try:
            if time.time() - temp.lstat().st_mtime <= older_than:
                continue
            record = ledger.store.record(temp.name.removeprefix(".syncthing.memwarden-").removesuffix(".tmp"))
            keep_leftover(ledger, temp, record)
            swept += 1
        except (OSError, DiskFailed, Refused):
            continue
    return swept
