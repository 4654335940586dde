"""The rows of the queue: two lines of an item, or one where the screen is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from memwarden.memory.review import ItemKind, ReviewItem
from memwarden_tui.fit import columns, fit_end, fit_path
from memwarden_tui.safe import safe
from memwarden_tui.widgets.rows import Drawing, Row

KIND, AGE = 12, 7
NARROW_KIND, NARROW_TITLE, NARROW_DETAIL = 11, 25, 30
_TONES = {
    ItemKind.CONFLICT: "danger",
    ItemKind.GIT: "danger",
    ItemKind.DELETION: "danger",
    ItemKind.LOST_LINES: "danger",
    ItemKind.EROSION: "danger",
    ItemKind.REVERT: "danger",
    ItemKind.HELD: "warn",
    ItemKind.REFUSED: "warn",
    ItemKind.CONFIG: "warn",
    ItemKind.PROPOSAL: "accent",
    ItemKind.TASK: "accent",
    ItemKind.MESSAGE: "accent",
    ItemKind.HEALTH: "muted",
}
_SHORTER = ((" lines, ", ", "), ("note not in INDEX", "unlisted note"), ("notes not in INDEX", "unlisted notes"))
_WITH_PATH = frozenset(ItemKind) - {ItemKind.GIT, ItemKind.HELD, ItemKind.TASK, ItemKind.MESSAGE, ItemKind.HEALTH}


@dataclass(frozen=True, slots=True)
class ItemRow(Row):
    """`age` in at most six columns."""

    id: str
    item: ReviewItem
    age: str
    height: int = 2

    @property
    def words(self) -> str:
        item = self.item
        return f"{item.kind} {item.title} {item.detail} {item.by} {' '.join(item.notes)}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        return [self._narrow(draw)] if self.height == 1 else self._wide(draw)

    def _wide(self, draw: Drawing) -> Sequence[Text]:
        room = draw.width - 1 - KIND - AGE - 1
        first = Text.assemble(
            " ",
            (columns(self.item.kind, KIND), self._tone(draw)),
            (columns(self._title(draw, room), room), draw.title),
            (columns(self.age, AGE, right=True), draw.tokens.muted),
        )
        return [first, Text(" " * (1 + KIND) + self._detail(draw, room + AGE), draw.tokens.muted)]

    def _narrow(self, draw: Drawing) -> Text:
        spare = draw.width - 1 - NARROW_KIND - NARROW_TITLE - 2 - NARROW_DETAIL - AGE - 1
        title, detail = NARROW_TITLE + max(0, spare), NARROW_DETAIL + min(0, spare)
        return Text.assemble(
            " ",
            (columns(self.item.kind, NARROW_KIND), self._tone(draw)),
            (columns(self._title(draw, title), title + 2), draw.title),
            (columns(self._detail(draw, detail), detail), draw.tokens.muted),
            (columns(self.age, AGE, right=True), draw.tokens.muted),
        )

    def _tone(self, draw: Drawing) -> str:
        tone = "muted" if self.item.later else _TONES[self.item.kind]
        return f"{'bold ' if draw.selected else ''}{getattr(draw.tokens, tone)}"

    def _title(self, draw: Drawing, room: int) -> str:
        fit = fit_path if self.item.kind in _WITH_PATH and len(self.item.notes) == 1 else fit_end
        return fit(safe(self.item.title), room, draw.glyphs.cut)

    def _detail(self, draw: Drawing, room: int) -> str:
        detail = f"later, {self.item.detail}" if self.item.later else self.item.detail
        if len(detail) > room:
            for long, short in _SHORTER:
                detail = detail.replace(long, short)
        return fit_end(safe(detail).replace("−", draw.glyphs.minus), room, draw.glyphs.cut)
