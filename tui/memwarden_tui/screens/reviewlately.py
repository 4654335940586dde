"""The line above the queue: what happened since the person last looked, and when nothing watched."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual.widget import Widget

from memwarden.memory.looks import Gap, gaps
from memwarden.memory.unlisted import is_unlisted
from memwarden_tui.fit import spread
from memwarden_tui.glyphs import Look, look
from memwarden_tui.wording import clock, many

if TYPE_CHECKING:
    from memwarden import Record, Tree

PAGE = 500
_NO_WRITES = frozenset({"found", "copy"})
MOST = 20_000
FIRST = timedelta(hours=24)
"""How far back the first look at a tree goes."""


class Lately(NamedTuple):
    """Writes of others since `since`; `first` where nobody looked before. `gaps` are the times without a watcher."""

    since: datetime
    now: datetime
    first: bool
    writes: int = 0
    agents: int = 0
    notes: int = 0
    removed: int = 0
    gaps: tuple[Gap, ...] = ()


def lately(tree: Tree, looked: datetime | None) -> Lately:
    """For a thread. `looked` is when the screen was last left."""
    now = tree.now()
    since = looked or now - FIRST
    agents, notes = set[str](), set[str]()
    writes = removed = 0
    for record in _records(tree, since):
        if tree.is_person(record.by) or is_unlisted(record.note):
            continue
        writes += 1
        removed += record.removed
        notes.add(record.note)
        agents.add(record.by)
    return Lately(since, now, looked is None, writes, len(agents - {""}), len(notes), removed, gaps(tree, since))


def _records(tree: Tree, since: datetime) -> Iterator[Record]:
    """What changed a note's bytes since then, newest first."""
    before, seen = "", 0
    while seen < MOST:
        page = tree.activity(limit=PAGE, before=before)
        for record in page:
            if record.time < since:
                return
            if record.note and record.before != record.after and record.what not in _NO_WRITES:
                yield record
        if len(page) < PAGE:
            return
        before, seen = page[-1].id, seen + len(page)


def lately_line(said: Lately, width: int, shown: Look, *, narrow: bool) -> Text:
    """One row; numbers bold."""
    tokens = shown.tokens
    when = clock(said.since, said.now)
    bold = f"bold {tokens.strong}"
    line = Text(end="")
    begins = f"Since {when}" if narrow else f"Since you last looked, {when}"
    line.append(("Last 24 h" if narrow else "In the last 24 hours") if said.first else begins, tokens.muted)
    if said.first and not said.writes:
        return spread(Text("Your first look: nothing was recorded before.", tokens.muted, end=""), Text(), width)
    if not said.writes:
        line.append("   nothing was written", tokens.muted)
    elif narrow:
        line.append(f"   {said.writes:,}", bold).append(f" write{'s' * (said.writes != 1)}, ", tokens.muted)
        line.append(f"{said.removed:,}", bold).append(f" line{'s' * (said.removed != 1)} removed", tokens.muted)
    else:
        _counted(line, "   ", said.writes, "write", bold, tokens.muted)
        if said.agents:
            _counted(line, " by ", said.agents, "agent", bold, tokens.muted)
        _counted(line, " to ", said.notes, "note", bold, tokens.muted)
        _counted(line, "   ", said.removed, "line", bold, tokens.muted)
        line.append(" removed", tokens.muted)
    return spread(line, _unwatched(said, shown, narrow=narrow), width)


def _counted(line: Text, lead: str, count: int, word: str, bold: str, muted: str) -> None:
    line.append(lead, muted).append(f"{count:,}", bold).append(many(count, word).removeprefix(f"{count:,}"), muted)


def _unwatched(said: Lately, shown: Look, *, narrow: bool) -> Text:
    """The last gap, and how many there were."""
    if not said.gaps:
        return Text()
    start, end = (clock(at, said.now) for at in (said.gaps[0].start, said.gaps[0].end))
    times = f" {len(said.gaps)} times, last" if len(said.gaps) > 1 else ""
    return Text(f"unwatched{times}{'' if narrow else ' from'} {start} to {end}", shown.tokens.warn)


class LatelyLine(Widget):
    """The row under the header."""

    DEFAULT_CSS = "LatelyLine { height: 1; width: 1fr; padding: 0 1; }"
    said: Lately | None = None

    def show(self, said: Lately) -> None:
        self.said = said
        self.refresh()

    def render(self) -> Text:
        narrow = self.screen.size.width < 100
        width = self.content_size.width
        return lately_line(self.said, width, look(self), narrow=narrow) if self.said else Text()
