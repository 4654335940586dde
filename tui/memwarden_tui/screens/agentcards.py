"""The card of an agent: when and where it wrote last, whether it may write, what it owns, its last 14 days."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rich.text import Text

from memwarden.memory.agents import DAYS, AgentCard
from memwarden.memory.unlisted import is_agents, is_unlisted
from memwarden_tui.fit import columns, fit_end, fit_middle, fit_path, spread
from memwarden_tui.safe import safe
from memwarden_tui.screens.doings import about_record
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.widgets.sparkline import sparkline
from memwarden_tui.wording import ago, many, short_age

WRITING = 5 * 60.0
QUIET = 86_400.0
MANY_REMOVED = 20
LABEL = 9
LOW = 8
"""Writes, and lines removed, that make a column of full height at least."""
WHEN = 13


def short_count(count: int) -> str:
    """At most four columns: `212`, `1.2k`, `48k`, `3M`."""
    if count < 1000:
        return str(count)
    if count < 9950:
        return f"{count / 1000:.1f}k"
    return f"{count // 1000}k" if count < 1_000_000 else f"{count // 1_000_000}M"


@dataclass(frozen=True, slots=True)
class AgentRow(Row):
    """`refused` counts its writes that were refused while it was held."""

    id: str
    card: AgentCard
    refused: int
    now: datetime
    height = 6

    @property
    def words(self) -> str:
        return f"{self.id} {self.state[0]} {self.card.last.note if self.card.last else ''}"

    @property
    def state(self) -> tuple[str, str]:
        """A word and its token."""
        card = self.card
        if card.revoked:
            return "revoked", "danger"
        if card.held_until is not None:
            return f"held, {short_age(self.now, card.held_until)} left", "warn"
        if card.last is None:
            return "quiet", "muted"
        since = (self.now - card.last.time).total_seconds()
        return ("writing", "ok") if since < WRITING else ("active" if since < QUIET else "quiet", "muted")

    def lines(self, draw: Drawing) -> Sequence[Text]:
        word, tone = self.state
        bold = "bold " if tone in ("warn", "danger") else ""
        name = fit_middle(safe(self.id), draw.width - len(word) - 6, draw.glyphs.cut)
        hue = draw.tokens.author(self.card.colour, person=self.card.person)
        head = spread(Text(f" {name}", f"bold {hue}"), Text(f"{word}  ", bold + getattr(draw.tokens, tone)), draw.width)
        return [head, self._wrote(draw), self._third(draw), Text(), self._figures(draw)]

    def _wrote(self, draw: Drawing) -> Text:
        line = Text.assemble(" ", ("wrote".ljust(LABEL), draw.tokens.muted))
        if self.card.last is None:
            return line.append("nothing since the first look here", draw.tokens.text)
        line.append(columns(ago(self.card.last.time, self.now), WHEN), draw.tokens.text)
        said, path = about_record(self.card.last)
        room = draw.width - line.cell_len - 2 - len(said)
        return line.append(said + fit_path(safe(path), room, draw.glyphs.cut), draw.tokens.text)

    def _third(self, draw: Drawing) -> Text:
        tokens, room = draw.tokens, draw.width - LABEL - 3
        if self.card.held_until is not None and not self.card.revoked:
            waits = f"{many(self.refused, 'write')}, {self.card.why_held}" if self.refused else self.card.why_held
            says = fit_end(safe(waits), room, draw.glyphs.cut)
            label = "waits" if self.refused else "why"
            return Text.assemble(" ", (f"{label:{LABEL}}{says}", tokens.warn))
        owns = fit_end(safe(owned(self.card)), room, draw.glyphs.cut)
        return Text.assemble(" ", ("owns".ljust(LABEL), tokens.muted), (owns, tokens.text))

    def _figures(self, draw: Drawing) -> Text:
        card, tokens = self.card, draw.tokens
        hue = tokens.author(card.colour, person=card.person).color
        loud = card.removed > MANY_REMOVED
        line = Text.assemble(
            (" writes  ", tokens.muted),
            sparkline(card.daily_writes, draw.look, hue.name if hue else "", width=DAYS, least=LOW),
            (short_count(card.writes).rjust(5), tokens.text),
            (" removed ", tokens.muted),
            sparkline(card.daily_removed, draw.look, tokens.danger if loud else "", width=DAYS, least=LOW),
            end="",
        )
        count = f" {short_count(card.removed)}"
        room = max(len(count), min(3, draw.width - 2 - line.cell_len))
        return line.append(count.rjust(room), tokens.danger if loud else tokens.text)


def owned(card: AgentCard) -> str:
    """Notes, not mail: `projects/atlas.md, 4 more`, `preferences/, 14 notes`, `nothing, may propose`."""
    notes = [path for path in card.owns if not is_unlisted(path)]
    if not notes:
        return "nothing any more" if card.revoked else "nothing, may propose"
    folders = {path.rpartition("/")[0] for path in notes}
    if len(notes) > 3 and len(folders) == 1 and "" not in folders:
        return f"{folders.pop()}/, {many(len(notes), 'note')}"
    first = min(notes, key=lambda path: (is_agents(path), path))
    return first if len(notes) == 1 else f"{first}, {len(notes) - 1} more"


Order = Callable[[AgentCard], tuple[object, ...]]


def _held(card: AgentCard) -> bool:
    return card.held_until is None or card.revoked


ORDERS: Mapping[str, Order] = {
    "": lambda card: (_held(card), card.revoked, -(card.last.time.timestamp() if card.last else 0), card.identity),
    "by name": lambda card: (card.identity,),
    "by writes": lambda card: (-card.writes, card.identity),
    "by lines removed": lambda card: (-card.removed, card.identity),
}
"""How the cards may be sorted, by the words that stand in the rule; held ones first, then by their last write."""
