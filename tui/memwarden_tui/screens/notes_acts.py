"""What a person does to notes from the Notes view: a new one, a line in the index, a fact forgotten."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden_tui.safe import safe
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.editing import edit_note
from memwarden_tui.screens.prompt import PromptScreen

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp
    from memwarden_tui.screens.notes_listing import Listing
    from memwarden_tui.screens.notes_page import Page

END = "at the end"
NOWHERE = "nowhere"
SECTION = "in:"


async def new_note(app: MemwardenApp, listing: Listing, path: str = "") -> str | None:
    """Ask for a path and a section of the index, make the note, and edit it; its path, None where it was left."""
    says = "Its path in the tree, such as projects/garden.md."
    given = path or await app.push_screen_wait(PromptScreen("New note", says, act="Next"))
    if not given:
        return None
    note = given if given.lower().endswith(".md") else f"{given}.md"
    link = await _section(app, listing, note, optional=True) if listing.hub and not path else NOWHERE
    if link is None:
        return None
    title = note.rpartition("/")[2].removesuffix(".md").replace("-", " ").capitalize()
    text = f"# {title}\n\n"
    person = app.memory.person()
    if await app.in_thread(lambda: app.memory.bytes_of(note)) is not None:
        raise Refused(Code.BAD_NAME, f"{note} is there already.", "Choose another name, or edit that note.")
    create = partial(person.create, note, text, link=None if link == NOWHERE else link)
    await app.write(create, "Creating the note", said=f"Created {safe(note)}.")
    await edit_note(app, note, line=2)
    return note


async def link_note(app: MemwardenApp, listing: Listing, note: str) -> None:
    """Put a note that no index links into the index, under a section that the person chooses."""
    section = await _section(app, listing, note)
    if section is None:
        return
    text = await app.in_thread(lambda: app.memory.bytes_of(note) or b"")
    create = partial(app.memory.person().create, note, text, link=section)
    where = f" under {safe(section)}" if section else ""
    await app.write(create, "Linking", said=f"Linked {safe(note)} in {safe(listing.hub or '')}{where}.")


async def _section(app: MemwardenApp, listing: Listing, note: str, *, optional: bool = False) -> str | None:
    """The title of a section, empty for the end of the index; NOWHERE where that is allowed; None for esc."""
    options = [Option(f"{SECTION}{title}", safe(title)) for title in listing.sections]
    options.append(Option(END, "At the end of the index"))
    if optional:
        options.append(Option(NOWHERE, "Do not link it"))
    chosen = await app.push_screen_wait(ChooseScreen(f"Where does the index link {safe(note)}?", options))
    if chosen is None or chosen == NOWHERE:
        return chosen
    return "" if chosen == END else chosen.removeprefix(SECTION)


async def forget_line(app: MemwardenApp, page: Page, line: int) -> None:
    """Take a line (from 0) out for good, bound to the text that is shown."""
    forget = partial(app.memory.person().forget, page.path, line + 1, base=page.revision)
    said = f"Forgot line {line + 1} of {safe(page.path)}: no agent brings it back."
    await app.write(forget, "Forgetting", said=said)
