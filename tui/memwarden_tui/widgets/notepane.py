"""A pane that shows one note: its path in the rule, the line one is on, and a field to find words in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.message import Message

from memwarden_tui.commands import EVERYWHERE, PANES, Command, Commanded
from memwarden_tui.fit import fit_path, path_text
from memwarden_tui.glyphs import look
from memwarden_tui.safe import safe
from memwarden_tui.widgets.empty import Empty
from memwarden_tui.widgets.field import Field
from memwarden_tui.widgets.gutter import LineMark
from memwarden_tui.widgets.lineview import LineView
from memwarden_tui.widgets.listpane import FilterField
from memwarden_tui.widgets.noteview import NoteView
from memwarden_tui.widgets.rule import Pane


def _is_finding(pane: NotePane) -> bool:
    return bool(pane.wanted)


def _can_leave(pane: NotePane) -> bool:
    return pane.leaves and not pane.wanted


class NotePane(Pane, Commanded):
    """Posts `Left` for esc where `leaves`: the list of notes is behind it."""

    DEFAULT_CSS = """
    NotePane {
        FilterField { display: none; margin: 0 0 1 0; }
        Empty { display: none; }
        &.-finding FilterField { display: block; }
        &.-empty Empty { display: block; }
        &.-empty NoteView { display: none; }
    }
    """

    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("to_list", "escape", "Index", "Back to the list of notes", EVERYWHERE, footer=2, show=_can_leave),
        Command("next_match", "n", "Next", "Next place found", PANES, show=_is_finding, together="Next, previous"),
        Command("previous_match", "N", "Previous", "Previous place found", PANES, show=_is_finding, joins="next_match"),
    )

    class Left(Message):
        """Back to the list."""

    def __init__(self, *, id: str | None = None) -> None:
        self.view = NoteView(id=f"{id}-text" if id else None)
        self.field = FilterField("/", "find in this note")
        self.sentence = Empty("")
        self.leaves = False
        self.wanted = ""
        self._path = ""
        self._count = 0
        super().__init__("", self.field, self.view, self.sentence, id=id)

    def show(self, path: str, lines: Sequence[str], marks: Sequence[LineMark], *, cursor: int = 0) -> None:
        """`path` as it stands; another note than before, so that what was looked for is forgotten."""
        self._stop_finding()
        self._begin(path, len(lines))
        self.view.show_note(lines, marks, cursor=cursor)

    def change(self, lines: Sequence[str], marks: Sequence[LineMark], moved: Callable[[int], int]) -> None:
        """The same note as it is now."""
        self._begin(self._path, len(lines))
        self.view.change_note(lines, marks, moved)

    def say(self, path: str, sentence: str) -> None:
        """Nothing to read; `sentence` says why, with keys in braces."""
        self._begin(path, 0)
        self.sentence.sentence = sentence
        self.sentence.refresh(layout=True)
        self.rule.right = ""
        self.view.show_note(())
        self.add_class("-empty")

    def _begin(self, path: str, count: int) -> None:
        self._path, self._count = path, count
        self.remove_class("-empty")
        self._entitle()

    def _entitle(self) -> None:
        line = self.view.cursor + 1
        right = f"line {min(line, self._count):,} of {self._count:,}" if self._count else ""
        room = self.size.width - len(right) - 6
        if self.wanted:
            right = f"{self._found:,} found   {right}" if right else right
        self.rule.right = right
        shown = look(self)
        self.rule.title = path_text(fit_path(safe(self._path), max(12, room), shown.glyphs.cut), shown.tokens)

    @on(LineView.CursorMoved)
    def _moved(self) -> None:
        self._entitle()

    def on_resize(self, _event: events.Resize) -> None:
        self._entitle()

    # Find

    def do_to_list(self) -> None:
        self.post_message(self.Left())

    def find(self) -> None:
        """Ask for words to find."""
        self.add_class("-finding")
        self.field.start()

    def do_next_match(self) -> None:
        self.view.next_match(1)

    def do_previous_match(self) -> None:
        self.view.next_match(-1)

    @on(Field.Changed)
    def _look_for(self, event: Field.Changed) -> None:
        event.stop()
        self.wanted = event.value
        self._found = self.view.search(event.value)
        self._entitle()

    @on(Field.Submitted)
    def _keep(self, event: Field.Submitted) -> None:
        event.stop()
        if not event.value:
            self._stop_finding()
            return
        self.view.focus()
        self.view.next_match(1)

    @on(Field.Left)
    def _leave(self, event: Field.Left) -> None:
        event.stop()
        self._stop_finding()

    @on(Field.Moved)
    def _go_on(self, event: Field.Moved) -> None:
        event.stop()
        self.view.next_match(event.step)

    def stop_finding(self) -> bool:
        """Forget what was looked for; False where nothing was."""
        was = bool(self.wanted) or self.has_class("-finding")
        self._stop_finding()
        return was

    def _stop_finding(self) -> None:
        had_keys = self.field.has_focus_within
        self.field.value, self.wanted, self._found = "", "", 0
        self.view.search("")
        self.remove_class("-finding")
        if had_keys:
            self.view.focus()
        self._entitle()
