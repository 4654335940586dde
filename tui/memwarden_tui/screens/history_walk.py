"""From a line to the change that wrote it, and on to what stood there before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from memwarden.errors import Code, Refused
from memwarden.memory.history import Version
from memwarden.text.diff import diff_bytes
from memwarden_tui.moving import line_after, line_before
from memwarden_tui.screens.history_data import Change, Past
from memwarden_tui.widgets.diffmodel import DiffLine, DiffModel, Kind

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class Stand(NamedTuple):
    """A line, from 0, of the text before or after a change."""

    side: Literal["before", "after"]
    line: int


class Origin(NamedTuple):
    """The version that wrote a line, and where the line stands in its text."""

    version: str
    stand: Stand


def stand_before(model: DiffModel, line: DiffLine) -> Stand:
    """The line in the text before the change: what it was, or stood in the place of."""
    return Stand("before", line.before - 1 if line.before else line_before(model.hunks, line.after - 1))


def stand_after(model: DiffModel, line: DiffLine) -> Stand:
    """The line in the text after the change: what it is, or what stands in its place."""
    return Stand("after", line.after - 1 if line.after else line_after(model.hunks, line.before - 1))


def place_of(model: DiffModel, stand: Stand) -> tuple[DiffModel, int]:
    """Where the line is shown, with the fold opened that hides it; -1 where it is not there."""
    for place, line in enumerate(model.lines):
        number = line.before if stand.side == "before" else line.after
        if line.kind is Kind.FOLD and number <= stand.line + 1 < number + line.folded:
            return place_of(model.unfold(place), stand)
        if number == stand.line + 1 and line.kind is not Kind.FOLD:
            return model, place
    return model, -1


def line_origin(tree: Tree, past: Past, change: Change, line: DiffLine) -> Origin:
    """The change that wrote the line; of a line that this change wrote, that of the line it replaced.

    For a thread. Raises Refused NO_VERSION where nothing is recorded of it.
    """
    model = change.model
    if model is None:
        raise _nothing()
    if line.kind is Kind.PUT and line.pair is None:
        raise Refused(Code.NO_VERSION, "This change wrote the line: nothing stood here before.", "")
    if line.kind is Kind.SAME:
        return _wrote(tree, past, change.version, stand_after(model, line).line)
    older = past.versions[past.at(change.version.id) + 1 :]
    before = next((one for one in older if one.revision == change.version.before), None)
    if before is None:
        raise _nothing()
    return _wrote(tree, past, before, stand_before(model, line).line)


def _wrote(tree: Tree, past: Past, version: Version, line: int) -> Origin:
    """Who wrote a line of a version, also where it was taken out and given back since; else who brought it."""
    text = tree.history(past.note).data(version.revision or "")
    authors = tree.provenance_of.lines_at(past.note, version.id, text)
    at = past.at(authors[line].record) if line < len(authors) else -1
    if at >= 0:
        return Origin(past.versions[at].id, _there(tree, past, past.versions[at], text, line))
    found = tree.line_origin(past.note, version.id, line + 1)
    if past.at(found.version.id) < 0:
        raise _nothing()
    return Origin(found.version.id, Stand("after", found.line - 1))


def stand_in(tree: Tree, past: Past, version: Version, line: int) -> Stand:
    """Where a line of the note as it is now stands in the text of a version. For a thread."""
    return _there(tree, past, version, tree.bytes_of(past.note) or b"", line)


def _there(tree: Tree, past: Past, version: Version, text: bytes, line: int) -> Stand:
    older = tree.history(past.note).data(version.revision) if version.revision else b""
    return Stand("after", line_before(diff_bytes(older, text), line))


def _nothing() -> Refused:
    return Refused(Code.NO_VERSION, "Nothing older is recorded of this line.", "")
