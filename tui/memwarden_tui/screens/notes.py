"""The Notes view: the tree as the index links it, the note with its authors, the inspector."""

from __future__ import annotations

from textual import on

from memwarden.errors import Code, Refused
from memwarden_tui.commands import EVERYWHERE, Command
from memwarden_tui.keys import COPY_PATH, EDIT, OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens import elsewhere
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.compare import against_copy
from memwarden_tui.screens.editing import edit_note
from memwarden_tui.screens.history import HistoryScreen
from memwarden_tui.screens.notes_acts import forget_line, link_note, new_note
from memwarden_tui.screens.notes_links import Lead
from memwarden_tui.screens.notes_page import Page
from memwarden_tui.screens.notes_reading import ReadingScreen
from memwarden_tui.screens.notes_shown import Place
from memwarden_tui.widgets.inspector import InspectorView
from memwarden_tui.widgets.notetree import MissingRow, NoteRow
from memwarden_tui.widgets.rowview import RowView


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


class NotesScreen(ReadingScreen):
    """Keys of the tree, the note and the inspector; what they do to notes stands in `notes_acts`."""

    TITLE_OF_KEYS = "Notes"
    KEYS = (
        Command("back", "escape", "Back", "Back", EVERYWHERE, joins="open", show=lambda screen: screen.can_leave),
        Command(OPEN.id, OPEN.keys, OPEN.label, OPEN.help, EVERYWHERE, footer=2, together=OPEN.together, show=_opens),
        Command("history", "h", "History", "History of this note", footer=2, show=_reads),
        Command("authors", "b", "Authors", "Author gutter, on or off", footer=4, show=_reads),
        Command("inspector", "i", "Inspector", "Inspector, or not", footer=3, short="Info", show=_reads),
        Command("forget", "f", "Forget line", "Forget this line", writes=True, footer=7, short="Forget", show=_on_line),
        Command(EDIT.id, EDIT.keys, EDIT.label, "Edit this note", writes=True, footer=4, show=_edits),
        Command(
            "message",
            "m",
            "Message",
            "Write to who wrote last",
            writes=True,
            footer=5,
            short="Mail",
            show=_can_write_to,
        ),
        Command("follow", "L", "Link", "Follow a link", footer=7, show=_has_links, together="Follow a link, go back"),
        Command("return", "backspace", "Return", "Back to where the link was", joins="follow", show=lambda s: s.trail),
        Command("filter", "/", "Filter", "Filter the list, or find in the note", EVERYWHERE, footer=4, short="Find"),
        Command("new", "n", "New", "New note", writes=True, footer=8),
        Command("link", "a", "Add to INDEX", "Link this note in the index", writes=True, footer=3, show=_is_orphan),
        Command("compare", "c", "Compare", "Compare with what was set aside", footer=6, show=_has_conflict),
        Command("origin", "comma", "Origin", "What wrote this line", show=_on_line),
        Command("raw", "r", "Raw", "Raw or rendered", show=_reads),
        Command(COPY_PATH.id, COPY_PATH.keys, COPY_PATH.label, COPY_PATH.help, show=_reads),
    )

    @property
    def can_leave(self) -> bool:
        return super().can_leave or bool(self.note_pane.wanted)

    def state_of(self, note: str) -> str:
        """The word that stands beside a note in the list."""
        state = self._standing.states.get(note)
        return state.word if state else ""

    def show_note(self, note: str, line: int = 0) -> None:
        """Read a note, from another screen; `line` counts from 0."""
        self.go(Place(note, line))

    @property
    def read(self) -> Page:
        if self.page is None:
            raise Refused(Code.NO_NOTE, "No note is shown.", "Choose one in the list.")
        return self.page

    @property
    def leads_here(self) -> list[Lead]:
        """The links on the line under the cursor."""
        line = self.note_pane.view.cursor
        return [lead for lead in self.page.leads if lead.line == line] if self.page else []

    @property
    def is_empty(self) -> bool:
        """There is no note yet."""
        return self.listing is not None and not self.listing.rows

    # Looking

    def do_back(self) -> None:
        if self.warden.desk.stoppable is None and self.note_pane.stop_finding():
            self.refresh_bindings()
            return
        super().do_back()

    def do_filter(self) -> None:
        if self.note_pane.has_focus_within:
            self.note_pane.find()
        else:
            super().do_filter()

    def do_history(self) -> None:
        """At the newest version, on the line that is read; from the list, or its first line, on what it changed."""
        line = self.note_pane.view.cursor if self.has_note_focus else 0
        self.app.push_screen(HistoryScreen(self.read.path, line=line or None))

    def do_origin(self) -> None:
        """The history at the version that wrote the line under the cursor."""
        line = self.note_pane.view.cursor
        author = self.read.authors[line] if line < len(self.read.authors) else None
        if author is None or not author.record:
            raise Refused(Code.NO_VERSION, "Nothing is recorded of this line.", "")
        self.app.push_screen(HistoryScreen(self.read.path, author.record, line))

    async def do_compare(self) -> None:
        await against_copy(self.warden, self.read.path)

    def do_inspector(self) -> None:
        self.toggle_inspector()

    def do_authors(self) -> None:
        self.note_pane.view.show_gutter = not self.note_pane.view.show_gutter

    def do_raw(self) -> None:
        self.note_pane.view.raw = not self.note_pane.view.raw

    def do_copy_path(self) -> None:
        self.app.copy_to_clipboard(self.read.path)
        self.warden.say(f"Copied {safe(self.read.path)}.")

    # Links

    def do_open(self) -> None:
        """A row of the list, or the link of the line."""
        if self.has_note_focus:
            self.action_command("follow")
        else:
            super().do_open()

    @on(RowView.Opened, "#note-text")
    def _open_line(self) -> None:
        if self.leads_here:
            self.action_command("follow")

    async def do_follow(self) -> None:
        """The link of this line; where the line has none, one of all."""
        here = self.leads_here if self.has_note_focus else []
        leads = list({(lead.target, lead.anchor): lead for lead in here or self.read.leads}.values())
        if len(leads) == 1 and here:
            self._follow(leads[0])
            return
        options = [Option(str(at), safe(lead.text or lead.target), safe(lead.target)) for at, lead in enumerate(leads)]
        chosen = await self.app.push_screen_wait(ChooseScreen("Follow which link?", options))
        if chosen is not None:
            self._follow(leads[int(chosen)])

    def _follow(self, lead: Lead) -> None:
        if lead.path:
            self.go(Place(lead.path))
        elif lead.state is None:
            self.app.copy_to_clipboard(lead.target)
            self.warden.say(f"Copied {safe(lead.target)}.", "It leads out of the notes.")
        else:
            self.warden.say(f"There is no note {safe(lead.target)}.", tone="warn")

    def do_return(self) -> None:
        if self.trail:
            self.go(self.trail.pop(), back=False)

    @on(RowView.Opened, "#facts")
    def _open_fact(self, event: RowView.Opened) -> None:
        if not isinstance(view := event.view, InspectorView) or self.page is None:
            return
        if (link := view.link_at(event.item)) is not None:
            self.go(Place(link.path))
        elif (version := view.version_at(event.item)) is not None:
            revision = self.page.versions[version].revision or ""
            self.app.push_screen(HistoryScreen(self.page.path, revision))

    # Acts

    async def do_edit(self) -> None:
        if self.is_empty:
            await self.do_new()
            return
        await edit_note(self.warden, self.read.path, line=self.note_pane.view.cursor)

    async def do_forget(self) -> None:
        await forget_line(self.warden, self.read, self.note_pane.view.cursor)

    def do_message(self) -> None:
        self.app.push_screen(elsewhere.compose(self.read.last_author, self.read.path))

    async def do_new(self) -> None:
        if self.listing is None:
            return
        missing = self.missing
        path = missing.target if missing is not None and missing.can_create else ""
        if note := await new_note(self.warden, self.listing, path):
            self.go(Place(note))

    async def do_link(self) -> None:
        if self.listing is not None:
            await link_note(self.warden, self.listing, self.read.path)
