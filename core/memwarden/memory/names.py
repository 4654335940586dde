"""Names that every machine of the tree can hold, and that no other note is a twin of."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from memwarden.errors import Code, Refused
from memwarden.memory.notes import is_note_name
from memwarden.store.files import locate
from memwarden.sync.copies import is_copy, is_temporary

LONGEST_PART = 217
"""Bytes: a conflict copy adds 38 and a file system takes 255."""
_BAD = frozenset('\\:*?"<>|')
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})


def require_portable(note: str, existing: Iterable[str]) -> None:
    """Raises Refused BAD_NAME with what is wrong, TWIN where a note differs only in case or normalisation.

    CHECKS where it holds a secret: names go where texts do not, into records that other machines read.
    """
    for part in note.split("/"):
        if problem := _problem(part):
            raise Refused(Code.BAD_NAME, f"{note!r} cannot be a note's name: {problem}.", "Choose another name.")
    if not is_note_name(note):
        raise Refused(Code.BAD_NAME, f"{note!r} does not end in .md.", f"Name it {note}.md.")
    if is_copy(note) or is_temporary(note):
        raise Refused(Code.BAD_NAME, f"{note!r} is named like a file that a sync made.", "Choose another name.")
    _require_no_secret(note)
    key = folded(note)
    for other in existing:
        if other != note and folded(other) == key:
            raise Refused(
                Code.TWIN, f"{other} differs from {note} only in case or in how its letters are encoded.",
                f"Write to {other}.", details={"twin": other},
            )  # fmt: skip


def _require_no_secret(note: str) -> None:
    from memwarden.checks.secrets import secrets

    for hit in secrets(note):
        raise Refused(Code.CHECKS, f"The name {hit.says[:-1]} (rule {hit.code}).", hit.fix, details={"secret": True})


def require_free_name(root: Path, note: str, existing: Sequence[str]) -> None:
    """As `require_portable`, also of the name that the symlinks in its path lead to. Raises Refused OUTSIDE too."""
    require_portable(note, existing)
    _, name = locate(root, note)
    if name != note:
        require_portable(name, existing)


def beside_name(note: str, at: datetime, root: Path, wanted: str, existing: Iterable[str]) -> str:
    """The name that a second version of this note gets: `wanted`, or one made from the note's own and this time.

    Raises Refused BAD_NAME, TWIN where `wanted` cannot be one, ALREADY_PRESENT where it is taken.
    """
    if wanted:
        require_portable(wanted, existing)
        if os.path.lexists(root / wanted):
            raise Refused(Code.ALREADY_PRESENT, f"There is {wanted} already.", "Choose another name.")
        return wanted
    folder, slash, name = note.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name.lstrip("."), "", ""
    tail = f"-theirs-{at:%Y%m%d-%H%M%S}"
    room = LONGEST_PART - len((tail + dot + ending).encode("utf-8", "surrogateescape")) - 4
    plain = "".join("-" if _is_bad(char) else char for char in stem).strip(" .")
    short = plain.encode("utf-8", "surrogateescape")[:room].decode("utf-8", "ignore") or "note"
    names = (f"{folder}{slash}{short}{tail}{'' if count == 1 else f'-{count}'}{dot}{ending}" for count in range(1, 999))
    return next(name for name in names if not os.path.lexists(root / name))


def _is_bad(char: str) -> bool:
    return char in _BAD or unicodedata.category(char) in {"Cc", "Cf", "Cs"}


def folded(path: str) -> str:
    """Equal for two names that some file system takes for one."""
    return unicodedata.normalize("NFC", path).casefold()


def _problem(part: str) -> str:
    if part in {"", ".", ".."}:
        return "it has an empty part or one that leads elsewhere"
    if bad := sorted(set(part) & _BAD):
        return f"some systems do not allow {' '.join(bad)}"
    if any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in part):
        return "it holds a control or hidden character"
    if part.startswith("."):
        return "hidden files and folders are no notes"
    if part.endswith((" ", ".")) or part.startswith(" "):
        return "it begins or ends with a blank or a dot"
    if part.partition(".")[0].casefold() in _DEVICES:
        return f"{part.partition('.')[0]} is a device on some systems"
    if len(part.encode("utf-8", "surrogateescape")) > LONGEST_PART:
        return f"a part is longer than {LONGEST_PART} bytes, so a conflict copy would not fit"
    return ""
