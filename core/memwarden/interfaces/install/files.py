"""Other programs' files: read, replaced as a whole or not at all, mode and links kept."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from memwarden.errors import Code, DiskFailed, Refused


@dataclass(frozen=True, slots=True)
class FileChange:
    """`before` None: the file is new; `after` None: it goes."""

    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def needed(self) -> bool:
        return self.before != self.after


def read(path: Path) -> bytes | None:
    """The bytes, None where there is no file. Raises DiskFailed."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DiskFailed(f"{path} cannot be read: {error.strerror}.") from error


def carry_out(change: FileChange) -> list[Path]:
    """Make the change; the folders that were made for it. Raises Refused CHANGED_SINCE_SHOWN, DiskFailed."""
    if read(change.path) != change.before:
        raise Refused(
            Code.CHANGED_SINCE_SHOWN, f"{change.path} was changed while it was shown.", "Look again, then decide."
        )
    try:
        if change.after is None:
            change.path.unlink(missing_ok=True)
            return []
        made = [folder for folder in change.path.parents if not folder.exists()]
        change.path.parent.mkdir(parents=True, exist_ok=True)
        _replace(Path(os.path.realpath(change.path)), change.after)
    except OSError as error:
        raise DiskFailed(f"{change.path} cannot be written: {error.strerror}.") from error
    return made


def _replace(path: Path, data: bytes) -> None:
    temp = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    mode = path.stat().st_mode & 0o7777 if path.exists() else None
    try:
        descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            if mode is not None:
                os.fchmod(out.fileno(), mode)
            out.flush()
            os.fsync(out.fileno())
        temp.replace(path)
    finally:
        temp.unlink(missing_ok=True)
