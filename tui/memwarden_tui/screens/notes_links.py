"""Where the links of a note lead in the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memwarden.memory.graph import EntryState
from memwarden.memory.reading import Files
from memwarden.memory.targets import Targets
from memwarden.text.markdown import links

if TYPE_CHECKING:
    from memwarden.memory.notes import Found
    from memwarden.memory.tree import Tree


@dataclass(frozen=True, slots=True)
class Lead:
    """A link on a line (counted from 0); `path` is empty where it leads to no note of the tree.

    `target` is where it was meant to lead; of a URL all of it.
    """

    line: int
    text: str
    target: str
    path: str = ""
    anchor: str = ""
    state: EntryState | None = None


class Leads:
    """Finds them for one note after another; what lies in the tree is looked up once for all of them."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._found: Sequence[Found] = ()
        self._targets: Targets | None = None

    def of(self, note: str, text: str) -> tuple[Lead, ...]:
        """For a thread."""
        return tuple(self._leads(note, text))

    def _leads(self, note: str, text: str) -> list[Lead]:
        leads: list[Lead] = []
        for link in links(text):
            target = self._current().of(note, link)
            if target is None:
                leads.append(Lead(link.line - 1, link.text, link.target))
            else:
                path = target.path if target.state is EntryState.OK else ""
                leads.append(Lead(link.line - 1, link.text, link.target, path, link.anchor, target.state))
        return leads

    def _current(self) -> Targets:
        found = self._tree.reading.found()
        if self._targets is None or found is not self._found:
            self._found, self._targets = found, Targets(Files(self._tree, found))
        return self._targets
