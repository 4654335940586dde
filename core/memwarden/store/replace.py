"""Put new bytes under a note's name so that it always holds exactly the old ones or exactly the new ones.

The order (design: "Order of a guarded write"): temp on the same file system, fsync; `commit` writes the journal record;
the exchange; a look at what came out; fsync of the directory. Whatever came out that was not what had been read is
somebody's save in between: it is put back and `Raced` tells the caller to take it in and try again.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from memwarden.errors import DiskFailed, MemwardenError
from memwarden.store import exchange
from memwarden.store.files import read_file, whole


class Raced(Exception):
    """Somebody saved the file between the reading and the exchange; it is as they left it.

    `descriptor` is our own file, open, where it had the name for a moment: another save may have gone into that one.
    """

    def __init__(self, descriptor: int = -1) -> None:
        super().__init__()
        self.descriptor = descriptor


def temp_for(target: Path, record_id: str) -> Path:
    """A hidden name beside the target that Syncthing never syncs and no scan takes for a note."""
    return Path(_temp_name(os.fspath(target), record_id))


def _temp_name(target: str, record_id: str) -> str:
    return os.path.join(os.path.dirname(target), f".syncthing.memwarden-{record_id}.tmp")


def replace(
    target: Path, data: bytes | None, expected: bytes | None, record_id: str, commit: Callable[[], None],
    revoke: Callable[[Exception], None] = lambda _: None,
) -> int:  # fmt: skip
    """Make `target` hold `data` (None: be gone) where it now holds `expected` (None: is not there).

    `commit` is called once the new bytes are durable and before they get their name, `revoke` where they did not get
    it: as long as it has not come back, the temp tells recovery so. The answer is an open descriptor
    of the file that came out, -1 where there was none: an editor may still hold it and write into it, so its owner
    looks once more before closing. The name is durable after `sync_directory`. Raises Raced (nothing changed) and
    DiskFailed (nothing changed). What breaks in from outside, such as an interrupt, leaves the temp: recovery tells by
    it how far this came.
    """
    name = os.fspath(target)
    temp = _temp_name(name, record_id)
    try:
        # An empty temp stands for a deletion that the journal knows of and the disk does not yet.
        _write_temp(temp, b"" if data is None else data, name)
        commit()
        if data is None:
            out = _take_away(name, temp, expected)
        elif expected is None:
            _put_new(temp, name)
            out = -1
        else:
            out = _swap(temp, name, expected)
    except OSError as error:
        revoke(error)
        _discard(temp, data)
        raise DiskFailed(
            f"{target.name} was not changed: {error.strerror}.", "Free space or permissions, then try again."
        ) from error
    except (Raced, MemwardenError) as error:
        revoke(error)
        _discard(temp, data)
        raise
    return out


def late_bytes(descriptor: int) -> bytes:
    """What the file that came out holds by now; closes it."""
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        return whole(descriptor)
    finally:
        os.close(descriptor)


def _write_temp(temp: str, data: bytes, target: str) -> None:
    try:
        old: os.stat_result | None = os.stat(target)
    except FileNotFoundError:
        old = None
        os.makedirs(os.path.dirname(target), exist_ok=True)
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IMODE(old.st_mode) if old else 0o666)
    try:
        if old:
            _keep_rights(descriptor, old)
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep_rights(descriptor: int, old: os.stat_result) -> None:
    mine = os.fstat(descriptor)
    if (old.st_uid, old.st_gid) != (mine.st_uid, mine.st_gid):
        _keep_owner(descriptor, old)
        mine = os.fstat(descriptor)
    if mine.st_mode != old.st_mode:
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _keep_owner(descriptor: int, old: os.stat_result) -> None:
    try:
        os.fchown(descriptor, old.st_uid, old.st_gid)
    except PermissionError:
        # Only root may give a file away; the group alone often may.
        try:
            os.fchown(descriptor, -1, old.st_gid)
        except PermissionError:
            return


def _discard(temp: str, data: bytes | None) -> None:
    """Remove the temp only while it holds our own bytes: what came out of an exchange may be the last copy."""
    with suppress(OSError):
        held = read_file(temp)
        if held is not None and (data or b"").startswith(held):
            os.unlink(temp)


def _swap(temp: str, target: str, expected: bytes) -> int:
    try:
        if not exchange.exchange(temp, target):
            return _plain_replace(temp, target, expected)
    except FileNotFoundError as error:
        raise Raced from error
    descriptor = _as_read(temp, expected)
    if descriptor < 0:
        exchange.exchange(temp, target)
        raise Raced(os.open(temp, os.O_RDONLY | os.O_NONBLOCK))
    os.unlink(temp)
    return descriptor


def _as_read(temp: str, expected: bytes | None) -> int:
    """What came out, opened; -1 where it is not what had been read, or nothing that can be read at all."""
    try:
        descriptor = os.open(temp, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return -1
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode) and whole(descriptor) == expected:
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return -1


def _plain_replace(temp: str, target: str, expected: bytes) -> int:
    """The portable way: a save in the microseconds between the check and the rename would be lost."""
    if read_file(target) != expected:
        raise Raced
    descriptor = os.open(target, os.O_RDONLY)
    os.replace(temp, target)
    return descriptor


def _put_new(temp: str, target: str) -> None:
    try:
        if exchange.rename_new(temp, target):
            return
        os.link(temp, target)
        os.unlink(temp)
    except FileExistsError as error:
        raise Raced from error


def _take_away(target: str, temp: str, expected: bytes | None) -> int:
    try:
        os.rename(target, temp)
    except FileNotFoundError as error:
        raise Raced from error
    descriptor = _as_read(temp, expected)
    if descriptor < 0:
        _put_new(temp, target)
        raise Raced
    os.unlink(temp)
    return descriptor


def sync_directory(folder: Path) -> None:
    """Make the names in it durable. Best effort: they have changed by now, and some file systems cannot."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def exchange_works(folder: Path) -> bool:
    """Whether two names in this folder can be swapped atomically: tried, since file systems differ."""
    one, other = (folder / f".syncthing.memwarden-probe-{os.getpid()}-{n}-{time.monotonic_ns()}.tmp" for n in "ab")
    try:
        one.write_bytes(b"")
        other.write_bytes(b"")
        return exchange.exchange(os.fspath(one), os.fspath(other))
    except OSError:
        return False
    finally:
        one.unlink(missing_ok=True)
        other.unlink(missing_ok=True)
