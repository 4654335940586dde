"""Make a folder a tree with rules of its own: a commented configuration, accepted at once, and an index if none is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.memory.config_template import template
from memwarden.memory.gate import Change
from memwarden.memory.policy import CONFIG
from memwarden.memory.presets import LAYOUTS, recognise
from memwarden.store.records import What

if TYPE_CHECKING:
    from memwarden.memory.person import Person
    from memwarden.memory.tree import Tree

_INDEX = "# Index\n\nEvery note is linked here, by topic.\n"
_HUB = "INDEX.md"


def init(tree: Tree, person: Person, layout: str = "") -> tuple[str, ...]:
    """Write what is missing, as one act of this person; the paths written. Nothing that is there is changed.

    `layout` defaults to what the folder looks like. Raises Refused BAD_ARGUMENT, Failed.
    """
    if layout and layout not in LAYOUTS:
        raise Refused(Code.BAD_ARGUMENT, f"There is no layout {layout!r}.", f"It is one of {', '.join(LAYOUTS)}.")
    chosen = layout or recognise(tree.paths())
    made = _missing(tree, chosen)
    act = ""
    for path, text in made.items():
        change = Change(What.CREATE, path, _unless_there(text.encode()), act=act, why="a new tree")
        act = tree.gate.write(person.actor, change).act
    if CONFIG in made and tree.rules.pending() is not None:
        person.accept_rules(made[CONFIG].encode())
    return tuple(made)


def _missing(tree: Tree, layout: str) -> dict[str, str]:
    """Only a flat tree needs a hub of its own."""
    made = {} if (tree.root / CONFIG).exists() else {CONFIG: template(layout)}
    return made if layout != "flat" or tree.hub() else {_HUB: _INDEX, **made}


def _unless_there(text: bytes) -> Callable[[bytes | None], bytes]:
    return lambda now: text if now is None else now
