"""Untrusted text on its way to the terminal: shown visibly, and the last filter behind every widget."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from memwarden.text.visible import visible

_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: escape sequences begin here
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder what is read
    "\u2028\u2029\ufeff"  # line ends of their own
    "\ud800-\udfff]"  # bytes that were no UTF-8
)


def safe(text: str) -> str:
    """`text` of a note, name, path, subject or author with everything hidden made visible.

    Hand it on as `Text(safe(x))` or `Content(safe(x))`, never as markup.
    """
    return visible(text)


def clean(text: str) -> str:
    """`text` without control characters, as wide as Rich counted it."""
    return _CONTROL.sub(lambda found: "\ufffd" * cell_len(found[0]), text)


class ControlFilter(LineFilter):
    """The net under `safe`: no control character of any widget reaches the terminal.

    What counts no column is dropped, for anything in its place would push the line past its edge.
    """

    def apply(self, segments: list[Segment], _background: Color) -> list[Segment]:
        search = _CONTROL.search
        if not any(search(text) for text, _, _ in segments):
            return segments
        return [Segment(clean(text), style, control) for text, style, control in segments]
