"""The commands that work everywhere; their handlers are the app's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import App

from memwarden_tui.commands import EVERYWHERE, Command


def _offers(key: str) -> Callable[[Any], bool]:
    """Whether the key acts: where a decision is prepared, only while a toast offers it."""
    return lambda app: not getattr(app.screen, "PREPARES", False) or (app.said is not None and app.said.key == key)


def _has_colours(app: App[Any]) -> bool:
    return not app.no_color


APP_KEYS = (
    Command(
        id="review",
        keys="1",
        label="Review",
        help="Review: what waits for you",
        group=EVERYWHERE,
        together="Review, Notes, Mail, Agents, Activity",
    ),
    Command("notes", "2", "Notes", "Notes: what the agents remember", EVERYWHERE, joins="review"),
    Command("mail", "3", "Mail", "Mail between agents and people", EVERYWHERE, joins="review"),
    Command("agents", "4", "Agents", "Agents: who writes here", EVERYWHERE, joins="review"),
    Command("activity", "5", "Activity", "Activity: everything that happened", EVERYWHERE, joins="review"),
    Command("search", "ctrl+f", "Search", "Search all text", EVERYWHERE),
    Command(
        id="undo",
        keys="u",
        label="Undo",
        help="Undo my last act",
        group=EVERYWHERE,
        writes=True,
        footer=8,
        together="Undo, redo my last act",
        show=_offers("u"),
        unless="Nothing was written here yet. esc leads back, u there undoes your last act.",
    ),
    Command("redo", "U", "Redo", "Redo what I undid", EVERYWHERE, writes=True, joins="undo", show=_offers("U"),
            unless="Nothing was undone here. esc leads back, U there redoes what you undid."),
    Command("redraw", "ctrl+l", "Redraw", "Draw the screen anew", EVERYWHERE),
    Command("standing", "", "Sync", "How the notes are watched and synced", EVERYWHERE),
    Command("theme", "", "Theme", "Next theme: dark, light, high contrast", EVERYWHERE, show=_has_colours),
    Command("another", "", "Other memory", "Open another memory", EVERYWHERE),
    Command("palette", "ctrl+p", "Palette", "Palette", EVERYWHERE),
    Command("quit", "q,ctrl+q", "Quit", "Quit", EVERYWHERE),
    Command("help", "?", "Keys", "Every key that works here", EVERYWHERE, footer=1),
)  # fmt: skip
