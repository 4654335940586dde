"""Put a note's line into the index: deterministic, no time in it, under the section asked for."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

from memwarden.text.append import joined
from memwarden.text.lines import decode, encode, line_ending, split_lines

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")


def linked(index: bytes, hub: str, note: str, section: str, description: str, text: bytes) -> bytes:
    """The index with `- [title](path) description` at the end of `section`, made where it is missing.

    `section` empty: at the end. Where the index links the note already it stays as it is.
    """
    target = os.path.relpath(note, os.path.dirname(hub) or ".")
    address = quote(target, safe="/-_.~")
    if f"({address})" in decode(index) or f"({target})" in decode(index):
        return index
    entry = f"- [{_title(text, note)}]({address})" + (f" {description}" if description else "")
    ending = line_ending(index)
    if not section:
        return joined(index, encode(entry + "\n"))
    lines = split_lines(index)
    at = _end_of_section(lines, section)
    if at is None:
        return joined(index, encode(f"## {section}\n\n{entry}\n"))
    if at > 0 and not lines[at - 1].endswith(b"\n"):
        lines[at - 1] += ending
    return b"".join([*lines[:at], encode(entry) + ending, *lines[at:]])


def _title(text: bytes, note: str) -> str:
    for line in decode(text).splitlines()[:20]:
        if (heading := _HEADING.match(line)) and heading[2]:
            return heading[2].replace("[", "(").replace("]", ")")
    return note.rpartition("/")[2].removesuffix(".md")


def _end_of_section(lines: list[bytes], section: str) -> int | None:
    """The place after the last line of the section that is not blank."""
    wanted = section.strip().casefold()
    level = start = None
    end = len(lines)
    for number, line in enumerate(lines):
        heading = _HEADING.match(decode(line).rstrip("\r\n"))
        if heading is None:
            continue
        if level is not None and len(heading[1]) <= level:
            end = number
            break
        if level is None and heading[2].casefold() == wanted:
            level, start = len(heading[1]), number + 1
    if start is None:
        return None
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end
