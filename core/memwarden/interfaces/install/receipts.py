"""What was changed in each file, so that taking it out again leaves the very bytes that were there before."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from memwarden.store.paths import state_root
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import Hunk, HunkMismatch, apply, diff_bytes, invert
from memwarden.text.lines import split_lines


def keep(path: Path, before: bytes | None, after: bytes, folders: Sequence[Path] = ()) -> None:
    """Only the lines that changed are kept, in the store's own folder, which nobody else reads."""
    hunks = [[hunk.start, _packed(hunk.cut), _packed(hunk.put)] for hunk in diff_bytes(before or b"", after)]
    receipt = {"after": revision_of(after), "new": before is None, "hunks": hunks, "folders": list(map(str, folders))}
    place = _place(path)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(json.dumps(receipt).encode())


def before(path: Path, now: bytes) -> tuple[bool, bytes | None]:
    """Whether the file is exactly as it was left, and if so what was there before (None: no file)."""
    receipt = _read(path)
    if receipt is None or receipt.get("after") != revision_of(now):
        return False, None
    try:
        if receipt["new"]:
            return True, None
        hunks = [Hunk(start, _unpacked(cut), _unpacked(put)) for start, cut, put in receipt["hunks"]]
        return True, b"".join(apply(split_lines(now), invert(hunks)))
    except (HunkMismatch, KeyError, TypeError, ValueError):
        return False, None


def forget(path: Path) -> None:
    """It is out again: the receipt goes, and with it the folders that were made for the file and are empty."""
    folders = (_read(path) or {}).get("folders", [])
    _place(path).unlink(missing_ok=True)
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            return


def folders_of(path: Path) -> list[Path]:
    return [Path(folder) for folder in (_read(path) or {}).get("folders", [])]


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(_place(path).read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _place(path: Path) -> Path:
    name = hashlib.sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:16]
    return state_root() / "installed" / f"{name}.json"


def _packed(lines: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(line).decode() for line in lines]


def _unpacked(lines: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(map(base64.b64decode, lines))
