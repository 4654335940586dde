"""Codex's patches: `*** Begin Patch`, then per file Update (with `Move to`), Add or Delete, and the hunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from memwarden.interfaces.hooks.touches import Becomes, Texts, Touch, taken_away, with_ends_of

_UPDATE, _ADD, _DELETE, _MOVE = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")
_END = ("*** End Patch", "*** End of File")
Lines = list[str]


class _Chunk:
    """What stands there, what is to stand there, and the line above which says where to look first."""

    __slots__ = ("above", "new", "old")

    def __init__(self, above: str) -> None:
        self.above = above
        self.old: Lines = []
        self.new: Lines = []


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


def _files(command: str) -> Iterator[tuple[str, str, Lines]]:
    head, to, body = "", "", list[str]()
    for line in command.split("\n"):
        if line.startswith((_UPDATE, _ADD, _DELETE, _END[0])):
            if head:
                yield head, to, body
            head, to, body = ("" if line.startswith(_END[0]) else line), "", []
        elif line.startswith(_MOVE):
            to = line.removeprefix(_MOVE).strip()
        elif head and not line.startswith(_END[1]):
            body.append(line)
    if head:
        yield head, to, body


def _chunks(body: Sequence[str]) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    for line in body:
        if line.startswith("@@"):
            chunks.append(_Chunk(line[2:].strip()))
            continue
        chunk = chunks[-1] if chunks else _Chunk("")
        chunks = chunks or [chunk]
        if not line.startswith("+"):
            chunk.old.append(line[1:])
        if not line.startswith("-"):
            chunk.new.append(line[1:])
    return [chunk for chunk in chunks if chunk.old or chunk.new]


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
        start = at
        if chunk.above:
            above = _seek(lines, [chunk.above], at)
            start = at if above is None else above + 1
        place = _seek(lines, chunk.old, start) if chunk.old else len(lines)
        if place is None:
            return None
        out += [*lines[at:place], *chunk.new]
        at = place + len(chunk.old)
    return out + lines[at:]


def _seek(lines: Lines, wanted: Lines, start: int) -> int | None:
    """Where these lines stand from `start` on: exactly, else but for blanks at their ends, else around them."""
    rules: tuple[Callable[[str], str], ...] = (str, str.rstrip, str.strip)
    for rule in rules:
        looked_for = [rule(line) for line in wanted]
        for place in range(start, len(lines) - len(wanted) + 1):
            if [rule(line) for line in lines[place : place + len(wanted)]] == looked_for:
                return place
    return None
