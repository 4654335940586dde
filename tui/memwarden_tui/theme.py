"""The palettes as Textual themes, and which theme fits a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from textual.dom import DOMNode
from textual.theme import Theme

from memwarden.errors import Code, Refused
from memwarden_tui.palettes import ANSI, DARK, LIGHT, PLAIN, THEMES, Tokens

__all__ = ["THEMES", "Tokens", "choose_theme", "textual_theme", "tokens"]


def tokens(node: DOMNode) -> Tokens:
    """The colours of the theme that the app of `node` (a widget, a screen, the app) wears now."""
    return THEMES.get(node.app.theme, DARK)


def _css(colour: str) -> str:
    return colour if colour.startswith("#") else f"ansi_{colour}"


def variables(look: Tokens) -> dict[str, str]:
    """The tokens as `$name` of the stylesheet, and Textual's own variables in the same colours."""
    own = {name: _css(value) for name, value in look._asdict().items() if name != "name" and isinstance(value, str)}
    return own | {
        "ansi-background": own["bg"],
        "ansi-foreground": own["text"],
        "text-muted": own["muted"],
        "text-disabled": own["muted"],
        "foreground": own["text"],
        "background": own["bg"],
        "input-cursor-background": own["accent"],
        "input-cursor-foreground": own["bg"],
        "input-cursor-text-style": "reverse" if look.ansi else "none",
        "input-selection-background": own["sel"],
        "input-selection-foreground": own["text"],
        "screen-selection-background": own["sel"],
        "screen-selection-foreground": own["text"],
        "border": own["accent"],
        "border-blurred": own["rule"],
        "scrollbar": own["rule"],
        "scrollbar-hover": own["faint"],
        "scrollbar-active": own["accent"],
        "scrollbar-background": own["bg"],
        "scrollbar-background-hover": own["bg"],
        "scrollbar-background-active": own["bg"],
        "scrollbar-corner-color": own["bg"],
    }


def textual_theme(look: Tokens) -> Theme:
    css = variables(look)
    return Theme(
        name=look.name,
        dark=look.dark,
        ansi=look.ansi,
        primary=css["accent"],
        secondary=css["accent"],
        accent=css["accent"],
        warning=css["warn"],
        error=css["danger"],
        success=css["ok"],
        foreground=css["text"],
        background=css["bg"],
        surface=css["surface"],
        panel=css["panel"],
        variables=css,
    )


def choose_theme(wanted: str, env: Mapping[str, str], colours: str | None) -> str:
    """The theme for a terminal: `wanted` (or MEMWARDEN_THEME), else what the terminal can show.

    `colours` is Rich's colour system. Raises Refused (bad-argument) for a name that no theme has.
    """
    if "NO_COLOR" in env:
        return PLAIN.name
    wanted = wanted or env.get("MEMWARDEN_THEME", "")
    if wanted:
        if wanted not in THEMES:
            known = ", ".join(THEMES)
            raise Refused(Code.BAD_ARGUMENT, f"No theme is called {wanted!r}.", f"There are {known}.")
        return wanted
    if colours in {None, "standard"}:
        return ANSI.name
    background = env.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if background in {"7", "15"} else DARK.name
