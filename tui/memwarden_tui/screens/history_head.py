"""The lines above a change: who did what, when and how, why, and what was lost of whose."""

from __future__ import annotations

from collections.abc import Mapping

from memwarden.memory.history import Version
from memwarden.text.ages import age
from memwarden_tui import wording
from memwarden_tui.safe import safe
from memwarden_tui.screens.history_data import Change, Past
from memwarden_tui.widgets.facts import Gap, Line, Said
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.inspectorrows import GRADES
from memwarden_tui.widgets.pieces import Piece

ACTS = {
    "append": "appended to it", "edit": "edited it", "rewrite": "rewrote it", "create": "created it",
    "delete": "deleted it", "move": "moved it", "restore": "restored it", "resolve": "resolved a conflict",
    "confirm": "confirmed a proposal", "undo": "undid an act", "redo": "redid an act",
    "outside": "changed it past memwarden", "found": "found here at the first look",
    "late save": "saved it from an editor that was late",
}  # fmt: skip
DOORS = {
    "tui": "on this screen", "cli": "by command line", "mcp": "through MCP", "hook": "seen by a hook",
    "shell": "by a shell, not guarded",
    "library": "by a program", "outside": "past memwarden", "git": "in git", "syncthing": "kept by Syncthing",
}  # fmt: skip


def head(past: Past, change: Change) -> tuple[Line, ...]:
    version = change.version
    face = past.faces[version.by]
    lines: list[Line] = [
        Said(
            (
                (face.name, f"{face.style} bold"),
                (f" {ACTS.get(version.act, safe(version.act))}", "text"),
                (f"   {wording.exact(version.at, past.now)}", "muted"),
            ),
            ((version.revision[:8] if version.revision else "gone", "muted"),),
        ),
        Said(_how(version)),
    ]
    if change.unwatched:
        lines.append(Said(((wording.nobody_watched(change.unwatched, past.now), "warn"),)))
    if change.lost:
        lines.append(Said((*_lost(change.lost, past.faces), *_others(version.removed - sum(change.lost.values())))))
    if change.given_back is not None and version.removed:
        lines.append(Said(_given_back(past, version, change.given_back)))
    if change.says:
        lines += [Gap(), Said(((change.says, "muted"),))]
    elif change.model is not None and not change.model.hunks:
        lines += [Gap(), Said((("The text is the same.", "muted"),))]
    return (*lines, Gap())


def _how(version: Version) -> tuple[Piece, ...]:
    grade = version.grade.value
    pieces: list[Piece] = [(grade, GRADES.get(grade, "muted"))]
    pieces.append((f", {DOORS.get(version.via, safe(version.via))}" if version.via else "", "muted"))
    if version.pending:
        pieces.append((", its record may still come", "muted"))
    if version.pinned:
        pieces.append((", pinned", "accent"))
    if version.why:
        pieces += [("   why ", "muted"), (f'"{safe(version.why)}"', "text")]
    return tuple(pieces)


def _lost(lost: Mapping[str, int], faces: Mapping[str, Face]) -> tuple[Piece, ...]:
    """`lost 4 lines of laptop/claude, 3 of you`, most first."""
    pieces: list[Piece] = [("lost ", "danger bold")]
    for number, (author, count) in enumerate(sorted(lost.items(), key=lambda one: -one[1])):
        face = faces.get(author) or Face(author or "unknown")
        lines = wording.many(count, "line") if not number else f"{count:,}"
        pieces += [(", " if number else "", "muted"), (f"{lines} of ", "text"), (face.name, face.style)]
    return tuple(pieces)


def _others(count: int) -> tuple[Piece, ...]:
    """Removed lines that are no loss: blank ones, and those moved or reworded."""
    return ((f"; {count:,} blank or kept", "muted"),) if count > 0 else ()


def _given_back(past: Past, version: Version, later: Version) -> tuple[Piece, ...]:
    face = past.faces[later.by]
    passed = age((later.at - version.at).total_seconds())
    act = {"undo": "took it back", "restore": "restored them"}.get(later.act, "brought them back")
    return ((face.name, f"{face.style} bold"), (f" {act} {passed} later", "muted"))
