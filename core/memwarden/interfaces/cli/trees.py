"""`trees` and `init`: the memory trees of this machine, and one more."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memwarden.errors import Code, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verb

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDEX = "INDEX.md"
_FIRST = b"# Index\n"


@click.command(cls=Verb)
@click.pass_obj
def trees(door: Door) -> None:
    """List the trees opened before, those that Syncthing carries, nests, and Claude Code's memories."""
    from memwarden.memory.trees import known_trees

    found = known_trees()
    if door.json:
        say.value([{"path": os.fspath(tree.path), "how": tree.how} for tree in found])
        return
    from memwarden.interfaces.cli.cells import Cell
    from memwarden.interfaces.cli.table import show

    rows = [(Cell(os.fspath(tree.path), "bold"), Cell(tree.how, "dim")) for tree in found]
    show(rows, empty="No tree is known. Make one: memwarden init DIR")


@click.command(cls=Verb)
@click.argument("folder", default="", metavar="[DIR]")
@click.option(
    "--layout", default="", metavar="NAME", help="flat, claude, nest or layers; else what the folder looks like."
)
@click.pass_obj
def init(door: Door, folder: str, layout: str) -> None:
    """Make a tree at DIR (else here), or take the notes that lie there for one. Nothing that is there is changed.

    At a terminal it gets rules that hold (.memwarden/config.toml); an agent makes no rules, only an index where
    there is no note at all.
    """
    place = Path(folder or door.path or os.environ.get("MEMWARDEN_TREE", "") or ".").expanduser()
    door.path = os.fspath(place)
    with _made(place):
        by_person = _begin(door, layout)
    tree = door.tree()
    if by_person:
        tree.rescan()
    notes = len(tree.paths())
    if door.json:
        say.value({"tree": os.fspath(tree.root), "notes": notes, "layout": tree.rules.policy().layout})
        return
    said = f"{notes} note{'' if notes == 1 else 's'}, layout {tree.rules.policy().layout}"
    say.line(f"{tree.name}: {said}. Next: memwarden open {tree.root}")


def _begin(door: Door, layout: str) -> bool:
    """Whether a person did it; raises Refused where nobody can be told, or an agent names a layout."""
    writer = door.writer()
    if writer.actor.person:
        from memwarden.memory.init import init as begin

        begin(door.tree(), door.person("making rules"), layout)
        return True
    if layout:
        raise Refused(Code.PERSON_ONLY, "Which rules hold is a person's choice.", "Leave --layout out.")
    if not door.tree().paths():
        writer.create(_INDEX, _FIRST, why="a new tree")
    return False


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """The folder, and gone again where it was made in vain."""
    fresh = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if fresh and not any(folder.iterdir()):
            folder.rmdir()
        raise
