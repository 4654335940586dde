"""The first row of every screen: the five views with what waits in them, and how the tree is synced."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widget import Widget

from memwarden_tui.fit import fit_path
from memwarden_tui.glyphs import Look, look
from memwarden_tui.safe import safe
from memwarden_tui.views import VIEWS

NARROW = 100
MOST = 2
"""Peers, or notices in their place."""


class Peer(NamedTuple):
    """A device or remote that is not in order; `text` is safe, `bad` makes it a warning."""

    text: str
    bad: bool = False


class HeaderData(NamedTuple):
    """`peers` worst last; None where nothing carries the tree, empty where all is in order.

    `notices` say what is not in order here: no history, no events, no right to write.
    """

    name: str = ""
    review: int = 0
    mail: int = 0
    peers: tuple[Peer, ...] | None = None
    notices: tuple[Peer, ...] = ()


class Tab(NamedTuple):
    """Where a view's tab lies in the header, from `start` up to `end`."""

    name: str
    start: int
    end: int


def header_line(data: HeaderData, active: str, width: int, shown: Look) -> tuple[Text, tuple[Tab, ...]]:
    """The header for `width` columns, and where its tabs are."""
    tabs, spans = _tabs(data, active, shown)
    wide = width >= NARROW
    room = width - tabs.cell_len - 2
    most = MOST if wide else 1
    peers = _peers(data, most, shown)
    while most > 1 and peers.cell_len > room - 3:
        most -= 1
        peers = _peers(data, most, shown)
    brand = _brand(data.name, room - peers.cell_len - 3, shown) if wide else Text(" ")
    blank = width - brand.cell_len - tabs.cell_len - peers.cell_len - 1
    line = Text.assemble(brand, tabs, " " * max(1, blank), peers if blank > 0 else "", end="")
    moved = tuple(Tab(tab.name, tab.start + brand.cell_len, tab.end + brand.cell_len) for tab in spans)
    return line, moved


def _brand(name: str, room: int, shown: Look) -> Text:
    brand = Text.assemble((" memwarden", f"bold {shown.tokens.strong}"))
    space = room - brand.cell_len - 6
    if space >= 4:
        brand.append("  " + fit_path(safe(name), space, shown.glyphs.cut), shown.tokens.muted)
    return brand.append("    ")


def _tabs(data: HeaderData, active: str, shown: Look) -> tuple[Text, list[Tab]]:
    tokens = shown.tokens
    counts = {"review": (data.review, tokens.warn), "mail": (data.mail, tokens.accent)}
    line, spans = Text(), []
    for digit, view in enumerate(VIEWS, start=1):
        start = line.cell_len
        here = view.name == active
        line.append(f" {digit}", f"bold {tokens.accent}" if here else tokens.faint)
        line.append(f" {view.title}", f"bold {tokens.strong}" if here else tokens.text)
        count, colour = counts.get(view.name, (0, ""))
        line.append(f" {count}" if count else "", f"bold {colour}")
        line.append(" ")
        if here:
            line = _lit(line, start, shown)
        spans.append(Tab(view.name, start, line.cell_len))
    return line, spans


def _lit(line: Text, start: int, shown: Look) -> Text:
    """The tab from `start` on as the active one; reversed colours would make a patchwork of it."""
    if shown.tokens.ansi:
        return Text.assemble(line[:start], (line.plain[start:], Style(reverse=True, bold=True)))
    line.stylize(Style(bgcolor=shown.tokens.sel), start)
    return line


def _peers(data: HeaderData, most: int, shown: Look) -> Text:
    tokens = shown.tokens
    found = (*(data.peers or ()), *data.notices)[-most:]
    if not found:
        return Text("" if data.peers is None else "in sync", tokens.muted)
    shown_peers = [Text(peer.text, tokens.warn if peer.bad else tokens.muted) for peer in found]
    return Text("   ").join(shown_peers)


class Header(Widget):
    """Watches the app's `header`; a click on a tab opens its view, one right of them says how the notes are kept."""

    DEFAULT_CSS = """
    Header { dock: top; height: 1; background: $surface; color: $foreground; }
    """

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.data = HeaderData()
        self.active = ""
        self._tabs: tuple[Tab, ...] = ()

    def on_mount(self) -> None:
        self.active = self.app.current_mode
        if hasattr(self.app, "header"):
            self.watch(self.app, "header", self._take)

    def _take(self, data: HeaderData) -> None:
        self.data = data
        self.refresh()

    def render(self) -> Text:
        line, self._tabs = header_line(self.data, self.active, self.size.width, look(self))
        return line

    async def on_click(self, event: events.Click) -> None:
        if not self._tabs:
            return
        hit = next((tab.name for tab in self._tabs if tab.start <= event.x < tab.end), "")
        if command := hit or ("standing" if event.x >= self._tabs[-1].end else ""):
            await self.app.run_action(f"command({command!r})", self.app)
