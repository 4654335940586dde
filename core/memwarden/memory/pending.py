"""What stops every agent's write to a note: a conflict that waits for a person. Asked before every write."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.memory.beside import copies_of

if TYPE_CHECKING:
    from memwarden.sync.gitsigns import GitSigns, Stamp


class Pending:
    """git is asked only where something in its folder says that it may have left notes unmerged, and once per index."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._asked: tuple[Stamp, frozenset[str]] | None = None

    def of(self, note: str) -> list[str]:
        """What waits, in words: paths of copies beside the note, or that git has it unmerged; empty for nothing."""
        return copies_of(self._root, note) or (["git has it unmerged"] if note in self.unmerged() else [])

    def unmerged(self) -> frozenset[str]:
        """The notes that git has unmerged."""
        if self._signs is None or not self._signs.may_be_unmerged:
            return frozenset()
        index = self._signs.index_stamp()
        if self._asked is None or self._asked[0] != index:
            self._asked = (index, self._signs.unmerged())
        return self._asked[1]

    @cached_property
    def _signs(self) -> GitSigns | None:
        real = self._root.resolve()
        if not any((folder / ".git").exists() for folder in (real, *real.parents)):
            return None
        from memwarden.sync.gitsigns import GitSigns

        return GitSigns.find(real)


def is_marked(data: bytes | None) -> bool:
    """Whether git's conflict markers stand in this text, so that it says two things at once."""
    if data is None or b"<<<<<<<" not in data:
        return False
    from memwarden.text.markers import has_markers

    return bool(has_markers(data))
