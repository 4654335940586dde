"""Screens that are imported before anybody opens them, so that the first key to each is as quick as the next."""

from __future__ import annotations

from importlib import import_module

SOON = ("history", "editing", "search", "help")
"""What a hand is likely to want next, of a note that is read."""


def import_ahead() -> None:
    """For a thread, once the first list is shown."""
    for name in SOON:
        import_module(f"memwarden_tui.screens.{name}")
