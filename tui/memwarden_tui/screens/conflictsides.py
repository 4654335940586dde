"""The words of a conflict: who wrote the sides, what the base is, what stands against what."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from memwarden.memory.conflicts import Base, Conflict, ConflictKind, Copy, Source
from memwarden.text.lines import decode
from memwarden_tui.faces import face_of
from memwarden_tui.glyphs import Glyphs
from memwarden_tui.safe import safe
from memwarden_tui.widgets.conflictentry import Side
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.facts import Fact, Line, Said
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.widgets.preview import Body, DiffBody, HunkBody, Preview, TextBody
from memwarden_tui.wording import clock, many, size

if TYPE_CHECKING:
    from memwarden import Tree


class Sides(NamedTuple):
    yours: Side
    theirs: Side


def sides_of(tree: Tree, conflict: Conflict, copy: Copy) -> Sides:
    """For a thread."""
    now = tree.now()
    yours = _face(tree, conflict.yours_by, conflict.yours_label or _winner(conflict, copy))
    theirs = _face(tree, copy.by, copy.label)
    when = clock(conflict.yours_at, now) if conflict.yours_at else ""
    return Sides(Side(yours, when), Side(theirs, clock(copy.written_at, now)))


def _winner(conflict: Conflict, copy: Copy) -> str:
    """Where yours came from: a copy's name tells the device of what it gave way to, as long as that stands there."""
    device = copy.device_name or copy.device
    stands = copy.at is not None and conflict.yours_at is not None and conflict.yours_at <= copy.at.astimezone()
    return f"from {device}" if device and stands else ""


def _face(tree: Tree, identity: str, label: str) -> Face:
    return Face(safe(label)) if label and not identity else face_of(tree, identity)


def base_pieces(base: Base, now: datetime, *, narrow: bool, picked: bool = False) -> tuple[Piece, ...]:
    """As `base 4 May 14:00 verified`; narrow `base verified, 4 May 14:00`."""
    if base.revision is None:
        return (("no base", "warn"), (", the sides are compared", "muted")) if not narrow else (("no base", "warn"),)
    when = clock(base.at, now) if base.at else base.revision[:8]
    word, style = ("verified", "ok") if base.verified else ("picked", "warn") if picked else ("proposed", "warn")
    if narrow:
        return ("base ", "muted"), (word, style), (f", {when}", "muted")
    return ("base ", "muted"), (f"{when} ", "text"), (word, style)


def conflict_preview(tree: Tree, conflict: Conflict, glyphs: Glyphs) -> Preview:
    """The first open hunk, or what stands against what; for a thread."""
    distinct = conflict.distinct
    if not distinct:
        return Preview(safe(conflict.note), facts=(Said(((situation(conflict), "text"),)),))
    copy, now = distinct[0], tree.now()
    facts: list[Line] = [Said(((situation(conflict), "text"),))]
    facts += [_side(tree, "yours", _yours(conflict), conflict.yours_by)]
    facts += [_side(tree, "theirs", safe(_theirs(one)), one.by) for one in distinct]
    if conflict.by_hunks and copy.base.revision:
        facts.append(Fact("base", ((safe(copy.base.how), "text" if copy.base.verified else "warn"),)))
    pieces = base_pieces(copy.base, now, narrow=False) if conflict.by_hunks else ()
    right = pieces[1:] if copy.base.revision else pieces[:1]
    heading, count, body = _body(tree, conflict, copy, glyphs)
    return Preview(safe(conflict.note), right, tuple(facts), heading, count, body)


def _side(tree: Tree, label: str, path: str, by: str) -> Fact:
    face = face_of(tree, by)
    who: tuple[Piece, ...] = ((f"{face.name}, ", face.style),) if by else ()
    return Fact(label, (*who, (path, "text")))


def _yours(conflict: Conflict) -> str:
    if conflict.data is not None:
        return safe(conflict.note)
    return "nothing, the note is gone" if conflict.has_place else "no note has this name"


def _theirs(copy: Copy) -> str:
    """Its file; where it has none, what is known of it."""
    return copy.path if copy.source is Source.FILE else copy.label or copy.source


def _body(tree: Tree, conflict: Conflict, copy: Copy, glyphs: Glyphs) -> tuple[str, str, Body | None]:
    if conflict.by_hunks:
        merge, sides = conflict.merge(copy), sides_of(tree, conflict, copy)
        if merge.hunks:
            count = f"{len(merge.open)} open"
            return (
                ("First open hunk" if merge.open else "Merges by itself"),
                count,
                HunkBody(merge, sides.yours, sides.theirs),
            )
    if conflict.kind is ConflictKind.UNDECODABLE or not copy.data:
        return "", "", None
    if conflict.data is None:
        lines = tuple(decode(copy.data).removesuffix("\n").split("\n"))
        return "What the copy holds", many(len(lines), "line"), TextBody(lines)
    model = DiffModel.build(conflict.data, copy.data)
    if not model.hunks:
        return "", "", None
    return "From yours to theirs", f"+{model.added} {glyphs.minus}{model.removed}", DiffBody(model)


_SITUATIONS = {
    ConflictKind.EDITS: "Both sides changed the note.",
    ConflictKind.IDENTICAL: "The copy is equal to the note, byte for byte.",
    ConflictKind.NOTE_MISSING: "A copy was set aside, but its note is gone: one side deleted what the other edited.",
    ConflictKind.NOTE_IS_DIRECTORY: "The name of the note is a folder now; the copy has no place under it.",
    ConflictKind.NOTE_UNREADABLE: "What has the name of the note is no file that can be read; the copy has no place.",
    ConflictKind.UNNAMED: "Nothing says which note this copy belongs to.",
    ConflictKind.MARKERS: "The note holds conflict markers that a merge left in it.",
    ConflictKind.GIT_UNMERGED: "git could not merge the two sides of this note.",
    ConflictKind.GIT_DELETED: "One side deleted the note that the other edited.",
    ConflictKind.GIT_STASH: "Edits that git put aside did not go back in.",
    ConflictKind.EDIT_MISSING: "An edit may be missing: a sync put another text in its place and kept no copy.",
}


def situation(conflict: Conflict) -> str:
    """One sentence of what stands against what."""
    if conflict.kind is ConflictKind.CONTAINED:
        return contained(conflict.distinct[0])
    if conflict.kind is ConflictKind.UNDECODABLE:
        texts = (conflict.data, *(copy.data for copy in conflict.copies))
        sides = [size(len(data)) for data in texts if data is not None]
        return f"A side is not text: {' against '.join(sides)}."
    if conflict.kind is ConflictKind.EDITS and len(conflict.distinct) > 1:
        return f"{len(conflict.distinct)} different copies were set aside for this note."
    return _SITUATIONS[conflict.kind]


def contained(copy: Copy) -> str:
    return {
        "identical": "The copy is equal to the note, byte for byte.",
        "in-note": "The note holds everything that the copy holds, and more.",
        "has-note": "The copy holds everything that the note holds, and more.",
        "ancestor": "The note grew out of the very text that the copy holds.",
        "grown": "The copy grew out of the very text that the note holds.",
    }.get(copy.contained, "One side holds the other.")
