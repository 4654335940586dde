"""What is wrong with a tree at rest: twin names, notes no link leads to, things that only look like notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from memwarden.checks.finding import Finding
from memwarden.memory.graph import IndexGraph
from memwarden.memory.linked import Linked
from memwarden.memory.names import folded
from memwarden.memory.note_health import in_links, noticed
from memwarden.memory.notes import NoteKind
from memwarden.memory.targets import Files
from memwarden.memory.unlisted import is_unlisted
from memwarden.sync.foreign_copies import suggest

_LIVE = (".py", ".json", ".yaml", ".yml", ".toml", ".sh", ".js", ".ts", ".ini", ".cfg", ".service")
_IGNORES_GIT = re.compile(r"(?:\(\?[di]\))*(?:/|\*\*/)?\.git(?:/|/?\*\*?)?")


class Health:
    """What is wrong, kept by note and for the tree until something of it is another."""

    def __init__(self) -> None:
        self._of_note: dict[str, tuple[Finding, ...]] = {}
        self._of_names: tuple[Finding, ...] = ()
        self._orphans: dict[tuple[str, str], Finding] = {}

    def look(self, note: str, linked: Linked, of_text: Iterable[Finding]) -> bool:
        """At one note that was read; `of_text` is wrong in its text. Whether anything is other than it was."""
        leads = zip(linked.outlines[note].links, linked.targets[note], strict=True)
        of_links = () if is_unlisted(note) else in_links(note, linked.outlines[note].problems, leads)
        found = (*of_text, *of_links)
        before = self._of_note.pop(note, ())
        if found:
            self._of_note[note] = found
        return found != before

    def drop(self, note: str) -> None:
        self._of_note.pop(note, None)

    def look_at_names(self, files: Files, symlinks: Mapping[str, str]) -> None:
        """At what lies in the tree: names that are twins, and what is no note."""
        things = (
            _thing(path, kind, symlinks.get(path)) for path in files.paths if (kind := files.kind(path)) in _THINGS
        )
        self._of_names = (
            *_twins(files.paths),
            *_foreign_copies(files.paths),
            *(finding for found in things for finding in found),
        )

    def findings(self, files: Files, graph: IndexGraph) -> tuple[Finding, ...]:
        """By note and line."""
        known, hub = self._orphans, graph.hub or ""
        self._orphans = {key: known.get(key) or _orphan(*key) for path in graph.orphans if (key := (path, hub))}
        of_notes = (finding for found in self._of_note.values() for finding in found)
        every = (*_tree(files), *self._of_names, *self._orphans.values(), *of_notes)
        return tuple(sorted(every, key=lambda item: (item.note, item.line, item.column, item.code)))


_THINGS = frozenset({NoteKind.SPECIAL, NoteKind.UNREADABLE, NoteKind.COPY})


def _tree(files: Files) -> Iterator[Finding]:
    if not (files.kind(".git") and files.kind(".stfolder")) or _git_ignored(files, ".stignore", set()):
        return
    yield noticed(
        "git-in-syncthing",
        ".stignore",
        "Syncthing carries this tree's .git folder, which breaks the repository when two machines use it.",
        "Add a line .git to .stignore on every machine.",
    )


def _git_ignored(files: Files, name: str, read: set[str]) -> bool:
    """Whether the first pattern about `.git` ignores it; `#include` lines are followed."""
    read.add(name)
    if not files.kind(name):
        return False
    for line in map(str.strip, files.text(name).split("\n")):
        included = line.removeprefix("#include ").strip()
        if line.startswith("#include ") and included not in read and _git_ignored(files, included, read):
            return True
        if _IGNORES_GIT.fullmatch(line):
            return True
        if line.startswith("!") and _IGNORES_GIT.fullmatch(line[1:]):
            return False
    return False


def _twins(paths: Iterable[str]) -> Iterator[Finding]:
    """Names that some file system takes for one; of twin folders only the folders are named, not what they hold."""
    spelled: dict[tuple[str, str], set[str]] = {}
    pending = {path.rpartition("/")[::2] for path in paths}
    while pending:
        for folder, name in pending:
            spelled.setdefault((folder, folded(name)), set()).add(name)
        pending = {folder.rpartition("/")[::2] for folder, _ in pending if folder}
    for (folder, _), names in sorted(item for item in spelled.items() if len(item[1]) > 1):
        first, *others = (f"{folder}/{name}".removeprefix("/") for name in sorted(names))
        yield noticed(
            "twin-name",
            first,
            f"{', '.join(others)} differs only in case or in how its letters are encoded.",
            "Rename one of them: some machines take them for the same file.",
            offending="\n".join(others),
        )


def _foreign_copies(paths: Iterable[str]) -> Iterator[Finding]:
    """Names that other programs give to their conflict copies: only said, for a person's note may be named so too."""
    present = frozenset(paths)
    for path in sorted(present):
        if copy := suggest(path, present):
            yield noticed(
                "foreign-copy",
                path,
                f"It is named like a conflict copy of {copy.original} that {copy.program} made.",
                "Compare the two, keep what is right in one, and delete the other.",
                offending=copy.original,
            )


def _orphan(path: str, hub: str) -> Finding:
    return noticed("not-in-index", path, f"No link leads here from {hub}.", "Link it there, or delete it.")


def _thing(path: str, kind: str, names: str | None) -> Iterator[Finding]:
    if kind == NoteKind.UNREADABLE:
        yield noticed("unreadable", path, "It cannot be read.", "Give your user the right to read it.")
    elif kind == NoteKind.COPY:
        if path.casefold().endswith(_LIVE):
            yield noticed(
                "copy-of-code",
                path,
                "Urgent: this conflict copy keeps its extension, so a program may load it as code or settings.",
                "Resolve the conflict first of all.",
            )
    elif names is not None:
        yield noticed(
            "bad-symlink",
            path,
            "This link leads out of the tree, in a circle, or to nothing; it is not followed.",
            "Make it name a note of the tree, or delete it.",
            offending=names,
        )
    else:
        yield noticed(
            "special-file",
            path,
            "This is named like a note but is a pipe, socket, device or the like; it is never opened.",
            "Move it out of the tree.",
        )
