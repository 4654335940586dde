"""Why a key does nothing where it was pressed: no key is swallowed without a word."""

from __future__ import annotations

from typing import Any

from textual.events import Key
from textual.screen import Screen

from memwarden_tui.commands import Command, hosts
from memwarden_tui.keys import written


def excuse(screen: Screen[Any], key: Key, *, readonly: bool) -> tuple[str, str] | None:
    """What to say, and what follows where there is room; None where the key does something."""
    bound = screen.active_bindings.get(key.key)
    if bound is not None and bound.enabled:
        return None
    refused = _refused(screen, {key.key, key.character or key.key})
    if refused is None:
        name = key.character if key.is_printable and key.character else written(key.key)
        return f"{name} does nothing here.", "? shows the keys that do."
    if readonly and refused.writes:
        return f"{refused.label} is not possible: opened to read only.", ""
    return refused.unless or f"{refused.label} is not possible here.", ""


def _refused(screen: Screen[Any], names: set[str]) -> Command | None:
    """The nearest command of the key, which is not possible now."""
    known = (command for host in hosts(screen) for command in host.commands())
    return next((command for command in known if names.intersection(command.keys.split(","))), None)
