"""The one muted sentence of a view that holds nothing: what would fill it, and which key does."""

from __future__ import annotations

import re

from rich.text import Text
from textual.widget import Widget

from memwarden_tui.glyphs import Look, look

_KEY = re.compile(r"\{([^{}]+)\}")


def empty_text(shown: Look, sentence: str) -> Text:
    """The sentence, with each key in braces drawn as a key: `No mail. {n} writes to an agent.`"""
    text = Text(end="")
    for index, piece in enumerate(_KEY.split(sentence)):
        text.append(piece, f"bold {shown.tokens.accent}" if index % 2 else shown.tokens.muted)
    return text


class Empty(Widget):
    """The sentence as a widget, for panes that hold no list."""

    DEFAULT_CSS = """
    Empty { height: auto; width: 1fr; }
    """

    def __init__(self, sentence: str, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.sentence = sentence

    def render(self) -> Text:
        return empty_text(look(self), self.sentence)
