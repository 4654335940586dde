"""Where a link leads: a note of the tree, a folder, a conflict copy, out of the tree, or nowhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cached_property
from typing import NamedTuple, Protocol

from memwarden.memory.graph import EntryState
from memwarden.memory.notes import NOTES, TEXTS, NoteKind
from memwarden.text.lines import encode
from memwarden.text.link import Link


class Files(Protocol):
    """What lies in a tree, already gathered."""

    @property
    def paths(self) -> Collection[str]:
        """Every note, conflict copy and special file, relative to the tree, `/`-separated."""

    def kind(self, path: str) -> str:
        """A `NoteKind`; for any other path `file`, `directory`, or empty where nothing is."""

    def text(self, path: str) -> str:
        """Decoded with surrogate escapes; asked only of notes and indices."""


class Target(NamedTuple):
    """`path` is empty unless something of the tree is there."""

    state: EntryState
    path: str = ""


_MISSING = Target(EntryState.MISSING)
_OUTSIDE = Target(EntryState.OUTSIDE)
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|\Z)")
# No file system holds longer ones, and asking for them is an error.
_LONGEST = 4000
_LONGEST_PART = 255
_WIDEST = 4
"""Bytes of a character."""


def nfc(path: str) -> str:
    return unicodedata.normalize("NFC", path)


def readable(files: Files) -> list[str]:
    """The notes and indices, sorted."""
    return sorted(path for path in files.paths if files.kind(path) in TEXTS)


class Targets:
    """Finds what links lead to; a name is found in whichever normalisation it was written."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._exact = frozenset(files.paths)
        self._copies = frozenset(path for path in files.paths if files.kind(path) == NoteKind.COPY)
        self._stems: dict[str, list[str]] | None = None

    @cached_property
    def _by_name(self) -> dict[str, str]:
        return {nfc(path): path for path in sorted(self._exact, reverse=True)}

    @cached_property
    def _folders(self) -> set[str]:
        return {nfc(folder) for folder in _folders(self._exact)}

    def of(self, source: str, link: Link) -> Target | None:
        """Where a link in the note `source` leads; None for a URL and for a place in the note itself."""
        target = link.target
        path = _join(_folder(source), target)
        if path in self._exact and ":" not in target and link.form != "wiki" and not _is_too_long(path):
            return self._known(path)
        if _DRIVE.match(target) or target.casefold().startswith("file:"):
            return _OUTSIDE
        if not target or (link.external and not target.casefold().endswith(".md")):
            return None
        if link.form == "wiki":
            return self._wiki(source, target)
        found = self._from(_folder(source), target)
        if link.external:
            return found if found.state is EntryState.OK else None
        if found is _MISSING and "?" in target:
            return self._from(_folder(source), target.partition("?")[0])
        return found

    def _from(self, folder: str, target: str) -> Target:
        for written in dict.fromkeys((target, target.replace("\\", "/"))):
            path = _within(folder, written)
            if path is None:
                return _OUTSIDE
            if (found := self._at(path, folder_only=written.endswith("/"))) is not _MISSING:
                return found
        return _MISSING

    def _at(self, path: str, *, folder_only: bool = False) -> Target:
        if not path:
            return Target(EntryState.DIRECTORY)
        if "\0" in path or _is_too_long(path):
            return _MISSING
        real = path if path in self._exact else self._by_name.get(nfc(path), path)
        known = real in self._exact
        if known and not folder_only:
            return self._known(real)
        if nfc(path) in self._folders:
            return self._folder(path)
        kind = "" if known else self._files.kind(path)
        if kind == "directory":
            return Target(EntryState.DIRECTORY, path)
        return Target(EntryState.OK, path) if kind and not folder_only else _MISSING

    def _known(self, path: str) -> Target:
        return Target(EntryState.COPY if path in self._copies else EntryState.OK, path)

    def _folder(self, path: str) -> Target:
        """A folder with an index of its own stands for that index."""
        index = self._by_name.get(nfc(f"{path}/INDEX.md"))
        return Target(EntryState.OK, index) if index else Target(EntryState.DIRECTORY, path)

    def _wiki(self, source: str, target: str) -> Target:
        """By path from the note, by path from the root, then by name: the one with the shortest path."""
        for folder in dict.fromkeys((_folder(source), "")):
            for name in (target, f"{target}.md"):
                found = self._from(folder, name)
                if found.state is not EntryState.MISSING and found.state is not EntryState.DIRECTORY:
                    return found
        named = self._named(target)
        return Target(EntryState.OK, named[0]) if named else _MISSING

    def _named(self, name: str) -> list[str]:
        if self._stems is None:
            self._stems = {}
            for path in sorted(self._exact, key=lambda path: (path.count("/"), len(path), path)):
                if self._files.kind(path) in NOTES:
                    self._stems.setdefault(_stem_key(path.rpartition("/")[2]), []).append(path)
        wanted = nfc(name).casefold().removesuffix(".md").strip("/")
        found = self._stems.get(wanted.rpartition("/")[2], [])
        return [path for path in found if f"/{nfc(path).casefold()}".endswith(f"/{wanted}.md")]


def names_of(source: str, link: Link) -> set[str]:
    """Where this link leads can change only while something comes or goes that has one of these `names_in` its path."""
    written = {link.target, link.target.partition("?")[0]}
    written |= {target.replace("\\", "/") for target in written}
    found = {_within(folder, target) for target in written for folder in {_folder(source), ""}}
    return {_stem_key(path.rpartition("/")[2]) for path in found if path}


def names_in(path: str) -> set[str]:
    return set(map(_stem_key, path.split("/")))


def _stem_key(name: str) -> str:
    return nfc(name).casefold().removesuffix(".md")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _folders(paths: Iterable[str]) -> set[str]:
    """All that these paths lie in, by however many steps."""
    found: set[str] = set()
    pending = set(map(_folder, paths))
    while pending := pending - found - {""}:
        found |= pending
        pending = set(map(_folder, pending))
    return found


def _is_too_long(path: str) -> bool:
    if len(path) * _WIDEST <= _LONGEST_PART:
        return False
    return len(encode(path)) > _LONGEST or any(len(encode(part)) > _LONGEST_PART for part in path.split("/"))


def _within(folder: str, target: str) -> str | None:
    """The path relative to the tree, or None where it leaves the tree or is absolute."""
    if target.startswith(("/", "\\", "~/")):
        return None
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
