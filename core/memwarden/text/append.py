"""How a block of text joins the end of a note, and how it says on which day it was added."""

from __future__ import annotations

import re
from datetime import date

from memwarden.text.lines import line_ending, split_lines

_BOM = b"\xef\xbb\xbf"
_HEADING = rb" {0,3}(#{1,6}(?![^ \t\r\n])|---|===)"
_UNDERLINE = rb" {0,3}(=+|-{3,})[ \t]*\r?\n?"
_ITEM = rb"[ \t]*([-*+]|\d{1,9}[.)])[ \t]+\S"
_NOT_PROSE = rb"[ \t]*([|<#]|```|~~~|---|===|\*\*\*|___|\[[^\]]+\]:[ \t])"
_DATED = rb"\(added \d{4}-\d\d-\d\d\)$"


def joined(before: bytes, block: bytes) -> bytes:
    """`before` with `block` at its end; what was there stays byte for byte.

    The last line is completed; the block takes the line ends of the text before it, and ends in one. A blank
    line sets off a block that opens with a heading or a rule: else `---` would make the line above a heading.
    """
    if not block:
        return before
    ending = line_ending(before if b"\n" in before else block)
    block = block.replace(b"\r\n", b"\n").replace(b"\n", ending)
    if not block.endswith(b"\n"):
        block += ending
    if not before.removeprefix(_BOM):
        return before + block
    if not before.endswith(b"\n"):
        before += ending
    if opens_with_heading(block) and _last_line(before).strip():
        before += ending
    return before + block


def opens_with_heading(block: bytes) -> bool:
    """Whether the first line is a heading, a rule, or text underlined as a heading."""
    if re.match(_HEADING, block):
        return True
    first, _, rest = block.partition(b"\n")
    if not first.strip() or re.match(_ITEM, first) or first.lstrip().startswith((b">", b"|")):
        return False
    return re.fullmatch(_UNDERLINE, rest.partition(b"\n")[0]) is not None


def dated(block: bytes, day: date) -> bytes:
    """`block` with `(added YYYY-MM-DD)` after each item of a list, or after the last line of a paragraph.

    Headings, tables, code and what bears a date already stay as they are.
    """
    lines = split_lines(block)
    texts = [index for index, line in enumerate(lines) if line.strip()]
    if not texts or any(line.lstrip().startswith((b"```", b"~~~")) for line in lines):
        return block
    items = all(re.match(_ITEM, lines[index]) for index in texts)
    mark = f" (added {day.isoformat()})".encode()
    for index in texts if items else texts[-1:]:
        lines[index] = _marked(lines[index], mark)
    return b"".join(lines)


def _marked(line: bytes, mark: bytes) -> bytes:
    text = line.rstrip()
    if re.search(_DATED, text) or re.match(_NOT_PROSE, text):
        return line
    ending = line[len(line.rstrip(b"\r\n")) :]
    return text + mark + ending


def _last_line(data: bytes) -> bytes:
    return data[data.rfind(b"\n", 0, len(data) - 1) + 1 :]
