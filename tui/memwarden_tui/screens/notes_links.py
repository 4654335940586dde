"""Where the links of a note lead in the tree."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from memwarden.memory.graph import EntryState
from memwarden.text.link import Link
from memwarden.text.links import links

if TYPE_CHECKING:
    from memwarden.memory.targets import Target
    from memwarden.memory.tree import Tree


class Lead(NamedTuple):
    """A link on a line (counted from 0); `path` is empty where it leads to no note of the tree.

    `target` is where it was meant to lead; of a URL all of it.
    """

    line: int
    text: str
    target: str
    path: str = ""
    anchor: str = ""
    state: EntryState | None = None

    def meant_in(self, note: str) -> str:
        """The path of the note that could be made where a link of `note` leads in vain; empty where none could."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(note), self.target))
        makes = self.state is EntryState.MISSING and not path.startswith(("../", "/"))
        return f"{path.removesuffix('.md')}.md" if makes else ""


def leads_of(tree: Tree, note: str, text: str) -> tuple[Lead, ...]:
    """For a thread."""
    targets = tree.reading.targets()
    return tuple(_lead(link, targets.of(note, link)) for link in links(text))


def _lead(link: Link, target: Target | None) -> Lead:
    if target is None:
        return Lead(link.line - 1, link.text, link.target)
    path = target.path if target.state is EntryState.OK else ""
    return Lead(link.line - 1, link.text, link.target, path, link.anchor, target.state)
