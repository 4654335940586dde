"""A person's work on one conflict: the choices in every copy, one after the other, kept over a restart."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from memwarden.memory.conflicts import Base, Conflict, Copy
from memwarden.text.merge import Choice, Merge
from memwarden_tui.widgets.conflictmodel import ConflictModel

Choices = Mapping[int, Choice | bytes]


class Work:
    """`conflict` as it was shown. The result of one copy is yours in the next; `at` counts the distinct copies."""

    def __init__(self, conflict: Conflict) -> None:
        self.conflict = conflict
        self.at = 0
        self._bases: dict[str, Base] = {}
        self._choices: list[Choices] = []
        self.model = ConflictModel(conflict.merge(self.copy))

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
        before = self.model
        self._bases[self.copy.path] = base
        self._begin(carried(before, self._merge()))

    def step(self, step: int) -> bool:
        """To the next copy, where nothing is open in this one, or back to the one before; False if it cannot be."""
        if not 0 <= self.at + step < self.count or (step > 0 and self.model.open):
            return False
        self._remember()
        self.at += step
        self._begin(self._choices[self.at] if self.at < len(self._choices) else {})
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

    def follow(self, earlier: Work) -> None:
        """Take over what was chosen before a side changed, wherever the hunk is still the same."""
        self._begin(carried(earlier.model, self.model.merge))

    # Kept as plain JSON

    @property
    def key(self) -> str:
        """The note and what stands against what; choices are taken up for these very sides only."""
        sides = [self.conflict.revision or "none", *(copy.revision for copy in self.conflict.distinct)]
        bases = [copy.base.revision or "none" for copy in self.conflict.distinct]
        return f"{self.conflict.note} {' '.join(side[:12] for side in (*sides, *bases))}"

    @property
    def is_begun(self) -> bool:
        return bool(self.model.choices or self.at or self._bases)

    def kept(self) -> dict[str, Any]:
        self._remember()
        return {
            "choices": [{str(index): _pack(choice) for index, choice in one.items()} for one in self._choices],
            "bases": {path: base.revision for path, base in self._bases.items()},
        }

    def take_up(self, kept: object, offered: Mapping[str, Base]) -> None:
        """What `kept` gave, `offered` the bases by their revision; values of another version count as nothing."""
        if not isinstance(kept, dict):
            return
        bases = kept.get("bases")
        for path, revision in bases.items() if isinstance(bases, dict) else ():
            if revision in offered:
                self._bases[path] = offered[revision]
        found = kept.get("choices")
        self._choices = [_unpacked(one) for one in (found if isinstance(found, list) else [])][: self.count]
        self._begin(self._choices[0] if self._choices else {})
        while self.at + 1 < len(self._choices) and self.step(1):
            continue

    def _remember(self) -> None:
        self._choices[self.at : self.at + 1] = [dict(self.model.choices)]

    def _merge(self) -> Merge:
        onto = self.conflict.data
        for number in range(self.at):
            copy = self.conflict.distinct[number]
            base = self._bases.get(copy.path)
            onto = self.conflict.merge(copy, onto=onto, base=base).text(self._choices[number])
        return self.conflict.merge(self.copy, onto=onto, base=self._bases.get(self.copy.path))

    def _begin(self, choices: Choices) -> None:
        self.model = ConflictModel(self._merge())
        self.model.take_up(choices)


def carried(before: ConflictModel, merge: Merge) -> Choices:
    """Choices of one merge in another: those of hunks with the same three texts."""
    there = {
        (region.base, region.yours, region.theirs): index
        for index, region in enumerate(merge.regions)
        if index in set(merge.hunks)
    }
    found: dict[int, Choice | bytes] = {}
    for index, choice in before.choices.items():
        region = before.merge.regions[index]
        place = there.get((region.base, region.yours, region.theirs))
        if place is not None:
            found[place] = choice
    return found


def _pack(choice: Choice | bytes) -> str:
    return choice.value if isinstance(choice, Choice) else f"text:{base64.b64encode(choice).decode()}"


def _unpacked(kept: object) -> Choices:
    found: dict[int, Choice | bytes] = {}
    for index, said in kept.items() if isinstance(kept, dict) else ():
        try:
            found[int(index)] = base64.b64decode(said[5:]) if said.startswith("text:") else Choice(said)
        except (ValueError, AttributeError):
            continue
    return found
