"""What the screen was left like, kept with the tree's history: the view, the cursors, the filters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class Keeping:
    """Plain JSON values. `load` and `save` read and write the store: call them in a thread."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.view = ""
        self._screens: dict[str, dict[str, Any]] = {}

    def load(self) -> None:
        """Values of another version, or edited by hand, count as nothing."""
        kept = self._tree.load_ui()
        view, screens = kept.get("view"), kept.get("screens")
        self.view = view if isinstance(view, str) else ""
        if isinstance(screens, dict):
            self._screens = {name: state for name, state in screens.items() if isinstance(state, dict)}

    def of(self, screen: object) -> dict[str, Any]:
        return self._screens.get(type(screen).__name__, {})

    def put(self, screen: object, state: dict[str, Any]) -> None:
        self._screens[type(screen).__name__] = state

    def save(self) -> None:
        self._tree.save_ui({"view": self.view, "screens": self._screens})
