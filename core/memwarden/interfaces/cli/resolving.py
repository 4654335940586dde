"""What a conflict becomes by the sides that were chosen: bytes, and the copies that are settled by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memwarden.errors import Code, Refused
from memwarden.memory.conflicts import Conflict, ConflictKind, Copy
from memwarden.memory.tally import said, tally
from memwarden.text.merge import Choice, Merge, Region

SIDES = ("yours", "theirs", "both", "base", "union")


@dataclass(frozen=True, slots=True)
class Resolution:
    """The note's bytes to be, None where it stays gone; `copies` are the paths that go, `why` is for the record."""

    data: bytes | None
    copies: tuple[str, ...]
    taken: str
    why: str = ""


def resolution(conflict: Conflict, *, take: str, hunks: Mapping[int, str], text: bytes | None, copy: str) -> Resolution:
    """Raises Refused: NO_ITEM, AMBIGUOUS, NO_VERSION, OPEN_HUNKS, BAD_ARGUMENT."""
    chosen = _chosen(conflict, copy)
    paths = tuple(other.path for other in conflict.copies if any(other.revision == one.revision for one in chosen))
    if text is not None:
        return Resolution(text, paths, "text")
    tallies: list[Counter[str]] = []
    data = _data(conflict, chosen, take or _obvious(chosen), hunks, tallies)
    return Resolution(data, paths, take or "merged", said(tallies))


def hunks_of(conflict: Conflict, copy: Copy) -> list[tuple[int, Region, bool]]:
    """Every hunk of a merge by its number, counted from 1, and whether it is open."""
    if not _by_lines(conflict):
        return []
    merge = conflict.merge(copy)
    return [(number, merge.regions[index], index in merge.open) for number, index in enumerate(merge.hunks, 1)]


def _chosen(conflict: Conflict, copy: str) -> Sequence[Copy]:
    if not copy:
        return conflict.distinct
    named = [one for one in conflict.copies if one.path == copy]
    if not named:
        raise Refused(
            Code.NO_ITEM, f"{copy} is no copy of {conflict.note}.", "Name one of its copies.",
            details={"candidates": [one.path for one in conflict.copies]},
        )  # fmt: skip
    return named


def _obvious(chosen: Sequence[Copy]) -> str:
    """The side that holds everything of the others, where one does."""
    contained = {copy.contained for copy in chosen}
    if contained <= {"identical", "in-note"}:
        return "yours"
    return "theirs" if contained == {"has-note"} and len(chosen) == 1 else ""


def _data(
    conflict: Conflict, chosen: Sequence[Copy], take: str, hunks: Mapping[int, str], tallies: list[Counter[str]]
) -> bytes | None:
    if take == "yours" and not hunks:
        return conflict.data
    if take in {"theirs", "base"} or hunks or not take:
        _require_one(conflict, chosen)
    if take == "theirs" and not hunks:
        return chosen[0].whole
    if take == "base" and not hunks:
        return _base(conflict, chosen[0])
    if not _by_lines(conflict):
        raise Refused(
            Code.BAD_ARGUMENT,
            f"The sides of {conflict.note} cannot be merged line by line.",
            "Give --take yours or --take theirs.",
        )
    return _merged(conflict, chosen, take, hunks, tallies)


def _require_one(conflict: Conflict, chosen: Sequence[Copy]) -> None:
    if len(chosen) > 1:
        raise Refused(
            Code.AMBIGUOUS,
            f"{conflict.note} has {len(chosen)} different copies.",
            "Name one with --copy PATH, or take yours, both or union for all of them.",
            details={"candidates": [copy.path for copy in chosen]},
        )


def _by_lines(conflict: Conflict) -> bool:
    return conflict.by_hunks or conflict.kind is ConflictKind.CONTAINED


def _base(conflict: Conflict, copy: Copy) -> bytes:
    if copy.base.data is None:
        raise Refused(
            Code.NO_VERSION, f"No common ancestor of the sides of {conflict.note} is known.", "Choose another side."
        )
    return copy.base.data


def _merged(
    conflict: Conflict, chosen: Sequence[Copy], take: str, hunks: Mapping[int, str], tallies: list[Counter[str]]
) -> bytes:
    """Copy after copy into the note; what each was made of goes into `tallies`."""
    data = conflict.data or b""
    for copy in chosen:
        merge = conflict.merge(copy, onto=data)
        choices = _choices(merge, take, hunks, yours_first=conflict.yours_first(copy))
        if Choice.BASE in choices.values():
            _base(conflict, copy)
        data = _text(conflict, merge, choices)
        tallies.append(tally(merge, choices))
    return data


def _choices(merge: Merge, take: str, hunks: Mapping[int, str], *, yours_first: bool) -> dict[int, Choice | bytes]:
    """`take` for every open hunk, and for the numbered ones what was said of them."""
    sides = dict.fromkeys(merge.open, take) if take else {}
    for number, side in hunks.items():
        if not 1 <= number <= len(merge.hunks):
            raise Refused(
                Code.NO_ITEM,
                f"There is no hunk {number}: there are {len(merge.hunks)}.",
                "See: memwarden conflicts NOTE",
            )
        sides[merge.hunks[number - 1]] = side
    return {index: _choice(merge.regions[index], side, yours_first) for index, side in sides.items()}


def _choice(region: Region, side: str, yours_first: bool) -> Choice | bytes:
    """A union is both in the order of their times, without the lines that the first has already."""
    if side != "union":
        return Choice(side)
    first, second = (region.yours, region.theirs) if yours_first else (region.theirs, region.yours)
    lines = [*first, *(line for line in second if line not in first)]
    return b"".join(line if line.endswith(b"\n") or line is lines[-1] else line + b"\n" for line in lines)


def _text(conflict: Conflict, merge: Merge, choices: Mapping[int, Choice | bytes]) -> bytes:
    open_hunks = [number for number, index in enumerate(merge.hunks, 1) if index in merge.open and index not in choices]
    if open_hunks:
        raise Refused(
            Code.OPEN_HUNKS,
            f"{len(open_hunks)} of the {len(merge.hunks)} hunks of {conflict.note} are open.",
            f"See them with: memwarden conflicts {conflict.note}; then give --hunk N=SIDE for each, or --take SIDE.",
            details={"open": open_hunks},
        )
    return merge.text(choices)
