"""Codex's patches: `*** Begin Patch`, then per file Update (with `Move to`), Add or Delete, and the hunks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from memwarden.interfaces.hooks.touches import Becomes, Texts, Touch, taken_away, with_ends_of

_UPDATE, _ADD, _DELETE, _MOVE = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")
_CD = re.compile(r"\bcd\s+(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s;&|]+))")
_END = ("*** End Patch", "*** End of File")
Lines = list[str]


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
        **dict.fromkeys("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    }
)
"""What a model may write for what stands in the file."""


class _Chunk:
    """Lines that stay, go or come, by their first character; the line above, which says where to look first; and
    whether it is the end of the file.
    """

    __slots__ = ("above", "last", "lines")

    def __init__(self, above: str) -> None:
        self.above = above
        self.last = False
        self.lines: Lines = []


def touches_of(command: str) -> list[Touch]:
    """One for each file of the patch, two for one that moves."""
    found: list[Touch] = []
    for head, to, body in _files(command):
        if head.startswith(_ADD):
            text = "".join(f"{line[1:]}\n" for line in body if line.startswith("+")).encode("utf-8", "surrogatepass")
            found.append(Touch(head.removeprefix(_ADD).strip(), _whole(text), whole=True))
        elif head.startswith(_DELETE):
            found.append(Touch(head.removeprefix(_DELETE).strip(), taken_away, gone=True))
        else:
            path, becomes = head.removeprefix(_UPDATE).strip(), _patched(_chunks(body))
            if to:
                found.append(Touch(path, taken_away, gone=True))
                found.append(Touch(to, becomes, whole=True, source=path))
            else:
                found.append(Touch(path, becomes))
    return found


def folder_of(command: str) -> str:
    """Where a shell stands when it applies its patch: the folders that it goes to before, one after the other."""
    before, _, _ = command.partition("*** Begin Patch")
    went = ("".join(found.groups("")) for found in _CD.finditer(before))
    return os.path.join("", *(os.path.expanduser(os.path.expandvars(folder)) for folder in went))


def _files(command: str) -> Iterator[tuple[str, str, Lines]]:
    head, to, body = "", "", list[str]()
    for line in command.split("\n"):
        if line.startswith((_UPDATE, _ADD, _DELETE, _END[0])):
            if head:
                yield head, to, body
            head, to, body = ("" if line.startswith(_END[0]) else line), "", []
        elif line.startswith(_MOVE):
            to = line.removeprefix(_MOVE).strip()
        elif head:
            body.append(line)
    if head:
        yield head, to, body


def _chunks(body: Sequence[str]) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    for line in body:
        if line.startswith("@@"):
            chunks.append(_Chunk(line[2:].strip()))
            continue
        chunks = chunks or [_Chunk("")]
        if line.startswith(_END[1]):
            chunks[-1].last = True
        else:
            chunks[-1].lines.append(line)
    return [chunk for chunk in chunks if chunk.lines]


def _whole(text: bytes) -> Becomes:
    return lambda now: [text, with_ends_of(now, text)]


def _patched(chunks: Sequence[_Chunk]) -> Becomes:
    def becomes(now: bytes | None) -> Texts:
        if now is None:
            return []
        text = now.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")
        lines = text.removesuffix("\n").split("\n")
        changed = _apply(lines, chunks)
        if changed is None:
            return []
        whole = ("\n".join(changed) + "\n").encode("utf-8", "surrogateescape")
        return [with_ends_of(now, whole), whole]

    return becomes


def _apply(lines: Lines, chunks: Sequence[_Chunk]) -> Lines | None:
    """The lines after every chunk, or None where one of them has no place."""
    out: Lines = []
    at = 0
    for chunk in chunks:
        marked, place = chunk.lines, _place(lines, chunk, chunk.lines, at)
        if place is None and not marked[-1].strip():
            marked = marked[:-1]  # a blank line between the chunk and the patch's end
            place = _place(lines, chunk, marked, at)
        if place is None:
            return None
        end = place + len(_old(marked))
        out += [*lines[at:place], *_new(marked, lines[place:end])]
        at = end
    return out + lines[at:]


def _place(lines: Lines, chunk: _Chunk, marked: Lines, at: int) -> int | None:
    """Where the chunk's lines stand from `at` on; one that only adds belongs at the end."""
    old = _old(marked)
    if not old:
        return len(lines)
    above = _seek(lines, [chunk.above], at) if chunk.above else None
    start = at if above is None else above + 1
    return _seek(lines, old, max(start, len(lines) - len(old)) if chunk.last else start)


def _old(marked: Lines) -> Lines:
    return [line[1:] for line in marked if not line.startswith("+")]


def _new(marked: Lines, there: Lines) -> Lines:
    """Lines that stay are those of the file, however the patch spells them."""
    rest = iter(there)
    found = [(line, line[1:] if line.startswith("+") else next(rest)) for line in marked]
    return [text for line, text in found if not line.startswith("-")]


def _seek(lines: Lines, wanted: Lines, start: int) -> int | None:
    """Where these lines stand from `start` on: exactly, else but for blanks at their ends or around them, else but
    for dashes, quotes and spaces as they are typeset.
    """
    rules: tuple[Callable[[str], str], ...] = (str, str.rstrip, str.strip, lambda line: line.strip().translate(_PLAIN))
    for rule in rules:
        looked_for = [rule(line) for line in wanted]
        for place in range(start, len(lines) - len(wanted) + 1):
            if [rule(line) for line in lines[place : place + len(wanted)]] == looked_for:
                return place
    return None
