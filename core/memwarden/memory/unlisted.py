"""Notes that no index has to link: mail and proposals, and what is grouped by its folder instead."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memwarden.memory.graph import Entry, EntryState, Section

_UNLISTED = re.compile(r"agents/[^/]+/[^/]+/(?:outbox|proposals)/|\.memwarden/")
_AGENT = re.compile(r"agents/[^/]+/[^/]+/")


def is_unlisted(path: str) -> bool:
    """Whether a note is mail, a proposal or configuration."""
    return path.startswith(("agents/", ".memwarden/")) and _UNLISTED.match(path) is not None


def is_agents(path: str) -> bool:
    """Whether a note lies in the directory of an agent, as a nest has them."""
    return _AGENT.match(path) is not None


def agents(paths: Iterable[str]) -> list[Section]:
    """One section of the agents' own notes, or none."""
    entries = tuple(_entry(path, path.removeprefix("agents/")) for path in paths)
    return [Section("Agents' own", 1, entries, generated=True)] if entries else []


def folders(paths: Iterable[str]) -> list[Section]:
    """A section for each folder at the top, for a tree without an index; notes at its root come first."""
    grouped: dict[str, list[Entry]] = {}
    for path in sorted(paths, key=lambda path: ("/" in path, path)):
        folder, _, name = path.rpartition("/") if path.count("/") < 2 else path.partition("/")
        grouped.setdefault(folder, []).append(_entry(path, name))
    return [Section(title, 1, tuple(entries), generated=True) for title, entries in grouped.items()]


def _entry(path: str, title: str) -> Entry:
    return Entry(title.removesuffix(".md"), path, path, 0, EntryState.OK)
