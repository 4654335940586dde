"""Screens and views that others lead to, imported when they are opened."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

if TYPE_CHECKING:
    from memwarden.memory.conflicts import Conflict
    from memwarden.memory.messages import Message
    from memwarden_tui.app import MemwardenApp


def made(module: str, name: str, **how: Any) -> Any:
    """What a class of a module of the screens makes of this, imported now."""
    return getattr(import_module(f"memwarden_tui.screens.{module}"), name)(**how)


def opened(module: str, name: str, **how: Any) -> Screen[Any]:
    """A screen that is imported now."""
    screen: Screen[Any] = made(module, name, **how)
    return screen


def history(note: str, revision: str = "", line: int | None = None) -> Screen[Any]:
    """The versions of a note; with the cursor on one of them where a revision is given, and on a line from 0."""
    return opened("history", "HistoryScreen", note=note, revision=revision, line=line)


def compose(to: str, about: str = "") -> Screen[Any]:
    """A new message."""
    return opened("compose", "ComposeScreen", to=to, about=about)


def reply(message: Message) -> Screen[Any]:
    """An answer to a message."""
    return opened("compose", "ComposeScreen", reply_to=message)


def conflict(found: Conflict) -> Screen[Any]:
    """Hunk by hunk where the sides are texts with a place, else by verbs."""
    if found.by_hunks:
        return opened("conflict", "ConflictScreen", conflict=found)
    return opened("conflictverbs", "VerbsScreen", conflict=found)


async def go_to_note(app: MemwardenApp, note: str, line: int = 0) -> None:
    """The Notes view, with this note in it and the cursor on a line, from 0."""
    await app.lead("notes")
    if show := getattr(app.screen, "show_note", None):
        show(note, line)


async def go_to_thread(app: MemwardenApp, thread: str) -> None:
    """The Mail view, with this thread in it."""
    await app.lead("mail")
    if show := getattr(app.screen, "show_thread", None):
        show(thread)


async def go_to_agent(app: MemwardenApp, identity: str) -> None:
    """The Agents view, with this card in it."""
    await app.lead("agents")
    if show := getattr(app.screen, "show_agent", None):
        show(identity)
