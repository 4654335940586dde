"""What a merge is made of: regions in order, each with both sides' lines, and the choices that close them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from memwarden.text.line_ends import complete, with_end


class RegionKind(StrEnum):
    """How a region was settled; see `Region`."""

    UNCHANGED = "unchanged"
    YOURS = "yours"
    THEIRS = "theirs"
    SAME = "same"
    WORDS = "words"
    UNION = "union"
    CONFLICT = "conflict"


class Choice(StrEnum):
    """What a person takes of a region."""

    YOURS = "yours"
    THEIRS = "theirs"
    BOTH = "both"
    BOTH_REVERSED = "both-reversed"
    BASE = "base"


SIDES = {Choice.YOURS, Choice.THEIRS, Choice.BASE}


@dataclass(frozen=True, slots=True)
class Region:
    """Lines of the three texts that belong together; each text is the regions' lines in order.

    YOURS and THEIRS: that side changed alone, or put all that the other put. SAME: both put the same.
    WORDS: they changed different words of a line. UNION: both put something at one place, both is kept.
    CONFLICT: only a person can tell, `merged` is None. `base_start` counts the lines of the base before the
    region, of yours where there is no base.
    """

    kind: RegionKind
    base: tuple[bytes, ...]
    yours: tuple[bytes, ...]
    theirs: tuple[bytes, ...]
    merged: tuple[bytes, ...] | None
    base_start: int

    def pick(self, choice: Choice) -> tuple[bytes, ...]:
        """The lines that a choice stands for."""
        match choice:
            case Choice.YOURS:
                return self.yours
            case Choice.THEIRS:
                return self.theirs
            case Choice.BOTH:
                return self.yours + self.theirs
            case Choice.BOTH_REVERSED:
                return self.theirs + self.yours
            case Choice.BASE:
                return self.base


@dataclass(frozen=True, slots=True)
class Merge:
    """The outcome: settled regions, and open ones that wait for a choice.

    `based` is False when there was no common ancestor. `line_end` completes a last line that is no longer
    last; with `even_ends` (one side CRLF throughout, the other LF) it ends every line of a mixed result.
    """

    regions: tuple[Region, ...]
    based: bool = True
    line_end: bytes = b"\n"
    even_ends: bool = False

    @property
    def open(self) -> tuple[int, ...]:
        """Indices of the conflicts."""
        return self._indices({RegionKind.CONFLICT})

    @property
    def hunks(self) -> tuple[int, ...]:
        """Indices of all regions a person may look at."""
        return self._indices(set(RegionKind) - {RegionKind.UNCHANGED})

    def touches(self, index: int) -> bool:
        """Whether a side's own change merged with a change of the other side right before or after it."""
        kind = self.regions[index].kind
        others = {RegionKind.YOURS: RegionKind.THEIRS, RegionKind.THEIRS: RegionKind.YOURS}
        beside = self.regions[max(0, index - 1) : index + 2]
        return kind is RegionKind.WORDS or any(region.kind is others.get(kind) for region in beside)

    def text(self, choices: Mapping[int, Choice | bytes] | None = None) -> bytes:
        """The merged note; one side chosen for every hunk gives exactly that side's bytes.

        A choice may also be the bytes to put, and may overrule a region that merged by itself. Raises
        ValueError while a conflict has no choice, for an index without a region, for a base there is not.
        """
        choices = choices or {}
        self._refuse_bad(choices)
        side = self._one_side(choices)
        if side is not None:
            return b"".join(line for region in self.regions for line in region.pick(side))
        return b"".join(complete(self._lines(choices), self.line_end))

    def _indices(self, kinds: set[RegionKind]) -> tuple[int, ...]:
        return tuple(index for index, region in enumerate(self.regions) if region.kind in kinds)

    def _refuse_bad(self, choices: Mapping[int, Choice | bytes]) -> None:
        strange = [index for index in choices if not 0 <= index < len(self.regions)]
        if strange:
            raise ValueError(f"there is no region {strange[0]}")
        missing = [index for index in self.open if index not in choices]
        if missing:
            raise ValueError(f"region {missing[0]} is an open conflict, one of {len(missing)}")
        if not self.based and Choice.BASE in choices.values():
            raise ValueError("these two sides have no common base")

    def _one_side(self, choices: Mapping[int, Choice | bytes]) -> Choice | None:
        """The side that is taken for every hunk there is."""
        taken = {choices.get(index) for index in self.hunks}
        side = taken.pop() if len(taken) == 1 else None
        return side if isinstance(side, Choice) and side in SIDES else None

    def _lines(self, choices: Mapping[int, Choice | bytes]) -> Iterable[bytes]:
        for index, region in enumerate(self.regions):
            choice = choices.get(index)
            if isinstance(choice, Choice):
                picked = region.pick(choice)
                yield from (with_end(line, self.line_end) for line in picked) if self.even_ends else picked
            elif choice is None:
                yield from region.merged or ()
            elif choice:
                yield choice
