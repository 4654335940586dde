"""What can be done in the Notes view, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.keys import COPY_PATH, EDIT, NOWHERE_BACK, OPEN
from memwarden_tui.widgets.notetree import MissingRow, NoteRow

if TYPE_CHECKING:
    from memwarden_tui.screens.notes import NotesScreen


def _reads(screen: NotesScreen) -> bool:
    return screen.page is not None


def _on_line(screen: NotesScreen) -> bool:
    return screen.page is not None and bool(screen.page.data) and screen.has_note_focus


def _opens(screen: NotesScreen) -> bool:
    if screen.has_note_focus:
        return bool(screen.leads_here)
    row = screen.tree_pane.list.row if screen.tree_pane.list.has_focus else None
    return isinstance(row, NoteRow) or (isinstance(row, MissingRow) and bool(row.source))


def _edits(screen: NotesScreen) -> bool:
    return screen.page is not None or screen.is_empty


def _can_write_to(screen: NotesScreen) -> bool:
    return screen.page is not None and bool(screen.page.last_author)


def _has_links(screen: NotesScreen) -> bool:
    return screen.page is not None and bool(screen.page.leads)


def _is_orphan(screen: NotesScreen) -> bool:
    return screen.page is not None and screen.listing is not None and screen.page.path in screen.listing.orphans


def _has_conflict(screen: NotesScreen) -> bool:
    return screen.page is not None and screen.state_of(screen.page.path) == "conflict"


A_LINE = "It is for a line: enter goes into the note."

NOTES_KEYS = (
    Command("back", "escape", "Back", "Back", EVERYWHERE, joins="open", show=lambda screen: screen.can_leave,
            unless=NOWHERE_BACK),
    OPEN._replace(show=_opens),
    Command("history", "h", "History", "History of this note", footer=2, show=_reads),
    Command("authors", "b", "Authors", "Author gutter, on or off", footer=4, show=_reads),
    Command("inspector", "i", "Inspector", "Inspector, or not", footer=3, short="Info", show=_reads),
    Command("forget", "f", "Forget line", "Forget this line", writes=True, footer=7, short="Forget", show=_on_line,
            unless=A_LINE),
    Command(EDIT.id, EDIT.keys, EDIT.label, "Edit this note", writes=True, footer=4, show=_edits),
    Command("message", "m", "Message", "Write to who wrote last", writes=True, footer=5, short="Mail",
            show=_can_write_to, unless="Nobody is known to have written this note."),
    Command("follow", "L", "Link", "Follow a link", footer=7, show=_has_links, together="Follow a link, go back",
            unless="This note links nothing."),
    Command("return", "backspace", "Return", "Back to where the link was", joins="follow", show=lambda s: s.trail,
            unless="No link led here."),
    Command("filter", "/", "Filter", "Filter the list, or find in the note", EVERYWHERE, footer=4, short="Find"),
    Command("new", "n", "New", "New note", writes=True, footer=8),
    Command("link", "a", "Add to INDEX", "Link this note in the index", writes=True, footer=3, show=_is_orphan,
            unless="The index links this note already."),
    Command("compare", "c", "Compare", "Compare with what was set aside", footer=6, show=_has_conflict,
            unless="No sync set a copy of this note aside."),
    Command("gone", "D", "Deleted", "Deleted notes"),
    Command("origin", "comma", "Origin", "What wrote this line", show=_on_line, unless=A_LINE),
    Command("raw", "r", "Raw", "Raw or rendered", show=_reads),
    Command(COPY_PATH.id, COPY_PATH.keys, COPY_PATH.label, COPY_PATH.help, show=_reads),
)  # fmt: skip
