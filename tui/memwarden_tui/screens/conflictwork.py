"""A person's work on one conflict: the choices in every copy, one after the other, kept over a restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from memwarden.memory.conflicts import Base, Conflict, Copy
from memwarden.memory.tally import said, tally
from memwarden.text.merge import Choice, Merge
from memwarden_tui.screens.conflictkeeping import Choices, Named, found, named
from memwarden_tui.widgets.conflictmodel import ConflictModel


class Work:
    """`conflict` as it was shown. The result of one copy is yours in the next; `at` counts the distinct copies.

    `since` names the sides that changed since earlier choices were made, `unfit` counts the choices that fit no more.
    """

    def __init__(self, conflict: Conflict) -> None:
        self.conflict = conflict
        self.at = 0
        self.since: tuple[str, ...] = ()
        self.unfit = 0
        self._bases: dict[str, Base] = {}
        self._choices: list[Choices] = []
        self._tallies: list[Counter[str]] = []
        self._named: dict[str, Named] = {}
        self.model = ConflictModel(conflict.merge(self.copy))

    @classmethod
    def of(cls, conflict: Conflict, kept: object, offered: Iterable[Base]) -> Work:
        """Begun with what was kept of it; `offered` are the bases that a person may have picked. For a thread."""
        work = cls(conflict)
        work._take_up(kept, {base.revision: base for base in offered if base.revision})
        return work

    @property
    def bases(self) -> tuple[Base, ...]:
        """Those that a person picked."""
        return tuple(self._bases.values())

    @property
    def copy(self) -> Copy:
        return self.conflict.distinct[self.at]

    @property
    def count(self) -> int:
        return len(self.conflict.distinct)

    @property
    def is_last(self) -> bool:
        return self.at + 1 == self.count

    @property
    def base(self) -> Base:
        return self._bases.get(self.copy.path, self.copy.base)

    @property
    def is_picked(self) -> bool:
        """Whether the base is one that a person picked."""
        return self.copy.path in self._bases

    def pick(self, base: Base) -> None:
        """Merge this copy from another base; choices for the hunks that stay the same stay."""
        before = named(self.model.choices, self.model.merge)
        self._bases[self.copy.path] = base
        self._begin(before)

    def step(self, step: int) -> bool:
        """To the next copy, where nothing is open in this one, or back to the one before; False if it cannot be."""
        if not 0 <= self.at + step < self.count or (step > 0 and self.model.open):
            return False
        self._remember()
        self.at += step
        self._begin(self._named.get(self.copy.path, {}))
        return True

    def result(self) -> bytes:
        """The note with every copy merged into it; raises ValueError while a hunk or a copy is open."""
        if not self.is_last:
            raise ValueError("another copy waits")
        return self.model.result()

    @property
    def taken(self) -> str:
        """The side that was taken throughout, or `merged`."""
        chosen = set(self.model.choices.values()) if self.count == 1 else set()
        side = chosen.pop() if len(chosen) == 1 and len(self.model.choices) == len(self.model.merge.hunks) else None
        return side.value if isinstance(side, Choice) else "merged"

    @property
    def why(self) -> str:
        """What the result is made of."""
        return said([*self._tallies[: self.at], tally(self.model.merge, self.model.choices)])

    # Kept as plain JSON

    @property
    def is_begun(self) -> bool:
        return bool(self.model.choices or self.at or self._bases)

    def kept(self) -> dict[str, Any]:
        self._remember()
        return {
            "at": self.at,
            "sides": self._sides,
            "bases": {path: base.revision for path, base in self._bases.items()},
            "choices": dict(self._named),
        }

    def _take_up(self, kept: object, offered: Mapping[str, Base]) -> None:
        """Wherever the hunk is still the same; values of another version count as nothing."""
        if not isinstance(kept, dict) or not isinstance(choices := kept.get("choices"), dict):
            return
        bases = kept.get("bases")
        for path, revision in bases.items() if isinstance(bases, dict) else ():
            if revision in offered:
                self._bases[path] = offered[revision]
        self._named = {path: said for path, said in choices.items() if isinstance(said, dict)}
        self._begin(self._named.get(self.copy.path, {}))
        reached = kept.get("at")
        while isinstance(reached, int) and self.at < reached and self.step(1):
            continue
        self.since = self._changed(kept.get("sides"))

    @property
    def _sides(self) -> dict[str, str]:
        copies = {copy.path: copy.revision for copy in self.conflict.distinct}
        return {"yours": self.conflict.revision or "none", **copies}

    def _changed(self, sides: object) -> tuple[str, ...]:
        if not isinstance(sides, dict):
            return ()
        now = self._sides
        other = {path for path in {*now, *sides} if now.get(path) != sides.get(path)}
        return (*(["yours"] if "yours" in other else []), *(["theirs"] if other - {"yours"} else []))

    def _remember(self) -> None:
        self._choices[self.at : self.at + 1] = [dict(self.model.choices)]
        self._tallies[self.at : self.at + 1] = [tally(self.model.merge, self.model.choices)]
        self._named[self.copy.path] = named(self.model.choices, self.model.merge)

    def _merge(self) -> Merge:
        return self.conflict.merges(self._choices[: self.at], bases=self._bases)[self.at]

    def _begin(self, said: Named) -> None:
        merge = self._merge()
        choices = found(said, merge)
        self.unfit = len(said) - len(choices)
        self.model = ConflictModel(merge)
        self.model.take_up(choices)
