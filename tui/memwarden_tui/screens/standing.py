"""How the notes are watched, kept and carried to other machines, all of it on one panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden.memory.whereabouts import git_state
from memwarden_tui.glyphs import look
from memwarden_tui.peers import Notice
from memwarden_tui.safe import safe
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.facts import Fact, Gap, Line, Said, fact_rows
from memwarden_tui.widgets.rule import Rule
from memwarden_tui.wording import ago, many, short_age

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

LABEL = 13
ERRORS = 12


class StandingScreen(Overlay[None]):
    """Made of lines that were read before."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__()
        self._lines = tuple(lines)

    def compose(self) -> ComposeResult:
        shown = BandsView(id="standing")
        shown.show(lambda width, dressed: fact_rows(self._lines, width, dressed))
        with Vertical(id="panel"):
            yield Rule("How these notes are kept", id="title")
            yield shown
            yield Static(empty_text(look(self), "{esc} Close"), id="ways", markup=False)

    def on_mount(self) -> None:
        self.query_one(Rule).active = True


def standing_lines(tree: Tree, notices: Sequence[Notice]) -> list[Line]:
    """Asks Syncthing and git: for a thread."""
    return [*_here(notices), Gap(), *_syncthing(tree), *_git(tree)]


def _here(notices: Sequence[Notice]) -> Iterator[Line]:
    for notice in notices:
        yield Fact(notice.word, ((notice.says, "warn" if notice.bad else "text"),), width=LABEL)
    if not any(notice.bad for notice in notices):
        yield Said((("Changes are seen as they happen, and every text that they replace is kept.", "text"),))


def _syncthing(tree: Tree) -> Iterator[Line]:
    state = tree.carriers.state()
    if state is None:
        yield Fact("Syncthing", (("does not carry this tree", "muted"),), width=LABEL)
        return
    if not state.connected:
        yield Fact("Syncthing", ((safe(state.reason), "warn"),), width=LABEL)
        return
    to_come = f", {many(state.behind_items, 'file')} to come" if state.behind_items else ""
    yield Fact("Syncthing", ((safe(f"{state.version}, {state.folder_state}{to_come}"), "text"),), width=LABEL)
    now = tree.now()
    for device in state.devices:
        lacks = "not known how far" if device.behind_items is None else "has everything"
        if device.behind_items:
            lacks = f"lacks {many(device.behind_items, 'file')}"
        age = short_age(device.last_seen, now)
        away = "" if device.connected else ", paused" if device.paused else f", offline {age}".rstrip()
        tone = "warn" if away or device.behind_items else "text"
        yield Fact(safe(device.name)[: LABEL - 1], ((lacks + away, tone),), width=LABEL)
    for error in state.errors[:ERRORS]:
        yield Fact("error", ((safe(error), "warn"),), width=LABEL)
    if len(state.errors) > ERRORS:
        yield Fact("", ((f"{many(len(state.errors) - ERRORS, 'more error')}", "warn"),), width=LABEL)


def _git(tree: Tree) -> Iterator[Line]:
    state = git_state(tree)
    if state is None:
        return
    waits = [(len(state.uncommitted), "not committed"), (state.ahead, "to push"), (state.behind, "to pull")]
    said = ", ".join(f"{count} {what}" for count, what in waits if count) or "nothing to commit, push or pull"
    yield Gap()
    yield Fact("git", ((safe(f"{state.branch or 'detached'}: {said}"), "text"),), width=LABEL)
    yield from _commits(tree)


def _commits(tree: Tree) -> Iterator[Line]:
    from memwarden.memory.commits import Commits

    commits = Commits(tree).standing()
    if not commits.on:
        return
    waiting = f"{many(commits.waiting, 'change')} to commit" if commits.waiting else "every change is committed"
    pushed = f", pushed {ago(datetime.fromisoformat(commits.pushed), tree.now())}" if commits.pushed else ""
    yield Fact("memwarden", ((safe(waiting + pushed), "text"),), width=LABEL)
    for said in (commits.problem, *(f"{note} waits: {why}" for note, why in commits.held)):
        if said:
            yield Fact("", ((safe(said), "warn"),), width=LABEL)
