"""Turns pieces and bands into strips in the colours of a theme; here the words of styles get meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from memwarden_tui.palettes import Tokens
from memwarden_tui.widgets.pieces import Band, Piece, width_of

_ATTRIBUTES = frozenset({"bold", "italic", "underline", "strike", "reverse"})


@lru_cache(8192)
def paint(tokens: Tokens, words: str, fill: str = "bg") -> Style:
    """The style of a piece: see `pieces` for its words. `fill` may be any token that is a background.

    Raises AttributeError for a word that is no token.
    """
    style, background = _words(tokens, words)
    if background in ("addmark", "remmark"):
        return style + tokens.mark(getattr(tokens, background))
    background = background or fill
    if background in ("sel", "seloff"):
        return tokens.selected(style, focused=background == "sel")
    return style + Style(bgcolor=getattr(tokens, background))


def _words(tokens: Tokens, words: str) -> tuple[Style, str]:
    style, background, is_ground = Style(color=tokens.text), "", False
    for word in words.split():
        if word == "on":
            is_ground = True
        elif is_ground:
            background, is_ground = word, False
        else:
            style += _word(tokens, word)
    return style, background


def _word(tokens: Tokens, word: str) -> Style:
    if word in _ATTRIBUTES:
        return Style.parse(word)
    if word == "person":
        return tokens.author(None, person=True)
    if word == "found":
        return Style(color=tokens.accent, bold=True, underline=True)
    if word.startswith("agent"):
        return tokens.author(int(word[5:]))
    return Style(color=getattr(tokens, word))


def text_in(tokens: Tokens, pieces: Sequence[Piece]) -> Text:
    """Pieces as a Rich text, without the background of a band."""
    return Text.assemble(*((text, _words(tokens, words)[0]) for text, words in pieces), end="")


def strip_of(band: Band, tokens: Tokens, width: int) -> Strip:
    """The band as a strip of exactly `width` cells."""
    segments = [Segment(text, paint(tokens, words, band.fill)) for text, words in band.pieces if text]
    used = width_of(band.pieces)
    if used < width:
        segments.append(Segment(" " * (width - used), paint(tokens, "", band.fill)))
    strip = Strip(segments, max(used, width))
    return strip if used <= width else strip.crop(0, width)
