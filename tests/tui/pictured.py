"""A screen as text that can be read in a difference: its rows, then the style of every piece of each row."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.strip import Strip

from memwarden_tui.palettes import THEMES, Tokens

FOLDER = Path(__file__).with_name("__snapshots__")
_MARKS = ("bold", "italic", "underline", "reverse", "strike", "dim")


def pictured(app: App[Any]) -> str:
    """Colours are called by their names in the theme, so that the palette is tested by its own tests alone."""
    strips = app.screen._compositor.render_strips()
    names = _names(THEMES[app.theme])
    rows = [strip.text.rstrip() for strip in strips]
    styles = [
        f"{number:>2} {' | '.join(pieces)}"
        for number, strip in enumerate(strips)
        if (pieces := [*_pieces(strip, names)])
    ]
    return "\n".join([*rows, "", *styles, ""])


def assert_pictured(app: App[Any], name: str) -> None:
    """As it is kept. One that is not kept yet is written, and fails once: remove a file to have it made again."""
    file, now = FOLDER / f"{name}.txt", pictured(app)
    if not file.is_file():
        file.parent.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
        raise AssertionError(f"{file.name} was not there. It is written now: look at it, then run this again.")
    kept = file.read_text(encoding="utf-8")
    assert now == kept, "\n".join(unified_diff(kept.splitlines(), now.splitlines(), file.name, "now", n=1, lineterm=""))


def _names(tokens: Tokens) -> dict[str, str]:
    own = [(value, name) for name, value in tokens._asdict().items()]
    found = {value: name for value, name in reversed(own) if isinstance(value, str)}
    return {**{hue: f"agent{number}" for number, hue in enumerate(tokens.agents)}, **found}


def _pieces(strip: Strip, names: dict[str, str]) -> Iterator[str]:
    """`column style` wherever the style changes; a blank piece counts only for its background."""
    column, last = 0, ""
    for text, style, _ in strip:
        said = _said(style or Style(), names, blank=not text.strip())
        if said != last and (said or text.strip()):
            yield f"{column} {said or 'text'}"
            last = said
        column += len(text)


def _said(style: Style, names: dict[str, str], *, blank: bool) -> str:
    marks = [] if blank else [mark for mark in _MARKS if getattr(style, mark)]
    ink = "" if blank else _name(style.color, names)
    ground = _name(style.bgcolor, names)
    words = [*marks, *([ink] if ink not in {"", "text"} else []), *(["on", ground] if ground not in {"", "bg"} else [])]
    return " ".join(words)


def _name(colour: Color | None, names: dict[str, str]) -> str:
    if colour is None or colour.is_default:
        return ""
    name = colour.triplet.hex if colour.triplet else colour.name
    return names.get(name, name)
