"""What is wrong with a tree at rest: twin names, notes no link leads to, things that only look like notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from memwarden.checks.finding import Finding
from memwarden.memory.graph import IndexGraph
from memwarden.memory.index import Outlines, outlines_of
from memwarden.memory.names import folded
from memwarden.memory.note_health import in_links, in_text, noticed
from memwarden.memory.notes import NoteKind
from memwarden.memory.targets import Files, Targets, readable
from memwarden.memory.unlisted import is_unlisted

_LIVE = (".py", ".json", ".yaml", ".yml", ".toml", ".sh", ".js", ".ts", ".ini", ".cfg", ".service")
_IGNORES_GIT = re.compile(r"(?:\(\?[di]\))*(?:/|\*\*/)?\.git(?:/|/?\*\*?)?")


def findings(
    files: Files,
    graph: IndexGraph,
    *,
    outlines: Outlines | None = None,
    symlinks: Mapping[str, str] | None = None,
    of_text: Callable[[str], Iterable[Finding]] | None = None,
) -> tuple[Finding, ...]:
    """All findings, by note and line. `symlinks` gives, for special files that are links, what they name.

    `of_text` answers for the text of a note, from a cache where there is one.
    """
    outlines = outlines or outlines_of(files)
    targets = Targets(files)
    found: list[Finding] = [*_tree(files), *_twins(files), *_orphans(graph)]
    for path in files.paths:
        kind = files.kind(path)
        if kind in {NoteKind.SPECIAL, NoteKind.UNREADABLE, NoteKind.COPY}:
            found += _thing(path, kind, (symlinks or {}).get(path))
    for path in readable(files):
        found += of_text(path) if of_text else in_text(path, files.text(path))
        if not is_unlisted(path):
            found += in_links(path, outlines(path), partial(targets.of, path))
    return tuple(sorted(found, key=lambda item: (item.note, item.line, item.column, item.code)))


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


def _twins(files: Files) -> Iterator[Finding]:
    """Names that some file system takes for one; of twin folders only the folders are named, not what they hold."""
    spelled: dict[tuple[str, str], set[str]] = {}
    for path in files.paths:
        parts = path.split("/")
        for depth, part in enumerate(parts):
            spelled.setdefault(("/".join(parts[:depth]), folded(part)), set()).add(part)
    for (folder, _), names in sorted(spelled.items()):
        if len(names) > 1:
            first, *others = (f"{folder}/{name}".removeprefix("/") for name in sorted(names))
            yield noticed(
                "twin-name",
                first,
                f"{', '.join(others)} differs only in case or in how its letters are encoded.",
                "Rename one of them: some machines take them for the same file.",
                offending="\n".join(others),
            )


def _orphans(graph: IndexGraph) -> Iterator[Finding]:
    for path in graph.orphans:
        yield noticed("not-in-index", path, f"No link leads here from {graph.hub}.", "Link it there, or delete it.")


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
