"""How the notes are watched, kept and carried to other machines, all of it on one panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.peers import Notice
from memwarden_tui.safe import safe
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.screens.overlay import Overlay
from memwarden_tui.screens.standinggit import LABEL, git_lines
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.facts import Fact, Gap, Line, Said, fact_rows
from memwarden_tui.widgets.rule import Rule
from memwarden_tui.wording import many, short_age

if TYPE_CHECKING:
    from memwarden.memory.commits import Standing
    from memwarden.memory.tree import Tree
    from memwarden_tui.app import MemwardenApp

ERRORS = 12


class Kept(NamedTuple):
    """`commits` tells how those of memwarden stand; None where no git carries the tree."""

    lines: tuple[Line, ...]
    commits: Standing | None


def _in_git(screen: StandingScreen) -> bool:
    return screen.kept.commits is not None


def _commits(screen: StandingScreen) -> bool:
    return screen.kept.commits is not None and screen.kept.commits.on


class StandingScreen(Overlay[None]):
    """Made of what was read before, and read anew by `read`, in a thread, after each of its acts."""

    TITLE_OF_KEYS = "Sync"
    KEYS = (
        Command("commits", "c", "Commits", "Have memwarden commit here, or not any more", writes=True, show=_in_git),
        Command("exchange", "s", "Sync now", "Commit, take in and push now", writes=True, show=_commits),
    )

    def __init__(self, kept: Kept, read: Callable[[], Kept]) -> None:
        super().__init__()
        self.kept = kept
        self._read = read

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Rule("How these notes are kept", id="title")
            yield BandsView(id="standing")
            yield Static(id="ways", markup=False)

    def on_mount(self) -> None:
        self.query_one(Rule).active = True
        self._show()

    @property
    def warden(self) -> MemwardenApp:
        return cast("MemwardenApp", self.app)

    async def do_commits(self) -> None:
        from memwarden.memory.commits import Commits

        commits, on = Commits(self.warden.memory), not _commits(self)
        if on and not await self._agrees(await self.warden.in_thread(commits.able, "Asking git")):
            return
        await self.warden.in_thread(lambda: commits.enable(self.warden.memory.person().actor, on=on))
        self.warden.say("memwarden commits here from now on." if on else "memwarden commits nothing here any more.")
        await self._again()

    async def do_exchange(self) -> None:
        from memwarden.memory.commits import Commits

        commits = Commits(self.warden.memory)
        await self.warden.in_thread(lambda: commits.exchange(person=True), "Committing, taking in and pushing")
        self.warden.tree_changed()
        await self._again()

    async def _agrees(self, able: str) -> bool:
        says = safe(f"From now on memwarden commits every recorded change of this tree {able}.")
        question = ConfirmScreen("Have memwarden commit here?", (says,), yes="Commit from now on", opened_by="c")
        agreed = await self.warden.push_screen_wait(question)
        return agreed is True

    async def _again(self) -> None:
        self.kept = await self.warden.in_thread(self._read, "Asking Syncthing and git")
        self._show()

    def _show(self) -> None:
        lines = self.kept.lines
        self.query_one(BandsView).show(lambda width, dressed: fact_rows(lines, width, dressed))
        ways = [f"{{{command.key}}} {command.label}" for command in self.KEYS if self.possible(command)]
        self.query_one("#ways", Static).update(empty_text(look(self), "   ".join((*ways, "{esc} Close"))))


def kept(tree: Tree, noticed: Callable[[], Sequence[Notice]]) -> Kept:
    """Asks Syncthing and git: for a thread."""
    from memwarden.memory.commits import Commits

    commits = Commits(tree).standing()
    of_git = tuple(git_lines(tree, commits))
    return Kept((*_here(noticed()), Gap(), *_syncthing(tree), *of_git), commits if of_git else None)


def _here(notices: Sequence[Notice]) -> Iterator[Line]:
    for notice in notices:
        yield Fact(notice.word, ((notice.says, "warn" if notice.bad else "text"),), width=LABEL)
    if not any(notice.bad for notice in notices):
        yield Said((("Changes are seen as they happen, and every text that they replace is kept.", "text"),))


def _syncthing(tree: Tree) -> Iterator[Line]:
    state = tree.carriers.told()
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
        age = short_age(device.last_seen, now)
        away = "" if device.connected else "paused" if device.paused else f"offline {age}".rstrip()
        said = ", ".join(filter(None, (device.lacks, away, device.declines)))
        tone = "warn" if away or device.declines or device.behind_items else "text"
        yield Fact(safe(device.name)[: LABEL - 1], ((said, tone),), width=LABEL)
    for remark in state.remarks:
        yield Fact("", ((safe(remark), "warn"),), width=LABEL)
    for error in state.errors[:ERRORS]:
        yield Fact("error", ((safe(error), "warn"),), width=LABEL)
    if len(state.errors) > ERRORS:
        yield Fact("", ((f"{many(len(state.errors) - ERRORS, 'more error')}", "warn"),), width=LABEL)
