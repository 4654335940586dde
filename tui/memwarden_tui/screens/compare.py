"""Two texts of a note against each other: two versions, the note and its copy, what restoring would change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.text import Text
from textual.widget import Widget

from memwarden.errors import Code, Refused
from memwarden_tui.commands import Command
from memwarden_tui.glyphs import look
from memwarden_tui.keys import BACK
from memwarden_tui.safe import safe
from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.widgets.bandsview import BandsView
from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.facts import Gap, Line, Said, fact_rows
from memwarden_tui.widgets.rule import Pane

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree
    from memwarden_tui.app import MemwardenApp


class Side(NamedTuple):
    """One of the texts: a version by its full `revision`, else the file at `path`, else none. `label` is safe."""

    label: str
    revision: str = ""
    path: str = ""

    def read(self, tree: Tree, note: str) -> bytes:
        """For a thread. Raises Refused NO_VERSION, and NO_NOTE for a file that is gone."""
        if self.revision:
            return tree.history(note).data(self.revision)
        if not self.path:
            return b""
        data = tree.bytes_of(self.path)
        if data is None:
            raise Refused(Code.NO_NOTE, f"{self.path} is gone.", "It was resolved or deleted meanwhile.")
        return data


class CompareScreen(ViewScreen[DiffModel]):
    """From `left` to `right`; it follows both when they change on disk."""

    CRUMB = "Compare"
    TITLE_OF_KEYS = "Compare"
    FETCHING = "Comparing"
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("swap", "x", "Swap", "Swap the sides", footer=4),
        Command("next_hunk", "n", "Next hunk", "Next hunk", footer=3, together="Next, previous hunk"),
        Command("previous_hunk", "N", "Previous", "Previous hunk", joins="next_hunk"),
        BACK,
    )

    def __init__(self, note: str, left: Side, right: Side) -> None:
        super().__init__()
        self.note, self.left, self.right = note, left, right
        self.says = BandsView(id="says")
        self.diff = DiffView(id="diff")
        self.pane = Pane("", self.says, self.diff, id="compared")

    def address(self) -> dict[str, Any]:
        return {"screen": "compare", "note": self.note, "left": self.left._asdict(), "right": self.right._asdict()}

    def compose_body(self) -> Iterable[Widget]:
        yield self.pane

    def fetch(self) -> DiffModel:
        return DiffModel.build(self.left.read(self.memory, self.note), self.right.read(self.memory, self.note))

    def fill(self, data: DiffModel) -> None:
        tokens, minus = look(self).tokens, look(self).glyphs.minus
        self.breadcrumb.path = safe(self.note)
        self.breadcrumb.right = Text(f"from {self.left.label} to {self.right.label}", tokens.muted)
        self.pane.rule.title, self.pane.rule.right = self.title_of(data), f"+{data.added:,} {minus}{data.removed:,}"
        lines: list[Line] = [*self.sentences(data)]
        if not data.hunks:
            lines.append(Said((("The two texts are the same.", "muted"),)))
        lines += [Gap()] if lines else []
        self.says.show(lambda width, shown: fact_rows(lines, width, shown))
        if not self.is_filled or data != self.diff.model:
            self.diff.show_diff(data, numbers="before")
            if data.hunks:
                self.diff.go_to_hunk(0)

    def title_of(self, _data: DiffModel) -> str:
        return "Difference"

    def sentences(self, _data: DiffModel) -> Iterable[Said]:
        """What stands above the difference."""
        return ()

    def do_swap(self) -> None:
        self.left, self.right = self.right, self.left
        self.is_filled = False
        self.reload()

    def do_next_hunk(self) -> None:
        self.diff.do_next_hunk()

    def do_previous_hunk(self) -> None:
        self.diff.do_previous_hunk()


async def against_copy(app: MemwardenApp, note: str) -> None:
    """The note against what was set aside for it; where that is more than one, the person chooses.

    Raises Refused NO_ITEM where nothing is.
    """
    conflict = await app.in_thread(lambda: app.memory.conflict(note))
    copies = [copy for copy in conflict.copies if (app.memory.root / copy.path).is_file()] if conflict else []
    if not copies:
        raise Refused(Code.NO_ITEM, f"Nothing is set aside for {note}.", "It may just have been resolved.")
    chosen: str | None = copies[0].path
    if len(copies) > 1:
        options = [Option(copy.path, safe(copy.path.rpartition("/")[2]), safe(copy.by)) for copy in copies]
        chosen = await app.push_screen_wait(ChooseScreen("Compare with which copy?", options))
    if chosen is not None:
        app.push_screen(CompareScreen(note, Side("the note", path=note), Side("its copy", path=chosen)))
