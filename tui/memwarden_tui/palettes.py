"""The palettes: which colour each theme gives to each use, and what a selected row looks like in it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style


class Tokens(NamedTuple):
    """Colours by their use, as Rich reads them; `ansi` themes leave backgrounds to the terminal."""

    name: str
    dark: bool
    bg: str
    surface: str
    panel: str
    text: str
    strong: str
    muted: str
    faint: str
    rule: str
    accent: str
    ok: str
    warn: str
    danger: str
    addbg: str
    addmark: str
    rembg: str
    remmark: str
    sel: str
    seloff: str
    agents: tuple[str, ...]
    ansi: bool = False

    def author(self, colour: int | None, *, person: bool = False) -> Style:
        """A person is the accent in bold, an agent its recorded hue 0..7, nobody known is muted."""
        if person:
            return Style(color=self.accent, bold=True)
        return Style(color=self.muted if colour is None else self.agents[colour % len(self.agents)])

    def mark(self, background: str) -> Style:
        """Changed words, on `addmark` or `remmark`; underlined where there are no backgrounds."""
        return Style(color=self.strong, bgcolor=background, bold=True, underline=self.ansi or None)

    def selected(self, style: Style, *, focused: bool) -> Style:
        """`style` as it is drawn on the cursor's row; muted text would be too pale there."""
        return _selected(self, style, focused)


@lru_cache(2048)
def _selected(tokens: Tokens, style: Style, focused: bool) -> Style:
    if tokens.ansi:
        if not focused:
            return style + Style(underline=True)
        return Style(bold=style.bold, italic=style.italic, underline=style.underline, reverse=True)
    pale = style.color is None or style.color.name in {tokens.muted, tokens.faint}
    if focused and pale:
        style += Style(color=tokens.text)
    return style + Style(bgcolor=tokens.sel if focused else tokens.seloff)


DARK = Tokens(
    name="dark",
    dark=True,
    bg="#15171c",
    surface="#1b1e25",
    panel="#242832",
    text="#d6d9df",
    strong="#f2f4f8",
    muted="#8b919d",
    faint="#565c68",
    rule="#2c313b",
    accent="#74a4ff",
    ok="#7cc99a",
    warn="#e3b45c",
    danger="#f08080",
    addbg="#172a22",
    addmark="#265c42",
    rembg="#2e1c20",
    remmark="#6e2f38",
    sel="#243250",
    seloff="#23272f",
    agents=("#cf8499", "#ffada2", "#de8338", "#ecd36f", "#90a86c", "#96ead6", "#3fa4b5", "#d0c4ff"),
)

LIGHT = Tokens(
    name="light",
    dark=False,
    bg="#fbfbfa",
    surface="#f3f3f1",
    panel="#e7e8e6",
    text="#24272d",
    strong="#0b0d10",
    muted="#686d76",
    faint="#a3a7ae",
    rule="#d9dad8",
    accent="#1f5fd0",
    ok="#1f7a48",
    warn="#8f5f00",
    danger="#b3261e",
    addbg="#e4f3e9",
    addmark="#aadfbd",
    rembg="#fbe7e6",
    remmark="#f3b9b5",
    sel="#d5e3fb",
    seloff="#e9eaec",
    agents=("#841e50", "#9a4446", "#673b20", "#6a5e03", "#507f15", "#226e59", "#0e515f", "#62529f"),
)

CONTRAST = Tokens(
    name="contrast",
    dark=True,
    bg="#000000",
    surface="#0e1014",
    panel="#20242c",
    text="#ffffff",
    strong="#ffffff",
    muted="#c3c8d2",
    faint="#8a909c",
    rule="#6b717d",
    accent="#9cc0ff",
    ok="#8fe3b0",
    warn="#ffd27a",
    danger="#ffa3a3",
    addbg="#06281a",
    addmark="#155c3b",
    rembg="#33090f",
    remmark="#7a1f2b",
    sel="#173a7a",
    seloff="#2a2f39",
    agents=("#f0a5ba", "#ffb9b0", "#ff9d4d", "#ffe680", "#b0cc88", "#a6f5e2", "#62cadb", "#d9d0ff"),
)

CONTRAST_LIGHT = Tokens(
    name="contrast-light",
    dark=False,
    bg="#ffffff",
    surface="#f2f2f2",
    panel="#e2e2e2",
    text="#000000",
    strong="#000000",
    muted="#3f444c",
    faint="#6c7179",
    rule="#8c9098",
    accent="#0b3f9e",
    ok="#0b5a30",
    warn="#6b4400",
    danger="#8f120c",
    addbg="#dff3e6",
    addmark="#93d6ab",
    rembg="#fde3e1",
    remmark="#f0a49f",
    sel="#bfd6ff",
    seloff="#dcdee2",
    agents=("#7a1548", "#86302f", "#5c3218", "#564c00", "#38600a", "#155a47", "#0a4653", "#503f8f"),
)

_BARE = ["bg", "surface", "panel", "text", "strong", "muted", "sel", "seloff"]
_TERMINAL = dict.fromkeys([*_BARE, "addbg", "addmark", "rembg", "remmark"], "default")

ANSI = Tokens(
    name="ansi",
    dark=True,
    **_TERMINAL,
    faint="bright_black",
    rule="bright_black",
    accent="bright_blue",
    ok="green",
    warn="yellow",
    danger="red",
    agents=("default",) * 8,
    ansi=True,
)

PLAIN = Tokens(
    name="plain",
    dark=True,
    **_TERMINAL,
    faint="default",
    rule="default",
    accent="default",
    ok="default",
    warn="default",
    danger="default",
    agents=("default",) * 8,
    ansi=True,
)

THEMES = {one.name: one for one in (DARK, LIGHT, CONTRAST, CONTRAST_LIGHT, ANSI, PLAIN)}
