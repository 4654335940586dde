"""How identities are shown: you and other people in the accent, agents in the colour that the tree keeps for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from memwarden import Grade
from memwarden_tui.widgets.gutter import Face

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

YOU = "you"
NOBODY = Face("unknown")
SURE = frozenset({Grade.PROVEN, Grade.CLAIMED})
"""The others are drawn as guesses."""


def face_of(tree: Tree, identity: str) -> Face:
    """Reads the tree's colours: for a thread."""
    if not identity:
        return NOBODY
    if identity == tree.me:
        return Face(YOU, "person")
    if tree.is_person(identity):
        return Face(identity, "person")
    colour = tree.agent_colour(identity)
    return Face(identity, "muted" if colour is None else f"agent{colour}")


def faces_of(tree: Tree, identities: Iterable[str]) -> Mapping[str, Face]:
    """A face for each of these, and for nobody."""
    return {identity: face_of(tree, identity) for identity in {"", *identities}}
