"""What the gate points out about a write, from the note's history: flags and the facts behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from memwarden.memory.actor import Actor
from memwarden.memory.flags import EROSION_HOURS, eroded, is_loss, large_deletion, lost_lines
from memwarden.memory.ledger import Ledger
from memwarden.memory.policy import Policy
from memwarden.store.records import Flag
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import Hunk
from memwarden.text.lines import split_lines


class Noticing:
    """`authors` gives the identities behind these lines of a note's last known text, empty for nobody known."""

    def __init__(
        self,
        ledger: Ledger,
        authors: Callable[[str, Sequence[int]], Sequence[str]],
        policy: Callable[[], Policy],
        is_person: Callable[[str], bool],
    ) -> None:
        self._ledger = ledger
        self._authors = authors
        self._policy = policy
        self._is_person = is_person

    def notice(
        self, actor: Actor, note: str, before: bytes, after: bytes, hunks: Sequence[Hunk]
    ) -> tuple[tuple[Flag, ...], dict[str, Any]]:
        """Flags of the change `before` -> `after` by this actor; `lost` in the refs counts lines by author."""
        if not before or before.isspace():
            return (), {}
        flags: list[Flag] = []
        refs: dict[str, Any] = {}
        if any(hunk.cut for hunk in hunks):
            flags, refs = self._taken_out(actor, note, before, after, hunks)
        if after and self._reverted(note, revision_of(before), revision_of(after)):
            flags.append(Flag.REVERT)
        return tuple(flags), refs

    def _taken_out(
        self, actor: Actor, note: str, before: bytes, after: bytes, hunks: Sequence[Hunk]
    ) -> tuple[list[Flag], dict[str, Any]]:
        policy = self._policy()
        flags: list[Flag] = []
        refs: dict[str, Any] = {}
        rule = policy.large_deletion
        if large_deletion(before, after, left=rule.left, minimum_chars=rule.minimum_chars):
            flags.append(Flag.LARGE_DELETION)
            refs["lines"] = sum(1 for line in split_lines(before) if line.strip())
        if lost := lost_lines(hunks, lambda places: self._authors(note, places)):
            refs["lost"] = dict(lost)
            if is_loss(lost, actor.by, self._is_person):
                flags.append(Flag.LOST_LINES)
        if Flag.LARGE_DELETION not in flags and self._eroded(note, len(before), len(after)):
            flags.append(Flag.EROSION)
        return flags, refs

    def _eroded(self, note: str, before: int, after: int) -> bool:
        """Only where this write is the one that went below: the card says it once."""
        if after >= before:
            return False
        sizes = [before, *self._recent_sizes(note)]
        return eroded(after, sizes) and not eroded(before, sizes)

    def _recent_sizes(self, note: str) -> list[int]:
        """Bytes of every version that stood within the last 24 h, the one before the first write among them."""
        since = self._ledger.store.now() - timedelta(hours=EROSION_HOURS)
        sizes = []
        for size, at in self._ledger.store.sizes(note, 500):
            sizes.append(size)
            if at < since:
                break
        return sizes

    def _reverted(self, note: str, before: str, after: str) -> bool:
        """Back to the bytes of an older version of this note."""
        return before != after and self._ledger.store.count("note = ? and after = ?", (note, after)) > 0
