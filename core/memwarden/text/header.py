"""The `key: value` lines between two `---` lines at the head of mail and proposals, and the body behind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memwarden.text.lines import decode, encode

_FENCE = re.compile(rb"---[ \t]*\r?\n|---[ \t]*$")
_FIELD = re.compile(r"([A-Za-z_][\w-]*):(.*)")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself.

    `fields` holds the first value of each key, stripped. `stray` are the lines that are no field, each with
    the key it follows. `body` is byte for byte what follows the blank line after the block.
    """

    fields: Mapping[str, str]
    body: bytes
    repeated: tuple[str, ...] = ()
    stray: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()


def is_line(text: str) -> bool:
    """Whether no character of it ends a line or drives a terminal."""
    return CONTROL.search(text) is None


def split_header(data: bytes) -> Header:
    """Never raises: a file without a block is all body, one whose block does not end has no body."""
    data = data.removeprefix(_BOM)
    opening = _FENCE.match(data)
    if opening is None:
        return Header({}, data, problems=("it has no front matter",))
    start = opening.end()
    lines: list[bytes] = []
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        if _FENCE.fullmatch(data, start, end):
            return _header(lines, _after_blank(data[end:]))
        lines.append(data[start:end])
        start = end
    return _header(lines, b"", "its front matter does not end")


def join_header(fields: Iterable[tuple[str, str]], body: bytes) -> bytes:
    """The file; raises ValueError for a value that would not stay on its line or is no text."""
    out = ["---\n"]
    for key, value in fields:
        if "\n" in value or "\r" in value or "\0" in value:
            raise ValueError(f"{key} must be one line")
        out.append(f"{key}: {value}\n")
    out.append("---\n\n")
    return encode("".join(out)) + body


def _header(lines: list[bytes], body: bytes, *problems: str) -> Header:
    fields: dict[str, str] = {}
    repeated: list[str] = []
    stray: list[tuple[str, str]] = []
    key = ""
    for raw in lines:
        line = decode(raw).rstrip("\r\n")
        match = _FIELD.fullmatch(line)
        if match is None:
            if line.strip():
                stray.append((key, line))
            continue
        key = match[1]
        if key in fields:
            repeated.append(key)
        else:
            fields[key] = match[2].strip(" \t\r")
    return Header(fields, body, tuple(repeated), tuple(stray), problems)


def _after_blank(rest: bytes) -> bytes:
    for blank in (b"\n", b"\r\n"):
        if rest.startswith(blank):
            return rest[len(blank) :]
    return rest
