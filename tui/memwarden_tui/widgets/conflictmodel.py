"""What a person has chosen in a conflict so far, hunk by hunk, and every step back."""

from __future__ import annotations

from collections.abc import Mapping

from memwarden.text.lines import split_lines
from memwarden.text.merge import Choice, Merge


class ConflictModel:
    """Choices over a merge; `active` is the region that keys act on, None where nothing differs.

    Regions are named by their index in `merge.regions`; one that merged by itself may be chosen anew.
    """

    def __init__(self, merge: Merge) -> None:
        self.merge = merge
        self.conflicts = merge.open
        self._choices: dict[int, Choice | bytes] = {}
        self._undo: list[tuple[dict[int, Choice | bytes], int | None]] = []
        hunks = self.conflicts or merge.hunks
        self.active: int | None = hunks[0] if hunks else None

    @property
    def choices(self) -> Mapping[int, Choice | bytes]:
        return self._choices

    @property
    def open(self) -> tuple[int, ...]:
        """Conflicts without a choice."""
        return tuple(index for index in self.conflicts if index not in self._choices)

    @property
    def open_count(self) -> int:
        return len(self.open)

    @property
    def done_count(self) -> int:
        return len(self.conflicts) - self.open_count

    def number(self, region: int) -> int | None:
        """A conflict's number as people count them, from 1."""
        return self.conflicts.index(region) + 1 if region in self.conflicts else None

    @property
    def is_edited(self) -> bool:
        """Whether the active hunk was edited by hand, which no side replaces."""
        return self.active is not None and isinstance(self._choices.get(self.active), bytes)

    def can(self, choice: Choice | bytes) -> bool:
        """Whether there is a hunk to choose for, and a base where the base is chosen."""
        return self.active is not None and (self.merge.based or choice is not Choice.BASE)

    def choose(self, choice: Choice | bytes) -> bool:
        """Take a side for the active hunk, or bytes put in its place; False if it cannot be.

        What was edited by hand gives way to another edit only: `undo` takes it back.
        """
        if self.active is None or not self.can(choice) or (self.is_edited and isinstance(choice, Choice)):
            return False
        self._keep()
        self._choices[self.active] = choice
        return True

    def choose_all(self, choice: Choice) -> bool:
        """One side for the whole file, what merged by itself included; one `undo` takes it back. Edits stay."""
        if not self.can(choice):
            return False
        self._keep()
        edited = {index: made for index, made in self._choices.items() if isinstance(made, bytes)}
        self._choices = dict.fromkeys(self.merge.hunks, choice) | edited
        return True

    def take_up(self, choices: Mapping[int, Choice | bytes]) -> None:
        """Begin with choices that were made before, as far as they fit; the first open hunk is active."""
        hunks = set(self.merge.hunks)
        fits = {
            index: choice
            for index, choice in choices.items()
            if index in hunks and (self.merge.based or choice is not Choice.BASE)
        }
        self._choices = fits
        self.active = next(iter((*self.open, *self.conflicts, *self.merge.hunks)), None)

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    def undo(self) -> bool:
        """Take the last choice back and return to its hunk; False when there was none."""
        if not self._undo:
            return False
        self._choices, self.active = self._undo.pop()
        return True

    def _keep(self) -> None:
        self._undo.append((dict(self._choices), self.active))

    def select(self, region: int) -> None:
        if region in self.merge.hunks:
            self.active = region

    def next_open(self, step: int = 1) -> bool:
        """To the next (at -1, previous) open hunk, round the end; where none is open, to any conflict."""
        hunks = self.open or self.conflicts or self.merge.hunks
        if not hunks:
            return False
        now = -1 if self.active is None else self.active
        ahead = [hunk for hunk in hunks if (hunk - now) * step > 0]
        order = 1 if step > 0 else -1
        self.active = ahead[::order][0] if ahead else hunks[::order][0]
        return True

    def next_hunk(self, step: int = 1) -> bool:
        """To the next hunk of any kind, those that merged by themselves too; False at the end."""
        now = -1 if self.active is None else self.active
        ahead = [hunk for hunk in self.merge.hunks if (hunk - now) * step > 0]
        if ahead:
            self.active = ahead[0] if step > 0 else ahead[-1]
        return bool(ahead)

    def lines(self, region: int) -> tuple[bytes, ...] | None:
        """The lines that stand for a region now; None while it is open."""
        found = self.merge.regions[region]
        choice = self._choices.get(region)
        if choice is None:
            return found.merged
        return found.pick(choice) if isinstance(choice, Choice) else tuple(split_lines(choice))

    def result(self) -> bytes:
        """The merged text; raises ValueError while a conflict is open."""
        return self.merge.text(self._choices)
