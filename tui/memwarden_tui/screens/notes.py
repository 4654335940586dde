"""The Notes view: the tree as the index links it, the note with its authors, the inspector."""

from __future__ import annotations

from textual import on

from memwarden.errors import Code, Refused
from memwarden_tui.safe import safe
from memwarden_tui.screens import elsewhere
from memwarden_tui.screens.notes_keys import NOTES_KEYS
from memwarden_tui.screens.notes_links import Lead
from memwarden_tui.screens.notes_page import Page
from memwarden_tui.screens.notes_reading import ReadingScreen
from memwarden_tui.screens.notes_shown import Place
from memwarden_tui.widgets.inspector import InspectorView
from memwarden_tui.widgets.rowview import RowView


class NotesScreen(ReadingScreen):
    """Keys of the tree, the note and the inspector; what they do to notes stands in `notes_acts`."""

    TITLE_OF_KEYS = "Notes"
    KEYS = NOTES_KEYS

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
    def missing_here(self) -> str:
        """The path of the note that the link under the cursor, in the list or in the text, leads to in vain."""
        if self.page is not None and self.has_note_focus:
            return next(filter(None, (lead.meant_in(self.page.path) for lead in self.leads_here)), "")
        return self.missing.target if self.missing is not None and self.missing.can_create else ""

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
        self.app.push_screen(elsewhere.history(self.read.path, line=line or None))

    def do_origin(self) -> None:
        """The history at the version that wrote the line under the cursor."""
        line = self.note_pane.view.cursor
        author = self.read.authors[line] if line < len(self.read.authors) else None
        if author is None or not author.record:
            raise Refused(Code.NO_VERSION, "Nothing is recorded of this line.", "")
        self.app.push_screen(elsewhere.history(self.read.path, author.record, line))

    async def do_compare(self) -> None:
        from memwarden_tui.screens.compare import against_copy

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
        from memwarden_tui.screens.choose import ChooseScreen, Option

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
            makes = "n makes it." if lead.meant_in(self.read.path) and not self.warden.readonly else ""
            self.warden.say(f"There is no note {safe(lead.target)}.", makes, tone="warn")

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
            self.app.push_screen(elsewhere.history(self.page.path, revision))

    async def do_gone(self) -> None:
        from memwarden_tui.screens.notes_gone import open_gone

        await open_gone(self.warden)

    # Acts

    async def do_edit(self) -> None:
        from memwarden_tui.screens.editing import edit_note

        if self.is_empty:
            await self.do_new()
            return
        await edit_note(self.warden, self.read.path, line=self.note_pane.view.cursor)

    async def do_forget(self) -> None:
        from memwarden_tui.screens.notes_acts import forget_line

        await forget_line(self.warden, self.read, self.note_pane.view.cursor)

    def do_message(self) -> None:
        self.app.push_screen(elsewhere.compose(self.read.last_author, self.read.path))

    async def do_new(self) -> None:
        from memwarden_tui.screens.notes_acts import new_note

        if self.listing is None:
            return
        if note := await new_note(self.warden, self.listing, self.missing_here):
            self.go(Place(note))

    async def do_link(self) -> None:
        from memwarden_tui.screens.notes_acts import link_note

        if self.listing is not None:
            await link_note(self.warden, self.listing, self.read.path)
