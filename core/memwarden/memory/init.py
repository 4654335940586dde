"""Make a folder a tree of its own: a commented configuration, accepted at once, and an index where none is."""

from __future__ import annotations

from pathlib import Path

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.accepted import CONFIG
from memwarden.memory.config_template import template
from memwarden.memory.notes import INDEX_NAMES
from memwarden.memory.presets import LAYOUTS, recognise
from memwarden.memory.tree import Tree

_INDEX = "# Index\n\nEvery note is linked here, by topic.\n"


def init(folder: Path, layout: str = "") -> tuple[Path, ...]:
    """What was written; nothing that is there is changed. `layout` defaults to what the folder looks like.

    Raises Refused BAD_ARGUMENT, DiskFailed.
    """
    if layout and layout not in LAYOUTS:
        raise Refused(Code.BAD_ARGUMENT, f"There is no layout {layout!r}.", f"It is one of {', '.join(LAYOUTS)}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Tree.open(folder) as tree:
            chosen = layout or recognise(tree.paths())
            made = list(_index(tree.root, chosen))
            config = tree.root / CONFIG
            if not config.exists():
                config.parent.mkdir(exist_ok=True)
                config.write_bytes(template(chosen).encode())
                tree.person(via="cli").accept_rules(config.read_bytes())
                made.append(config)
    except OSError as error:
        raise DiskFailed(f"{folder} cannot be written: {error.strerror}.") from error
    return tuple(made)


def _index(root: Path, layout: str) -> tuple[Path, ...]:
    """Only a flat tree needs a hub of its own."""
    if layout != "flat" or any((root / name).exists() for name in INDEX_NAMES):
        return ()
    (root / INDEX_NAMES[0]).write_bytes(_INDEX.encode())
    return (root / INDEX_NAMES[0],)
