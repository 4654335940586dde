"""The five views: their names, and where their screens are found when they are first opened."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from textual.screen import Screen


class View(NamedTuple):
    """`where` is `module:class`; a view is imported when it is first looked at."""

    name: str
    title: str
    where: str

    def open(self) -> Screen[Any]:
        module, _, name = self.where.partition(":")
        make: Callable[[], Screen[Any]] = getattr(import_module(module), name)
        return make()


VIEWS = (
    View("review", "Review", "memwarden_tui.screens.review:ReviewScreen"),
    View("notes", "Notes", "memwarden_tui.screens.notes:NotesScreen"),
    View("mail", "Mail", "memwarden_tui.screens.mail:MailScreen"),
    View("agents", "Agents", "memwarden_tui.screens.agents:AgentsScreen"),
    View("activity", "Activity", "memwarden_tui.screens.activity:ActivityScreen"),
)
