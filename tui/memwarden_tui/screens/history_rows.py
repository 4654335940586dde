"""A version as a row of the list: age, who, act, change, and what is remarkable about it, else its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from memwarden import Flag
from memwarden.memory.history import Version
from memwarden_tui import wording
from memwarden_tui.fit import columns, fit_end, fit_middle
from memwarden_tui.safe import safe
from memwarden_tui.widgets.gutter import Face
from memwarden_tui.widgets.paint import paint
from memwarden_tui.widgets.rows import Drawing, Row

AGE, WHO, ACT, CHANGE, LAST = 6, 13, 14, 7, 10
"""Columns; the act's hold its change too."""
FULL = 49
LEAST_WHY = 12
_FLAGS = {
    Flag.LARGE_DELETION: "deletion",
    Flag.LOST_LINES: "lost lines",
    Flag.EROSION: "erosion",
    Flag.REVERT: "reverted",
}
_WORDS = {"outside": "outside", "found": "no record", "late save": "late save", "delete": "gone"}
_ACTS = {"outside": "edit", "late save": "save"}


@dataclass(frozen=True, slots=True)
class VersionRow(Row):
    """`remark` replaces the size, in the colour `tone`; texts are safe."""

    id: str
    version: Version
    age: str
    face: Face
    act: str
    change: str
    remark: str
    tone: str = "muted"

    @property
    def words(self) -> str:
        version = self.version
        return f"{self.face.name} {version.act} {version.via} {version.why} {self.remark} {version.id}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        """Without the act where it is narrow, with why where it is wide."""
        tokens, cut = draw.tokens, draw.glyphs.cut
        who = paint(tokens, f"{self.face.style} bold" if draw.selected else self.face.style)
        line = Text.assemble(
            (columns(self.age, AGE, right=True), tokens.muted),
            "  ",
            (columns(fit_middle(self.face.name, WHO, cut), WHO), Style(color=who.color, bold=who.bold)),
            *self._act_and_change(draw),
            (columns(self.remark, LAST + 1, right=True), getattr(tokens, self.tone)),
        )
        room = _room_for_why(draw)
        if room and self.version.why:
            line.append(f"   {fit_end(safe(self.version.why), room, cut)}", tokens.muted)
        return [line]

    def _act_and_change(self, draw: Drawing) -> list[tuple[str, str]]:
        tokens, change = draw.tokens, self.change.replace("−", draw.glyphs.minus)
        if draw.width < FULL:
            return [(columns(change, CHANGE + 1, right=True), tokens.text)]
        space = ACT if _room_for_why(draw) else ACT + draw.width - FULL
        act = fit_end(self.act, max(0, space - len(change) - 1), draw.glyphs.cut)
        room = space - len(act)
        style = tokens.text if draw.selected else tokens.muted
        return [("  ", ""), (act, style), (columns(change, room, right=True), tokens.text)]


def _room_for_why(draw: Drawing) -> int:
    """Columns for it; where they are too few the act has them."""
    room = draw.width - FULL - 3
    return room if room >= LEAST_WHY else 0


def version_row(version: Version, face: Face, age: str, *, undone: bool) -> VersionRow:
    remark, tone = remark_of(version, undone=undone)
    act = "found" if version.act == "found" else _ACTS.get(version.act, version.act)
    return VersionRow(version.id, version, age, face, act, short_change(version), remark, tone)


def remark_of(version: Version, *, undone: bool) -> tuple[str, str]:
    """The word at the end of a row and its colour."""
    flag = next((word for flag, word in _FLAGS.items() if flag in version.flags), "")
    if undone:
        return "undone", "muted"
    if flag:
        return flag, "danger"
    if version.pinned:
        return "pinned", "accent"
    if version.engine == "git":
        return "git", "muted"
    if version.engine == "syncthing":
        return "Syncthing", "muted"
    if version.pending:
        return "pending", "muted"
    return _WORDS.get(version.act) or wording.size(version.size), "muted"


def short_change(version: Version) -> str:
    """`+3 −1`; empty where nobody has counted the lines."""
    if not version.counted:
        return ""
    added = f"+{_short(version.added)}" if version.added else ""
    removed = f"−{_short(version.removed)}" if version.removed else ""
    return " ".join(filter(None, (added, removed)))


def _short(count: int) -> str:
    return f"{count}" if count < 1000 else f"{count / 1000:.1f}k"
