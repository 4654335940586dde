"""Edits by anchors that match exactly once, and the whole-text rewrite: text in, text out, or a refusal.

Anchors are matched on a view with LF line ends and mapped back, so that what an edit does not touch keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memwarden.errors import Code, Refused
from memwarden.memory.whole_text import whole_bytes
from memwarden.text.lines import line_ending


@dataclass(frozen=True, slots=True)
class Replace:
    find: str
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    find: str


@dataclass(frozen=True, slots=True)
class InsertBefore:
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class InsertAfter:
    anchor: str
    text: str


Edit = Replace | Delete | InsertBefore | InsertAfter


def apply_edits(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The text after all edits, each anchored in what the earlier ones left. Raises Refused, the whole call."""
    if not edits:
        raise Refused(Code.EMPTY, "No edits were given.", "Give at least one edit with an anchor.")
    ending = line_ending(data)
    for number, edit in enumerate(edits, 1):
        data = _apply(data, edit, number, ending)
    return data


def as_ending(text: bytes, ending: bytes) -> bytes:
    """The text with LF or CRLF as the note has them."""
    plain = text.replace(b"\r\n", b"\n")
    return plain if ending == b"\n" else plain.replace(b"\n", ending)


def in_the_notes_ending(text: bytes, now: bytes) -> bytes:
    """A whole new text with the line ends of the note, where all of the note's agree; else as it was given."""
    crlf, lines = now.count(b"\r\n"), now.count(b"\n")
    if lines == 0 or crlf not in {0, lines}:
        return text
    return as_ending(text, b"\r\n" if crlf else b"\n")


def _apply(data: bytes, edit: Edit, number: int, ending: bytes) -> bytes:
    anchor = edit.find if isinstance(edit, Replace | Delete) else edit.anchor
    start, end = _only_match(data, whole_bytes(anchor), number)
    match edit:
        case Replace(text=text):
            middle = as_ending(whole_bytes(text), ending)
        case Delete():
            middle = b""
        case InsertBefore(text=text):
            middle = as_ending(whole_bytes(text), ending) + data[start:end]
        case InsertAfter(text=text):
            middle = data[start:end] + as_ending(whole_bytes(text), ending)
    return data[:start] + middle + data[end:]


def _only_match(data: bytes, anchor: bytes, number: int) -> tuple[int, int]:
    if not anchor:
        raise Refused(Code.EMPTY, f"Edit {number} has an empty anchor.", "Quote the text it is about.")
    view = data.replace(b"\r\n", b"\n")
    needle = anchor.replace(b"\r\n", b"\n")
    starts = _starts(view, needle)
    if len(starts) != 1:
        raise _no_match(view, needle, number, starts)
    before = view[: starts[0]]
    if view == data:
        return starts[0], starts[0] + len(needle)
    return _mapped(data, len(before)), _mapped(data, len(before) + len(needle))


def _starts(view: bytes, needle: bytes) -> list[int]:
    starts: list[int] = []
    at = view.find(needle)
    while at >= 0 and len(starts) < 100:
        starts.append(at)
        at = view.find(needle, at + 1)
    return starts


def _mapped(data: bytes, offset: int) -> int:
    """Where an offset of the LF view lies in bytes that have CRLF."""
    at = seen = 0
    while seen < offset:
        found = data.find(b"\r\n", at)
        if found < 0 or seen + (found - at) >= offset:
            return at + (offset - seen)
        seen += found - at + 1
        at = found + 2
    return at


def _no_match(view: bytes, needle: bytes, number: int, starts: list[int]) -> Refused:
    if starts:
        lines = [view.count(b"\n", 0, start) + 1 for start in starts]
        return Refused(
            Code.ANCHOR_AMBIGUOUS,
            f"The anchor of edit {number} occurs {len(starts)} times, on lines {', '.join(map(str, lines))}.",
            "Quote more of the text around the place you mean, until it is unique.",
            details={"edit": number, "count": len(starts), "lines": lines},
        )
    first = needle.decode("utf-8", "replace").strip().partition("\n")[0]
    lines_of = view.decode("utf-8", "replace").splitlines()[:5000]
    from difflib import get_close_matches

    near = get_close_matches(first, lines_of, n=3, cutoff=0.6)
    where = [lines_of.index(line) + 1 for line in near]
    hint = "Read the note again and quote the text exactly; nothing was written."
    if where:
        hint += f" Nearest: line {', line '.join(map(str, where))}."
    return Refused(
        Code.ANCHOR_MISSING,
        f"The anchor of edit {number} does not occur in the note.",
        hint,
        details={"edit": number, "count": 0, "nearest": where},
    )
