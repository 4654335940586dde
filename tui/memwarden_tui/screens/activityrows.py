"""The rows of Activity: an act in one line, a heading for each day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from rich.text import Text

from memwarden import What
from memwarden_tui.faces import NOBODY
from memwarden_tui.fit import columns, fit_end, fit_middle, fit_path
from memwarden_tui.safe import safe
from memwarden_tui.screens.actfolds import folded
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.mailrows import face_style
from memwarden_tui.widgets.gutter import NAME, Face
from memwarden_tui.widgets.rows import Drawing, Heading, Row
from memwarden_tui.wording import day, short_age

AGE = 6
ACT = 8
CHANGE = 12
FLAG = 15
NARROW = 99
Clock = Callable[[], datetime]
FIRST_LOOK = Face("first look")
"""Stands where several authors, or none that is known, wrote what was found."""
UNWATCHED = Face("nobody")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class DoingRow(Row):
    """`clock` tells the time that ages are counted to when it is drawn."""

    id: str
    doing: Doing
    who: Face
    says: str
    clock: Clock

    @property
    def words(self) -> str:
        doing = self.doing
        notes = " ".join(part.note for part in doing.parts if not doing.is_mail)
        return f"{self.who.name} {doing.by} {doing.act} {self.says} {notes} {doing.flag}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        doing, tokens, cut = self.doing, draw.tokens, draw.glyphs.cut
        line = Text.assemble(
            (columns(short_age(doing.at, self.clock()), AGE + 1, right=True), tokens.muted),
            "  ",
            (columns(fit_middle(self.who.name, NAME, cut), NAME), face_style(tokens, self.who)),
            "  ",
            (columns(doing.act, ACT + 1), tokens.muted),
        )
        right = self._right(draw)
        room = draw.width - line.cell_len - right.cell_len - 2
        shown = self._what(draw, room)
        return [line.append_text(shown).append(" " * (room - shown.cell_len + 1)).append_text(right)]

    def _what(self, draw: Drawing, room: int) -> Text:
        doing, tokens, cut = self.doing, draw.tokens, draw.glyphs.cut
        says, note = safe(self.says), "" if doing.whole else safe(doing.plain_note)
        if not note:
            return Text(fit_end(says, room, cut), tokens.text)
        more = f", {len(doing.also):,} more" if doing.also else ""
        path = fit_path(note, max(8, room - len(says) - len(more)), cut)
        return Text.assemble((says, tokens.muted), (path, draw.title), (more, tokens.muted))

    def _right(self, draw: Drawing) -> Text:
        """Lines put and removed, then the flag; where it is narrow the flag stands in their place."""
        doing, tokens = self.doing, draw.tokens
        flag = Text(doing.flag, getattr(tokens, doing.tone))
        narrow = draw.width < NARROW
        if narrow and doing.flag:
            return flag
        change = Text(end="")
        if doing.added and not doing.is_mail:
            change.append(f"{draw.glyphs.plus}{doing.added:,}", tokens.ok)
        if doing.removed:
            change.append(" " if doing.added else "").append(f"{draw.glyphs.minus}{doing.removed:,}", tokens.danger)
        change = Text(" " * max(0, CHANGE - change.cell_len), end="").append_text(change)
        return change if narrow else change.append(" " * (FLAG + 2 - flag.cell_len)).append_text(flag)


def rows_of(doings: Iterable[Doing], faces: Mapping[str, Face], clock: Clock, *, after: date | None) -> list[Row]:
    """A row for each act, with the heading of each new day; `after` is the day that the row above belongs to."""
    rows: list[Row] = []
    now = clock()
    for doing in folded(doings):
        at = doing.at.astimezone().date()
        if at != after:
            rows.append(Heading(_title(doing.at, now), space=after is not None or bool(rows)))
            after = at
        rows.append(DoingRow(doing.id, doing, _who(doing, faces), _said(doing, faces), clock))
    return rows


def _who(doing: Doing, faces: Mapping[str, Face]) -> Face:
    if doing.kind is What.FOUND and doing.also and not doing.by:
        return FIRST_LOOK
    if doing.kind is What.WATCH:
        return UNWATCHED
    return faces.get(doing.by) or NOBODY


def _said(doing: Doing, faces: Mapping[str, Face]) -> str:
    """Of a letter to whom it is, then its subject."""
    if not doing.to or doing.to not in faces:
        return doing.says
    more = f" and {len(doing.also)} more" if doing.also else ""
    return f"to {faces[doing.to].name}{more}, {doing.says}"


def _title(at: datetime, now: datetime) -> str:
    days = (now.astimezone().date() - at.astimezone().date()).days
    name = {0: "Today", 1: "Yesterday"}.get(days) or _DAYS[at.astimezone().weekday()]
    return f"{name}, {day(at, now)}"


def day_of(rows: Sequence[Row]) -> date | None:
    """The day of the last row."""
    return next((row.doing.at.astimezone().date() for row in reversed(rows) if isinstance(row, DoingRow)), None)
