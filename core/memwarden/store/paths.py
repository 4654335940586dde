"""Where a tree's store lies on this machine: outside every synced folder, found again when the tree was moved."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memwarden.errors import StoreFailed
from memwarden.store.state import state_path


def state_root() -> Path:
    """`$MEMWARDEN_STATE`, else the user's state directory for memwarden."""
    return Path(state_path())


def store_folder(root: Path, state: Path) -> Path:
    """The folder of the store of the tree at `root`, made where it is missing, mode 0700.

    The key comes from the tree's real path. A store whose tree is gone from its old path and whose root has the
    inode of this one belongs to this tree, moved: it is renamed to the new key. Raises StoreFailed.
    """
    real = Path(os.path.realpath(root))
    folder = folder_of(root, state)
    try:
        if not folder.exists():
            state.mkdir(parents=True, exist_ok=True, mode=0o700)
            if moved := _moved_store(real, state):
                with suppress(FileNotFoundError):  # another process was quicker
                    moved.rename(folder)
        folder.mkdir(mode=0o700, exist_ok=True)
        for part in ("journal", "snapshots", "accepted"):
            (folder / part).mkdir(exist_ok=True, mode=0o700)
        _sign(folder, real)
    except OSError as error:
        raise StoreFailed(
            f"The store {folder} cannot be written: {error.strerror}.",
            "Give this user a writable state directory, or set MEMWARDEN_STATE.",
        ) from error
    return folder


def store_id(folder: Path, lost: str = "") -> str:
    """The store's random id, made once; two clones or equal host names never share it. Called under the tree's lock.

    `lost` is the one it had before its folder was taken away.
    """
    file = folder / "id"
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        made = lost or os.urandom(8).hex()
        _write(file, made.encode())
        return made


def known_trees(state: Path) -> list[tuple[Path, float]]:
    """Trees opened before that are still there, with the time of their last opening (seconds since 1970)."""
    found = []
    for sign in state.glob("*/path"):
        root = sign.read_text("utf-8", "surrogateescape").rstrip("\n")
        if root and os.path.isdir(root):
            found.append((Path(root), sign.stat().st_mtime))
    return sorted(found, key=lambda entry: -entry[1])


def forget_tree(root: Path, state: Path) -> None:
    """Leave a tree out of those opened before until it is opened again; everything that is kept of it stays.

    Raises StoreFailed.
    """
    try:
        (folder_of(root, state) / "path").unlink(missing_ok=True)
    except OSError as error:
        raise StoreFailed(f"The list of trees cannot be written: {error.strerror}.") from error


@contextmanager
def in_passing(root: Path, state: Path) -> Iterator[None]:
    """Opening the tree meanwhile does not count as its last opening."""
    sign = folder_of(root, state) / "path"
    opened = sign.stat().st_mtime if sign.is_file() else None
    try:
        yield
    finally:
        if opened is not None and sign.is_file():
            os.utime(sign, (opened, opened))


def folder_of(root: Path, state: Path) -> Path:
    """Where the store of the tree at `root` lies, whether it is there or not."""
    real = os.path.realpath(root)
    return state / hashlib.sha256(os.fsencode(real)).hexdigest()[:16]


def _sign(folder: Path, real: Path) -> None:
    """Say whose store it is, and by the time of `path` when the tree was opened last."""
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    stat = real.stat()
    _say(folder / "path", os.fsencode(real) + b"\n")
    _say(folder / "inode", json.dumps([stat.st_dev, stat.st_ino]).encode())
    os.utime(folder / "path")


def _moved_store(real: Path, state: Path) -> Path | None:
    stat = real.stat()
    for sign in state.glob("*/inode"):
        try:
            same = json.loads(sign.read_bytes()) == [stat.st_dev, stat.st_ino]
            old = Path((sign.parent / "path").read_text("utf-8", "surrogateescape").rstrip("\n"))
        except (OSError, ValueError):
            continue
        if same and not old.exists():
            return sign.parent
    return None


def _say(file: Path, data: bytes) -> None:
    if not file.exists() or file.read_bytes() != data:
        _write(file, data)


def _write(file: Path, data: bytes) -> None:
    """At once, so that no other process reads half of it."""
    temp = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
    temp.replace(file)
