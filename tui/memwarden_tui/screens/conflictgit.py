"""What git left in the repository as a whole: what it is, and each act with all it will do before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from textual.widget import Widget

from memwarden.errors import MemwardenError
from memwarden.memory.git_acts import GitDone
from memwarden.memory.git_findings import GitFinding
from memwarden.memory.git_previews import GitPreview
from memwarden_tui.commands import Command
from memwarden_tui.keys import BACK
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.facts import Fact, Gap, Line, Said, fact_rows
from memwarden_tui.widgets.rule import Pane

KEYS_OF = {"continue": "c", "abort": "a", "drop-stash": "x", "unlock": "l"}


class Found(NamedTuple):
    finding: GitFinding
    previews: tuple[GitPreview, ...]


def can(act: str) -> Command:
    """The command of an act, possible where git would do it now."""
    label = act.replace("-", " ").capitalize()
    said = {
        "continue": "Let git go on",
        "abort": "Give it up",
        "drop-stash": "Drop the stash",
        "unlock": "Remove the lock",
    }
    return Command(
        act.replace("-", "_"), KEYS_OF[act], label, said[act], writes=True, footer=2, show=lambda s: s.possible_act(act)
    )


class GitScreen(ViewScreen[Found | None]):
    """git's own acts are not undone by `u`: each says what it does, and asks."""

    CRUMB = "git"
    PREPARES = True
    TITLE_OF_KEYS = "git"
    FETCHING = "Asking git"
    KEYS = (*(can(act) for act in KEYS_OF), BACK)

    found: Found | None = None

    def __init__(self, finding: GitFinding) -> None:
        super().__init__()
        self._id = finding.id
        self._is_acting = False
        self.shown = BandsView(id="git-facts")

    def address(self) -> dict[str, Any]:
        return {"screen": "git", "id": self._id}

    def compose_body(self) -> Iterable[Widget]:
        self.pane = Pane("", self.shown, id="git")
        yield self.pane

    def fetch(self) -> Found | None:
        finding = next((one for one in self.memory.git_findings() if one.id == self._id), None)
        return Found(finding, tuple(self.memory.git_preview(act) for act in finding.acts)) if finding else None

    def fill(self, data: Found | None) -> None:
        self.found = data
        if data is None:
            if not self._is_acting:
                self.warden.say("git has moved on.")
            if self.is_current:
                self.dismiss()
            return
        self.pane.rule.title = safe(data.finding.title)
        lines = tuple(_lines(data))
        self.shown.show(lambda width, shown: fact_rows(lines, min(width, 96), shown))
        self.refresh_bindings()

    def preview(self, act: str) -> GitPreview | None:
        return next((one for one in self.found.previews if one.act == act), None) if self.found else None

    def possible_act(self, act: str) -> bool:
        preview = self.preview(act)
        return preview is not None and not preview.refusal

    async def _do(self, act: str) -> None:
        preview = self.preview(act)
        if preview is None or preview.refusal:
            return
        says = (*map(safe, preview.lines), "", "memwarden cannot undo what git does.")
        question = ConfirmScreen(f"{preview.command}?", says, yes="Do it", opened_by=KEYS_OF[act])
        if await self.app.push_screen_wait(question):
            await self._carry_out(preview)

    async def _carry_out(self, preview: GitPreview) -> None:
        self._is_acting = True
        try:
            done = await self.warden.write(lambda: self.memory.person().git_act(preview), preview.command)
        except MemwardenError:
            self._is_acting = False
            raise
        self.warden.say(said_of(done))

    async def do_continue(self) -> None:
        await self._do("continue")

    async def do_abort(self) -> None:
        await self._do("abort")

    async def do_drop_stash(self) -> None:
        await self._do("drop-stash")

    async def do_unlock(self) -> None:
        await self._do("unlock")


def said_of(done: GitDone) -> str:
    return f"Done: {'; '.join(done.lines)}."


def facts_of(finding: GitFinding) -> tuple[Line, ...]:
    detail = f"{finding.detail[:1].upper()}{finding.detail[1:]}."
    return (Said(((safe(detail), "text"),)), Said(((safe(finding.fix), "muted"),)))


def _lines(found: Found) -> Iterable[Line]:
    yield from facts_of(found.finding)
    for preview in found.previews:
        yield Gap()
        style = "muted" if preview.refusal else "accent bold"
        yield Fact(KEYS_OF[preview.act], ((preview.command, "strong bold"),), style=style, width=3)
        if preview.refusal:
            yield Said(((f"Not now: {safe(preview.refusal)}", "warn"),), indent=3)
            continue
        for line in preview.lines:
            yield Said(((safe(line), "text"),), indent=3)
