"""What the conflict screen says above the hunks: how many are open, what `w` does, what a person should know first."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.memory.conflicts import Conflict, ConflictKind, Source
from memwarden_tui.screens.conflictsides import situation
from memwarden_tui.screens.conflictwork import Work
from memwarden_tui.widgets.facts import Line, Said
from memwarden_tui.widgets.pieces import Piece
from memwarden_tui.wording import many


def counts(work: Work) -> tuple[Piece, ...]:
    """As `copy 1 of 2   1 done   2 open`."""
    model = work.model
    copy = f"copy {work.at + 1} of {work.count}   " if work.count > 1 else ""
    done = (f"{model.done_count} done", "ok" if model.done_count else "muted")
    still = (f"{model.open_count} open", "bold warn" if model.open else "muted")
    return (copy, "text"), done, ("   ", ""), still


def promise(work: Work, *, narrow: bool) -> tuple[Piece, ...]:
    """What `w` does now."""
    if work.model.open:
        return (("w writes at 0 open", "muted"),)
    gone = _going(work.conflict)
    does = " writes the note" if work.is_last else " goes on to the next copy"
    if work.is_last and not narrow:
        does += f", {gone}, u undoes both" if gone else ", u undoes it"
    return ("w", "bold accent"), (does, "text")


def written(conflict: Conflict) -> str:
    """What was done, for the toast."""
    files = _files(conflict)
    gone = {0: "", 1: ", the copy is gone"}.get(files, f", {files} copies are gone")
    return f"Wrote {conflict.note}{gone}."


def notices(work: Work) -> Iterator[Line]:
    conflict = work.conflict
    if work.since:
        changed = f"{' and '.join(work.since).capitalize()} changed on disk since you chose"
        unfit = many(work.unfit, "choice fits no more", "choices fit no more")
        yield Said(((f"{changed}: {unfit if work.unfit else 'every choice still fits'}.", "warn"),))
    if conflict.kind is ConflictKind.EDIT_MISSING:
        yield Said(((f"{situation(conflict)} Theirs is what memwarden kept of it.", "warn"),))
    elif any(copy.source is Source.STORE for copy in conflict.copies):
        yield Said((("One more edit may be missing: what memwarden kept of it is the last copy here.", "warn"),))
    if conflict.proposal:
        yield Said(((f"The rules propose {conflict.proposal}: {conflict.why}.", "accent"),))
    if work.base.revision and not work.base.verified:
        yield Said(((f"Nothing merges by itself here. The base is {work.base.how}.", "warn"),))


def _files(conflict: Conflict) -> int:
    return sum(copy.source is Source.FILE for copy in conflict.copies)


def _going(conflict: Conflict) -> str:
    files = _files(conflict)
    return {0: "", 1: "the copy goes"}.get(files, f"{files} copies go")
