"""The rows of the picker: a tree with what waits in it, and the rules of the two sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.text import Text

from memwarden.errors import MemwardenError
from memwarden.memory.glances import OPENED, Glance, kept_in, written
from memwarden.memory.trees import KnownTree
from memwarden_tui.fit import columns, fit_end, fit_middle
from memwarden_tui.palettes import Tokens
from memwarden_tui.safe import safe
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.widgets.rule import rule_line
from memwarden_tui.wording import many, short_age

STATE = 16
NOTES = 12
AGE = 9
_KINDS = {"Claude Code's memory": "MEMORY.md", "synced by Syncthing": "Syncthing", "a nest": "nest"}


@dataclass(frozen=True, slots=True)
class TreeRow(Row):
    """`seen` is None until it was looked at, or what kept it from being looked at."""

    id: str
    known: KnownTree
    seen: Glance | MemwardenError | None

    @property
    def words(self) -> str:
        return written(self.known.path)

    @property
    def state(self) -> tuple[str, str]:
        """A word and its token."""
        if isinstance(self.seen, MemwardenError):
            return "cannot be read", "danger"
        if self.known.how != OPENED:
            return _KINDS.get(self.known.how, self.known.how), "muted"
        if self.seen is None:
            return "", "muted"
        if not self.seen.waits:
            return "in order", "muted"
        if self.seen.conflicts == self.seen.waits:
            return many(self.seen.conflicts, "conflict"), "warn"
        return f"{self.seen.waits} wait{'s' if self.seen.waits == 1 else ''} for you", "warn"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        tokens, cut = draw.tokens, draw.glyphs.cut
        word, tone = self.state
        notes, age = "", ""
        if isinstance(self.seen, Glance):
            notes, age = many(self.seen.notes, "note"), short_age(self.seen.last, datetime.now(UTC))
        tail = Text.assemble(
            (columns(fit_end(word, STATE - 1, cut), STATE), getattr(tokens, tone)),
            (columns(notes, NOTES, right=True), tokens.muted),
            (columns(age, AGE, right=True), tokens.muted),
        )
        room = draw.width - 2 - tail.cell_len
        path = columns(fit_middle(safe(self.words), room - 1, cut), room)
        return [Text.assemble(" ", (path, draw.title), tail)]


@dataclass(frozen=True, slots=True)
class SectionRow(Row):
    """A rule over trees; `lit` where the cursor is among them, `height` with the blank rows round it."""

    id: str
    title: str
    count: int
    opened: bool
    lit: bool
    height: int = 2
    above: int = 0
    selectable = False
    flush = True

    def lines(self, draw: Drawing) -> Sequence[Text]:
        rule = rule_line(self.title, f"{self.count}", draw.width + 1, draw.look, active=self.lit)
        return [*[Text()] * self.above, rule]


def rows_of(
    known: Sequence[KnownTree], glances: Mapping[Path, Glance | MemwardenError], *, short: bool, lit: bool
) -> list[Row]:
    """Trees opened before, then the others; `lit` says that the cursor is among the first."""
    rows: list[Row] = []
    for title, opened in (("Opened before", True), ("Found nearby, never opened", False)):
        trees = [one for one in known if (one.how == OPENED) == opened]
        if trees:
            above = 1 if rows else 0
            height = above + (1 if short else 2)
            rows.append(SectionRow(title, title, len(trees), opened, lit == opened, height, above))
            rows += [TreeRow(str(one.path), one, glances.get(one.path)) for one in trees]
    return rows


def promise(tokens: Tokens) -> Text:
    outside = f"What it held before is kept outside, in {safe(kept_in())}."
    return Text(f"Opening a tree writes nothing into it.\n{outside}", tokens.muted)
