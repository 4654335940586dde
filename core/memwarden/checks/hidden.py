"""Characters that a person does not see and an agent reads: refused unless they shape visible text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from memwarden.checks.hit import Hit
from memwarden.checks.patterns import compiled

CODE = "hidden-character"
_FIX = "Take the character out; write what it stands for in visible text."

_HIDDEN = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]|\r(?!\n)"
)
_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)"
_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf"
    "\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_ELEMENT = f"{_EMOJI}(?:\ufe0f|\ufe0e|[\U0001f3fb-\U0001f3ff])?"
_JOINED = (
    "\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06fa-\u06ff\u0710-\u074a\u0750-\u077f\u08a0-\u08ff"
    "\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17d3\u1820-\u1878\ufb50-\ufdff\ufe70-\ufefc"
)
_TAGS = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in region) for region in ("gbeng", "gbsct", "gbwls"))
_FINE = (
    f"\U0001f3f4(?:{_TAGS})\U000e007f"
    "|[0-9#*]\ufe0f\u20e3"
    f"|{_ELEMENT}(?:\u200d{_ELEMENT})*"
    f"|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])"
    f"|(?<=[{_JOINED}])\u200d(?=[\\s.,;:!?)\u060c\u061b\u0964]|\\Z)"
)
_CONTROL_NAMES = {"\r": "carriage return without line feed", "\x1b": "ESCAPE", "\x00": "NUL"}


def strip_hidden(text: str) -> str:
    """The text as an eye sees it, for patterns that hidden characters would split."""
    return text if text.isascii() and text.isprintable() else compiled(_HIDDEN).sub("", text)


def hidden(text: str, *, mark_allowed: bool = False) -> Iterator[Hit]:
    """One hit for each line that holds hidden characters.

    `mark_allowed`: the text is the start of a note that may begin with a byte order mark.
    """
    if _is_plain(text) or not compiled(_CONTROL if text.isascii() else _HIDDEN).search(text):
        return
    masked = text if text.isascii() else compiled(_FINE).sub(lambda fine: "x" * len(fine[0]), text)
    if mark_allowed and masked.startswith("\ufeff"):
        masked = "x" + masked[1:]
    start = 0
    for line in masked.split("\n"):
        matches = [*compiled(_HIDDEN).finditer(line.removesuffix("\r") if start + len(line) < len(text) else line)]
        if matches:
            found = "".join(match[0] for match in matches)
            yield Hit(CODE, start + matches[0].start(), found, f"holds {_names(found)}.", _FIX)
        start += len(line) + 1


def _is_plain(text: str) -> bool:
    """Whether it is ASCII that prints, tabs and line ends: told without a pattern."""
    return text.isascii() and text.replace("\r\n", "").replace("\n", "").replace("\t", "").isprintable()


def _names(found: str) -> str:
    distinct = list(dict.fromkeys(found))
    names = ", ".join(f"U+{ord(char):04X} {_name(char)}" for char in distinct[:3])
    rest = f" and {len(distinct) - 3} more kinds" if len(distinct) > 3 else ""
    noun = "a hidden character" if len(found) == 1 else f"{len(found)} hidden characters"
    return f"{noun}: {names}{rest}"


def _name(char: str) -> str:
    return _CONTROL_NAMES.get(char, unicodedata.name(char, "control character"))
