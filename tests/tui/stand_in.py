"""A tree of a few rows and a view that shows them, for tests of the frame alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rich.text import Text
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from memwarden.errors import Code, Refused
from memwarden_tui.app import MemwardenApp
from memwarden_tui.commands import Command
from memwarden_tui.fit import columns, fit_end, fit_path
from memwarden_tui.keys import COPY_PATH, EDIT, MESSAGE, OPEN, WRAP
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.views import VIEWS, View
from memwarden_tui.widgets.empty import Empty
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.rows import Drawing, Row
from memwarden_tui.widgets.rule import Pane

QUEUE = (
    ("conflict", "danger", "projects/atlas.md", "2 of 3 hunks open", "1 min"),
    ("deletion", "danger", "projects/lisbon-move.md", "41 of 50 lines, 15 of them yours", "3 min"),
    ("lost lines", "danger", "facts/people.md", "6 of laptop/claude, length kept", "22 min"),
    ("held", "warn", "pi/aras", "31 writes in 60 s, 2 wait", "40 min"),
    ("proposal", "accent", "queen/agent-rules.md", "desk/goose, +3 −1", "1 h"),
    ("proposal", "accent", "preferences/coding-style.md", "laptop/claude, +2, 2 sources", "2 h"),
    ("task", "accent", "Which hotel area in Lisbon?", "vps/hermes, no answer for 3 days", "3 d"),
    ("refused", "warn", "facts/servers.md", "desk/goose, looks like a token", "5 h"),
    ("health", "muted", "3 findings", "2 dead links, 1 note not in INDEX", "1 d"),
)


@dataclass(frozen=True, slots=True)
class Waiting(Row):
    """One thing of the queue, two lines."""

    id: str
    kind: str
    tone: str
    title: str
    detail: str
    age: str
    height = 2

    @property
    def words(self) -> str:
        return f"{self.kind} {self.title} {self.detail}"

    def lines(self, draw: Drawing) -> Sequence[Text]:
        tokens, cut = draw.tokens, draw.glyphs.cut
        bold = "bold " if draw.selected else ""
        room = draw.width - 13 - 8
        first = Text.assemble(
            " ",
            (columns(self.kind, 12), bold + getattr(tokens, self.tone)),
            (columns(fit_path(safe(self.title), room, cut), room), draw.title),
            (columns(self.age, 7, right=True), tokens.muted),
        )
        return [first, Text(" " * 13 + fit_end(safe(self.detail), room + 7, cut), tokens.muted)]


class Undone:
    summary = "restore of travel.md"


class Person:
    def __init__(self, tree: StandIn) -> None:
        self._tree = tree

    def undo(self) -> Undone:
        if not self._tree.undoable:
            raise Refused(Code.NOTHING_TO_UNDO, "There is nothing of yours to undo.", "Writes of agents stay.")
        self._tree.undoable = False
        return Undone()

    redo = undo


class Mailbox:
    unread = 3


class StandIn:
    """As much of a tree as the frame asks for."""

    name = "~/memory"
    readonly = False
    warnings = ()
    why_readonly = "opened read-only"

    def __init__(self, queue: Sequence[tuple[str, str, str, str, str]] = QUEUE) -> None:
        self.queue = queue
        self.undoable = True
        self.ui: dict[str, Any] = {}

    def load_ui(self) -> dict[str, Any]:
        return self.ui

    def save_ui(self, ui: dict[str, Any]) -> None:
        self.ui = ui

    def now(self) -> datetime:
        return datetime.now(UTC)

    def review(self, *, patient: bool = True) -> Sequence[object]:
        return self.queue

    def mailbox(self) -> Mailbox:
        return Mailbox()

    def person(self) -> Person:
        return Person(self)


class QueueScreen(ViewScreen[Sequence[Waiting]]):
    """A review of the stand-in's queue."""

    TITLE_OF_KEYS = "Review"
    KEYS = (
        OPEN,
        Command("restore", "r", "Restore", "Restore what was removed", writes=True, footer=3),
        Command("restore_some", "s", "Restore some", "Restore some of it", writes=True, footer=4, short="Some"),
        Command("accept", "a", "Accept", "Accept as meant", writes=True, footer=4),
        Command("history", "h", "History", "History of this note", footer=5),
        MESSAGE,
        EDIT,
        COPY_PATH,
        WRAP,
    )
    EMPTY = "Nothing waits for you. {2} shows the notes."

    done: str = ""

    def compose_body(self) -> Iterable[Widget]:
        self.pane = ListPane("Waiting for you", spacious=True, empty=self.EMPTY, id="queue")
        yield self.pane
        yield Pane("projects/lisbon-move.md", Empty("Nothing to see."), id="preview")

    def fetch(self) -> Sequence[Waiting]:
        return [Waiting(f"{kind}:{title}", kind, tone, title, *rest) for kind, tone, title, *rest in self.memory.queue]

    def fill(self, data: Sequence[Waiting]) -> None:
        self.pane.list.show(data)
        self.pane.rule.right = f"{len(data)}"

    def do_restore(self) -> None:
        self.done = "restore"
        self.warden.say("Restored 41 lines of projects/lisbon-move.md.", undo=True)

    def do_restore_some(self) -> None:
        self.done = "some"

    async def do_accept(self) -> None:
        self.done = await self.warden.in_thread(lambda: "accepted")

    def do_history(self) -> None:
        self.app.push_screen(PushedScreen())

    def do_message(self) -> None:
        self.done = "message"

    def do_edit(self) -> None:
        self.done = "edit"

    def do_copy_path(self) -> None:
        self.done = "copy"

    def do_wrap(self) -> None:
        self.done = "wrap"


class PushedScreen(QueueScreen):
    """The same, pushed on top."""

    CRUMB = "Conflict"
    TITLE_OF_KEYS = "Conflict"

    def fill(self, data: Sequence[Waiting]) -> None:
        super().fill(data)
        self.breadcrumb.path = "projects/atlas.md"
        self.breadcrumb.right = Text("base 4 May 14:00 verified")


async def settled(pilot: Pilot[Any]) -> None:
    """Until nothing is being worked on and everything is drawn."""
    await pilot.pause()
    while any(not worker.is_finished for worker in list(pilot.app.workers)):
        await pilot.pause()
    await pilot.pause()


def screen_text(app: App[Any]) -> list[str]:
    """What is on the screen, row by row."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def views() -> tuple[View, ...]:
    return tuple(View(view.name, view.title, f"{__name__}:QueueScreen") for view in VIEWS)


def app_on(tree: StandIn | None = None, **options: Any) -> MemwardenApp:
    return MemwardenApp(tree or StandIn(), views=views(), live=False, **options)
