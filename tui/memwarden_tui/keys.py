"""Commands that every view shares, and how their keys are written."""

from __future__ import annotations

from memwarden_tui.commands import EVERYWHERE, PANES, Command

EDIT = Command("edit", "e", "Edit", "Edit", EVERYWHERE, writes=True, footer=5)
COPY_PATH = Command("copy_path", "y", "Copy", "Copy the path", EVERYWHERE)
OPEN = Command(
    "open",
    "enter",
    "Open",
    "Open what is marked",
    EVERYWHERE,
    footer=2,
    together="Open, back",
    unless="There is nothing to open here.",
)
BACK = Command("back", "escape", "Back", "Back", EVERYWHERE, footer=5)
"""Where a pushed screen has room to name it; every screen has the key."""
NOWHERE_BACK = "Nothing to go back from; q quits."
MESSAGE = Command("message", "m", "Message", "Write to who did it", writes=True, footer=6)
WRAP = Command("wrap", "W", "Wrap", "Wrap, on or off", PANES)

MOVES = (
    Command("down", "j,down", "Down", "Down", EVERYWHERE, together="Down, up, first, last"),
    Command("up", "k,up", "Up", "Up", EVERYWHERE, joins="down"),
    Command("first", "g,home", "First", "First", EVERYWHERE, joins="down"),
    Command("last", "G,end", "Last", "Last", EVERYWHERE, joins="down"),
    Command("half_down", "ctrl+d,pagedown", "Half a page", "Half a page down", EVERYWHERE, together="Half a page"),
    Command("half_up", "ctrl+u,pageup", "Half a page", "Half a page up", EVERYWHERE, joins="half_down"),
)

_NAMES = {"escape": "esc", "plus": "+", "comma": ",", "left_square_bracket": "[", "right_square_bracket": "]"}


def written(key: str) -> str:
    """A key as a person reads it."""
    return _NAMES.get(key, key)
