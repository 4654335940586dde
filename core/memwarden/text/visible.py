"""Untrusted text as it may be shown: what a terminal would obey or a reader could not see becomes a glyph.

Controls are shown as `\\x1b`, bytes that are not UTF-8 as `\\xe9`, any other hidden one as `<U+202E>`.
Joiners and selectors stay where a script or an emoji needs them. What is shown is never saved back.
"""

from __future__ import annotations

import re
from functools import cache

TABS = 4

# What may stand before a joiner: scripts that join letters, from Arabic to Khmer and Mongolian.
_JOINING = "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ua8e0-\ua8ff\ufb50-\ufdff\ufe70-\ufefc"
_EMOJI = "\u00a9\u00ae\u203c-\u205f\u2070-\u3163\u3165-\u3299\U0001f000-\U0001faff"
_CJK = "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SKIN = "\U0001f3fb-\U0001f3ff"

_WANTED = "|".join(
    (
        "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f",
        f"[{_EMOJI}]\ufe0f?[{_SKIN}]?(?:\u200d[{_EMOJI}]\ufe0f?[{_SKIN}]?)+",
        "[0-9#*]\ufe0f\u20e3",
        f"[{_EMOJI}{_CJK}][\ufe00-\ufe0f]",
        f"[{_CJK}][\U000e0100-\U000e01ef]",
        f"[{_JOINING}][\u200c\u200d]",
    )
)
_BINDER = "[\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
_HIDDEN = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
_NAMED = {"\n": "\\n", "\r": "\\r"}


def visible(text: str, *, tabs: int = TABS) -> str:
    """The text without one control or hidden character; meant for a single line, a line end shows as `\\n`.

    Tabs are expanded to the next multiple of `tabs` characters of what is shown.
    """
    if _plain(text):
        return text
    return "".join(shown for shown, _ in _pieces(text, tabs))


def spans(text: str, *, tabs: int = TABS) -> list[tuple[int, int]]:
    """Where, in the visible text, characters stand in for hidden ones; expanded tabs are not among them."""
    found: list[tuple[int, int]] = []
    at = 0
    if not _plain(text):
        for shown, source in _pieces(text, tabs):
            if source is not None and source != "\t":
                found.append((at, at + len(shown)))
            at += len(shown)
    return found


def hidden_at(text: str) -> tuple[int, ...]:
    """Indices of what nobody sees or a terminal obeys, but not of binders that a script or emoji needs."""
    if _compiled(_HIDDEN).search(text) is None:
        return ()
    wanted: set[int] = set()
    if not text.isascii():
        for match in _compiled(_WANTED).finditer(text):
            wanted.update(binder.start() for binder in _compiled(_BINDER).finditer(text, *match.span()))
    return tuple(match.start() for match in _compiled(_HIDDEN).finditer(text) if match.start() not in wanted)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """These are long to compile, and most texts are plain."""
    return re.compile(pattern)


def _plain(text: str) -> bool:
    return text.isprintable() if text.isascii() else _compiled(_HIDDEN).search(text) is None


def _pieces(text: str, tabs: int) -> list[tuple[str, str | None]]:
    """What is shown, piece by piece, with the hidden character it stands for or None for text as it is."""
    pieces: list[tuple[str, str | None]] = []
    width = done = 0
    for at in hidden_at(text):
        if done < at:
            pieces.append((text[done:at], None))
            width += at - done
        shown = " " * (tabs - width % tabs) if text[at] == "\t" else _glyph(text[at])
        pieces.append((shown, text[at]))
        width += len(shown)
        done = at + 1
    if done < len(text):
        pieces.append((text[done:], None))
    return pieces


@cache
def _glyph(char: str) -> str:
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if code < 0x80:
        return f"\\x{code:02x}"
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"<U+{code:04X}>"
