"""The built-in editor: a note in a text area, saved with one key, left with another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import TextArea

from memwarden.text.lines import decode
from memwarden_tui.commands import Command, Commanded
from memwarden_tui.safe import safe
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.screens.editing_text import Draft, Shown
from memwarden_tui.screens.frame import Frame
from memwarden_tui.widgets.rule import Pane


class EditArea(TextArea, Commanded):
    """Keys are typed into it; the screen around it saves and leaves."""

    TYPES = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,super+c", "copy", show=False)]
    KEYS: ClassVar[tuple[Command, ...]] = (
        Command("save", "ctrl+s", "Save", "Save the note", footer=1),
        Command("leave", "escape", "Leave", "Leave the editor", footer=2),
        Command("undo_typing", "ctrl+z", "Undo", "Undo typing", footer=3, together="Undo, redo typing"),
        Command("redo_typing", "ctrl+y", "Redo", "Redo typing", joins="undo_typing"),
    )

    def do_save(self) -> None:
        if isinstance(screen := self.screen, EditorScreen):
            screen.save()

    async def do_leave(self) -> None:
        if isinstance(screen := self.screen, EditorScreen):
            await screen.leave()

    def do_undo_typing(self) -> None:
        self.undo()

    def do_redo_typing(self) -> None:
        self.redo()


class EditorScreen(Frame):
    """`saved` is what the note should become, None where it was left without saving."""

    CRUMB = "Edit"
    TITLE_OF_KEYS = "Editor"
    AUTO_FOCUS = "EditArea"

    def __init__(self, draft: Draft, line: int = 0, *, kept: bool = False) -> None:
        """`line` is where the cursor begins, from 0; `kept`: what is typed lasts over a restart."""
        super().__init__()
        self.saved: bytes | None = None
        self._draft = draft
        self._shown = Shown(draft.text)
        self._line = line
        self._kept = kept
        self.area = EditArea(self._shown.text, tab_behavior="focus", soft_wrap=True, id="area")

    def compose_body(self) -> Iterable[Widget]:
        yield Pane(safe(self._draft.note.rpartition("/")[2]), self.area, right=f"from {self._draft.revision[:8]}")

    def address(self) -> dict[str, Any]:
        if not self._kept or (text := self.text) == self._draft.base:
            return {}
        of = {"note": self._draft.note, "revision": self._draft.revision}
        return {"screen": "edit", **of, "text": decode(text), "line": self.area.cursor_location[0]}

    def on_mount(self) -> None:
        self.breadcrumb.path = safe(self._draft.note)
        self.area.move_cursor((self._line, 0), center=True)

    @property
    def text(self) -> bytes:
        return self._shown.bytes_of(self.area.text)

    def save(self) -> None:
        self.saved = self.text
        self.dismiss()

    async def leave(self) -> None:
        """Without a question where nothing was typed."""
        app: App[object] = self.app
        if self.text != self._draft.text and not await app.push_screen_wait(
            ConfirmScreen(
                "Leave without saving?",
                ["What was typed is not kept anywhere."],
                yes="Throw it away",
                no="Keep editing",
                opened_by="escape",
            )
        ):
            return
        self.dismiss()

    def do_back(self) -> None:
        self.run_worker(self.leave())
