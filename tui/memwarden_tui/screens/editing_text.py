"""A note's bytes as text that a text area can hold, and back, with every untouched line byte for byte."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import NamedTuple

from memwarden.errors import Code, Refused
from memwarden.text.diff import diff
from memwarden.text.lines import decode, encode, is_utf8, line_ending, split_lines
from memwarden.text.merge import Merge
from memwarden.text.visible import visible

_FIRST = 0xF0000
_JOINERS = "\t\u200d\ufe0e\ufe0f"


class Draft(NamedTuple):
    """A note that is edited: `base` are the bytes that were shown, `text` is what it should become."""

    note: str
    base: bytes
    revision: str
    text: bytes

    @property
    def changed(self) -> bool:
        return self.text != self.base


def require_text(note: str, data: bytes) -> None:
    """Raises Refused NOT_TEXT for bytes that no editor gives back as they were."""
    if not is_utf8(data):
        raise Refused(
            Code.NOT_TEXT, f"{note} is not UTF-8, so editing it here would change what it holds.",
            "memwarden check says where; other programs may convert it.",
        )  # fmt: skip
    if b"\0" in data:
        raise Refused(
            Code.NOT_TEXT, f"{note} holds NUL bytes, so it is no text to edit.", "memwarden check says where."
        )


class Shown:
    """`text` has LF ends, no byte order mark, and a stand-in for every character that cannot be shown."""

    def __init__(self, data: bytes) -> None:
        self._mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        self._lines = split_lines(data[len(self._mark) :])
        self._end = line_ending(data)
        bare = [decode(line.removesuffix(b"\n").removesuffix(b"\r")) for line in self._lines]
        self._ended = bool(self._lines) and self._lines[-1].endswith(b"\n")
        self._stand_ins = _stand_ins("".join(bare))
        self._table = str.maketrans(dict(self._stand_ins))
        self._shown = [line.translate(self._table) for line in bare]

    @property
    def text(self) -> str:
        return "\n".join(self._shown) + ("\n" if self._ended else "")

    def bytes_of(self, text: str) -> bytes:
        """The note with `text` in place of what was shown."""
        before, after = split_lines(encode(self.text)), split_lines(encode(text))
        back = str.maketrans({new: old for old, new in self._stand_ins.items()})
        lines, at = [self._mark], 0
        for hunk in diff(before, after):
            lines += self._lines[at : hunk.start]
            lines += [encode(decode(line).translate(back)).replace(b"\n", self._end) for line in hunk.put]
            at = hunk.start + len(hunk.cut)
        return b"".join([*lines, *self._lines[at:]])


def _stand_ins(text: str) -> Mapping[str, str]:
    """Private characters that the text does not have, for those that would break a line or a terminal."""
    if text.isascii() and text.isprintable():
        return {}
    used = set(text)
    hidden = sorted(one for one in used if one not in _JOINERS and visible(one) != one)
    free = (chr(code) for code in range(_FIRST, _FIRST + 0xFFFD) if chr(code) not in used)
    return dict(zip(hidden, free))


def with_markers(merge: Merge) -> bytes:
    """The merge with both sides of every open conflict in it, for an editor."""
    sides = {}
    for index in merge.open:
        region, end = merge.regions[index], merge.line_end
        parts = [b"<<<<<<< yours" + end, *region.yours, b"=======" + end, *region.theirs, b">>>>>>> in the note" + end]
        sides[index] = b"".join(part if part.endswith(b"\n") else part + end for part in parts)
    return merge.text(sides)
