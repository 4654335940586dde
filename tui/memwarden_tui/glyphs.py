"""The signs of the screen with their plain ASCII forms, chosen once for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.dom import DOMNode

from memwarden_tui.theme import Tokens, tokens


class Glyphs(NamedTuple):
    """Each sign is one column wide, but for `cut` in ASCII; `dim_bar` marks the row of an unfocused pane."""

    heavy: str = "━"
    half: str = "╸"
    light: str = "─"
    bar: str = "▌"
    dim_bar: str = "▌"
    known: str = "▎"
    unsure: str = "┊"
    new: str = "•"
    spark: str = "▁▂▃▄▅▆▇"
    plus: str = "+"
    minus: str = "−"
    base: str = "="
    open: str = "?"
    crumb: str = "›"
    cut: str = "…"
    here: str = "^"


UNICODE = Glyphs()
ASCII = Glyphs(
    heavy="=",
    half=" ",
    light="-",
    bar=">",
    dim_bar=" ",
    known="|",
    unsure=":",
    new="*",
    spark=".:-=+*#",
    minus="-",
    crumb=">",
    cut="..",
)


class Look(NamedTuple):
    """What a row or a widget needs to draw itself."""

    tokens: Tokens
    glyphs: Glyphs


def glyphs(node: DOMNode) -> Glyphs:
    return getattr(node.app, "glyphs", UNICODE)


def look(node: DOMNode) -> Look:
    return Look(tokens(node), glyphs(node))


def choose_glyphs(ascii_only: bool, env: Mapping[str, str], encoding: str) -> Glyphs:
    """ASCII where the option or MEMWARDEN_ASCII (neither empty nor 0) asks, or `encoding` is not UTF-8."""
    asked = ascii_only or env.get("MEMWARDEN_ASCII", "0") not in {"", "0"}
    utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return ASCII if asked or not utf8 else UNICODE
