"""The notes that are gone, to choose one: its history opens at its last text, where it can be restored."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memwarden.memory.gone import gone_notes
from memwarden_tui import wording
from memwarden_tui.safe import safe
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.elsewhere import history

if TYPE_CHECKING:
    from datetime import datetime

    from memwarden.memory.gone import Gone
    from memwarden_tui.app import MemwardenApp


async def open_gone(app: MemwardenApp) -> None:
    """Newest first."""
    found = await app.in_thread(partial(gone_notes, app.memory), "Looking for what is gone")
    if not found:
        app.say("No note is gone.")
        return
    revisions, now = {gone.note: gone.revision for gone in found}, app.memory.now()
    options = [_option(gone, now) for gone in found]
    chosen = await app.push_screen_wait(ChooseScreen("Deleted notes", options, "enter opens its history"))
    if chosen is not None:
        app.push_screen(history(chosen, revisions[chosen]))


def _option(gone: Gone, now: datetime) -> Option:
    by = safe(gone.by or "unknown")
    return Option(gone.note, safe(gone.note), f"{wording.ago(gone.at, now)}, {by}, {gone.engine}")
