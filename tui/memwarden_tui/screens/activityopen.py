"""Where enter leads from an act: to the version it made, to a thread, to an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden_tui.safe import safe
from memwarden_tui.screens.choose import ChooseScreen, Option
from memwarden_tui.screens.doings import Doing
from memwarden_tui.screens.elsewhere import go_to_agent, go_to_thread, history

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp


def leads(doing: Doing) -> str:
    """To a `thread`, an `agent` or a `version`; nowhere where no note was changed."""
    return "thread" if doing.message else "agent" if doing.agent else "version" if doing.parts else ""


async def open_doing(app: MemwardenApp, doing: Doing) -> None:
    """Of an act that wrote several notes, the person says which."""
    match leads(doing):
        case "thread":
            await go_to_thread(app, doing.message)
        case "agent":
            await go_to_agent(app, doing.agent)
        case "version":
            await _open_version(app, {part.note: part.revision for part in doing.parts})
        case _:
            app.say("That changed no note.")


async def _open_version(app: MemwardenApp, revisions: dict[str, str]) -> None:
    note: str | None = next(iter(revisions))
    if len(revisions) > 1:
        options = [Option(one, safe(one)) for one in revisions]
        note = await app.push_screen_wait(ChooseScreen("Which note?", options, "enter opens what is marked"))
    if note is not None:
        app.push_screen(history(note, revisions[note]))
