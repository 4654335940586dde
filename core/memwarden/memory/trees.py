"""Which folders are memory trees: the one above a folder, and those that this machine has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memwarden.store.state import claude_projects

_MARKS = (".memwarden", "INDEX.md", "MEMORY.md")


class KnownTree(NamedTuple):
    """`how` says in words from where it is known."""

    path: Path
    how: str


def nearest(start: Path) -> Path | None:
    """The nearest folder from `start` upward that is a tree."""
    return next((folder for folder in (start, *start.parents) if is_tree(folder)), None)


def is_tree(folder: Path) -> bool:
    """Whether it holds `.memwarden`, an index, or agents' directories as nestwork makes them."""
    try:
        if any((folder / mark).exists() for mark in _MARKS):
            return True
        agents = folder / "agents"
        return agents.is_dir() and any(path.is_dir() for path in agents.glob("*/*"))
    except OSError:
        return False


def known_trees() -> tuple[KnownTree, ...]:
    """Those opened before, newest first, then what this machine syncs or an agent's program keeps."""
    found: dict[Path, KnownTree] = {}
    for tree in (*_opened(), *_synced(), *_of_programs()):
        found.setdefault(tree.path.resolve(), tree)
    return tuple(found.values())


def _opened() -> Iterator[KnownTree]:
    from memwarden.store.paths import known_trees as opened_before
    from memwarden.store.paths import state_root

    for path, _ in opened_before(state_root()):
        yield KnownTree(path, "opened before")


def _synced() -> Iterator[KnownTree]:
    from memwarden.sync.syncthing_config import discover

    for config in discover():
        for folder in config.folders:
            if is_tree(folder.path):
                yield KnownTree(folder.path, "synced by Syncthing")


def _of_programs() -> Iterator[KnownTree]:
    try:
        home = Path.home()
        memories = sorted(Path(claude_projects()).glob("*/memory"))
        beside = sorted(folder for folder in home.iterdir() if (folder / "queen").is_dir())
    except (OSError, RuntimeError):
        return
    yield from (KnownTree(path, "Claude Code's memory") for path in memories if path.is_dir())
    yield from (KnownTree(path, "a nest") for path in beside if is_tree(path))
