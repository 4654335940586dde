"""One row for one act: a new note with its line in the index, an undo, all that the first look at a tree found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from memwarden import What
from memwarden_tui.screens.doings import Doing, Part


def folded(doings: Iterable[Doing]) -> list[Doing]:
    """Newest first, as they come: neighbours that are one act become one; what is folded already may be among them."""
    return [_one(list(group)) for _, group in groupby(doings, _act)]


def _act(doing: Doing) -> str:
    return What.FOUND if doing.kind is What.FOUND else doing.act_id


def _one(group: Sequence[Doing]) -> Doing:
    if len(group) == 1:
        return group[0]
    parts = tuple(dict.fromkeys(part for doing in reversed(group) for part in doing.parts))
    return _found(group, parts) if group[0].kind is What.FOUND else _told(group, parts)


def _found(group: Sequence[Doing], parts: tuple[Part, ...]) -> Doing:
    authors = {doing.by for doing in group}
    return replace(
        group[0], by=authors.pop() if len(authors) == 1 else "", says=f"{len(parts):,} notes that were here before",
        note="", revision="", also=parts, added=sum(doing.added for doing in group),
    )  # fmt: skip


def _told(group: Sequence[Doing], parts: tuple[Part, ...]) -> Doing:
    """By its oldest record that wrote a note; a verdict beside it says nothing more."""
    oldest_first = group[::-1]
    lead = next((one for one in oldest_first if one.note and one.kind is not What.VERDICT), oldest_first[0])
    flagged = next((one for one in group if one.flag), lead)
    return replace(
        lead, id=group[0].id, at=group[0].at, flag=flagged.flag, tone=flagged.tone,
        also=tuple(part for part in parts if part.note != lead.note),
        added=sum(one.added for one in group), removed=sum(one.removed for one in group),
    )  # fmt: skip
