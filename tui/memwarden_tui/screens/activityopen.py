"""Where enter leads from an act: to the version it made, to a thread, to an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden_tui.safe import safe
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.elsewhere import go_to_agent, go_to_thread, history

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp


async def open_doing(app: MemwardenApp, doing: Doing) -> None:
    """Of an act that wrote several notes, the person says which."""
    if doing.message:
        await go_to_thread(app, doing.message)
    elif doing.agent:
        await go_to_agent(app, doing.agent)
    elif not doing.parts:
        app.say("That changed no note.")
    else:
        await _open_version(app, {part.note: part.revision for part in doing.parts})


async def _open_version(app: MemwardenApp, revisions: dict[str, str]) -> None:
    note: str | None = next(iter(revisions))
    if len(revisions) > 1:
        options = [Option(one, safe(one)) for one in revisions]
        note = await app.push_screen_wait(ChooseScreen("Which note?", options, "enter opens what is marked"))
    if note is not None:
        app.push_screen(history(note, revisions[note]))
