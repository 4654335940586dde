"""What the screen was left like, kept with the tree's history: the view, what lay on it, cursors, filters, choices."""

from __future__ import annotations

from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class Keeping:
    """Plain JSON values. `load` and `save` read and write the store: call them in a thread.

    `left` is when the screen was last left, None where it never was; `pushed` says what lay on the view then.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.view = ""
        self.pushed: list[dict[str, Any]] = []
        self.left: datetime | None = None
        self._screens: dict[str, dict[str, Any]] = {}
        self._saved: dict[str, Any] = {}
        self._saving = Lock()

    def load(self) -> None:
        """Values of another version, or edited by hand, count as nothing."""
        kept = self._tree.load_ui()
        view, screens, pushed = kept.get("view"), kept.get("screens"), kept.get("pushed")
        self.view = view if isinstance(view, str) else ""
        self.left = time_of(kept.get("left"))
        if isinstance(screens, dict):
            self._screens = {name: state for name, state in screens.items() if isinstance(state, dict)}
        if isinstance(pushed, list):
            self.pushed = [address for address in pushed if isinstance(address, dict)]

    def of(self, screen: object) -> dict[str, Any]:
        """What is kept of a screen, or of a kind of screen."""
        kind = screen if isinstance(screen, type) else type(screen)
        return self._screens.get(kind.__name__, {})

    def put(self, screen: object, state: dict[str, Any]) -> None:
        self._screens[type(screen).__name__] = state

    @property
    def is_saved(self) -> bool:
        """Whether nothing is other than it was saved last."""
        return self._state == self._saved

    @property
    def _state(self) -> dict[str, Any]:
        return {"view": self.view, "pushed": self.pushed, "screens": dict(self._screens)}

    def save(self) -> None:
        with self._saving:
            state = self._state
            self._tree.save_ui({**state, "left": self._tree.now().isoformat()})
            self._saved = state


def time_of(kept: object) -> datetime | None:
    """A time as it was kept; None for what is none."""
    try:
        at = datetime.fromisoformat(str(kept))
    except ValueError:
        return None
    return at if at.tzinfo else None
