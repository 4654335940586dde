"""The rows of Activity: an act in one line, a heading for each day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from rich.text import Text

from memwarden_tui.faces import NOBODY
from memwarden_tui.fit import columns, fit_end, fit_middle, fit_path
from memwarden_tui.safe import safe
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
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class DoingRow(Row):
    """`words` are folded once for all filters; `clock` tells the time that ages are counted to when it is drawn."""

    id: str
    doing: Doing
    who: Face
    says: str
    folded: str
    clock: Callable[[], datetime]

    @classmethod
    def of(cls, doing: Doing, who: Face, says: str, clock: Callable[[], datetime]) -> DoingRow:
        words = f"{who.name} {doing.by} {doing.act} {says} {doing.shown_note} {doing.flag}"
        return cls(doing.id, doing, who, says, words.casefold(), clock)

    @property
    def words(self) -> str:
        return self.folded

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
        says, note = safe(self.says), safe(self.doing.shown_note)
        if not note:
            return Text(fit_end(says, room, draw.glyphs.cut), draw.tokens.text)
        path = fit_path(note, max(8, room - len(says)), draw.glyphs.cut)
        return Text.assemble((says, draw.tokens.muted), (path, draw.title))

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


def rows_of(
    doings: Iterable[Doing], faces: Mapping[str, Face], clock: Callable[[], datetime], *, after: date | None
) -> list[Row]:
    """Rows with the heading of each new day; `after` is the day that the row above them belongs to."""
    rows: list[Row] = []
    now = clock()
    for doing in doings:
        at = doing.at.astimezone().date()
        if at != after:
            rows.append(Heading(_title(doing.at, now), space=after is not None or bool(rows)))
            after = at
        says = f"to {faces[doing.to].name}, {doing.says}" if doing.to in faces and doing.to else doing.says
        rows.append(DoingRow.of(doing, faces.get(doing.by) or NOBODY, says, clock))
    return rows


def _title(at: datetime, now: datetime) -> str:
    days = (now.astimezone().date() - at.astimezone().date()).days
    name = {0: "Today", 1: "Yesterday"}.get(days) or _DAYS[at.astimezone().weekday()]
    return f"{name}, {day(at, now)}"


def day_of(rows: Sequence[Row]) -> date | None:
    """The day of the last row."""
    return next((row.doing.at.astimezone().date() for row in reversed(rows) if isinstance(row, DoingRow)), None)
