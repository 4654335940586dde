"""The list, the note and the inspector, side by side or one after another where there is no room."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events, on
from textual.widget import Widget

from memwarden_tui.screens.base import ViewScreen
from memwarden_tui.screens.notes_listing import Listing
from memwarden_tui.widgets.inspector import InspectorView
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.notepane import NotePane
from memwarden_tui.widgets.rule import Pane

THREE, TWO = 120, 100
"""Columns from which there are so many panes."""
NOTHING = "No notes yet. {e} writes the first one; agents add theirs by memwarden append."


class NotesPanes(ViewScreen[Listing]):
    """Below three panes `i` shows the inspector in place of the list, below two every pane stands alone."""

    def __init__(self) -> None:
        super().__init__()
        self.listing: Listing | None = None
        self.tree_pane = ListPane("INDEX", empty=NOTHING, id="tree")
        self.note_pane = NotePane(id="note")
        self.inspector = InspectorView(id="facts")
        self.side = Pane("Line", self.inspector, id="inspector")
        self.inspector_open = True
        self.shown = "tree"

    def compose_body(self) -> Iterable[Widget]:
        yield from (self.tree_pane, self.note_pane, self.side)

    @property
    def is_empty(self) -> bool:
        """There is no note yet: the list says what fills it, alone."""
        return self.listing is not None and not self.listing.rows

    @property
    def has_note_focus(self) -> bool:
        return self.note_pane.view.has_focus

    def show_pane(self, name: str) -> None:
        """Give the keys to a pane, and show it."""
        self.shown = name
        self._arrange(self.app.size.width)
        {"tree": self.tree_pane.list, "note": self.note_pane.view, "inspector": self.inspector}[name].focus()
        self.refresh_bindings()

    def toggle_inspector(self) -> None:
        width = self.app.size.width
        if width < THREE:
            self.show_pane("note" if self.shown == "inspector" else "inspector")
            return
        self.inspector_open = not self.inspector_open
        if self.side.has_focus_within:
            self.note_pane.view.focus()
        self._arrange(width)

    def _arrange(self, width: int) -> None:
        if self.is_empty:
            shown = {"tree"}
        elif width >= THREE:
            shown = {"tree", "note", "inspector" if self.inspector_open else ""}
        elif width >= TWO:
            shown = {"note", "inspector" if self.shown == "inspector" else "tree"}
        else:
            shown = {self.shown}
        for pane in (self.tree_pane, self.note_pane, self.side):
            pane.set_class(pane.id not in shown, "-away")
        self.set_class("tree" not in shown, "-no-tree")
        self.note_pane.leaves, self.inspector.leaves = width < TWO, width < THREE

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)

    def on_screen_resume(self) -> None:
        self._arrange(self.app.size.width)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What has the keys is what stays when it becomes narrow."""
        for pane in (self.tree_pane, self.note_pane, self.side):
            if pane.id and pane in event.widget.ancestors:
                self.shown = pane.id

    @on(NotePane.Left)
    def _left_note(self) -> None:
        self.show_pane("tree")

    @on(InspectorView.Left)
    def _left_inspector(self) -> None:
        self.show_pane("note")
