"""Regular expressions of Go, as `re` understands them."""

from __future__ import annotations

import re

_CLASSES = {
    "[:alnum:]": "a-zA-Z0-9",
    "[:alpha:]": "a-zA-Z",
    "[:digit:]": "0-9",
    "[:upper:]": "A-Z",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:word:]": r"\w",
    "[:xdigit:]": "0-9a-fA-F",
}
_FLAGS = r"\(\?([imsU]*(?:-[imsU]+)?)\)"


def compile_go(pattern: str) -> re.Pattern[str]:
    """Raises re.error where Go allows what `re` cannot say. ASCII classes, as in Go."""
    return re.compile(translate(pattern), re.ASCII)


def translate(pattern: str) -> str:
    r"""Flags that begin in the middle made groups, `\z` made `\Z`, POSIX classes spelt out.

    In Go `a(?i)b|c)` switches case off up to the end of the enclosing group, alternatives included; `re`
    wants `a(?i:b)|(?i:c))`.
    """
    out: list[str] = []
    flags: list[list[str]] = [[]]
    position = 0
    while position < len(pattern):
        piece = _piece(pattern, position)
        position += len(piece)
        switch = re.fullmatch(_FLAGS, piece)
        if switch:
            flags[-1].append(switch[1])
            out.append(f"(?{switch[1]}:")
        elif piece == "(":
            flags.append([])
            out.append(piece)
        elif piece == ")":
            out.append(")" * len(flags.pop()) + piece)
        elif piece == "|":
            out.append(")" * len(flags[-1]) + piece + "".join(f"(?{flag}:" for flag in flags[-1]))
        else:
            out.append(_spelt_out(piece))
    return "".join(out) + ")" * len(flags[0])


def literal_start(pattern: str) -> str:
    """The lower-case text that every match begins with, as far as it is plain to see; empty where it is not."""
    position, depth, literal = 0, 0, ""
    while (piece := _piece(pattern, position)) and (piece in {"(", r"\b"} or re.fullmatch(_FLAGS, piece)):
        depth += piece == "("
        position += len(piece)
        if piece == "(" and pattern.startswith("?:", position):
            position += 2
    if _alternatives(pattern, depth):
        return ""
    while position < len(pattern) and (pattern[position].isalnum() or pattern[position] in "_-"):
        literal += pattern[position]
        position += 1
    return (literal[:-1] if pattern[position : position + 1] in {"{", "?", "*"} else literal).lower()


def _alternatives(pattern: str, outer: int) -> bool:
    """Whether a `|` stands outside every group, or in one of the `outer` groups that the pattern opens with."""
    position, depth, closed = 0, 0, False
    while position < len(pattern):
        piece = _piece(pattern, position)
        position += len(piece)
        depth += (piece == "(") - (piece == ")")
        closed = closed or (piece == ")" and depth < outer)
        if piece == "|" and (depth == 0 or (depth <= outer and not closed)):
            return True
    return False


def _spelt_out(piece: str) -> str:
    if piece == r"\z":
        return r"\Z"
    if piece.startswith("["):
        for name, spelt in _CLASSES.items():
            piece = piece.replace(name, spelt)
    return piece


def _piece(pattern: str, position: int) -> str:
    """The next flag switch, escape, character class or character."""
    switch = re.compile(_FLAGS).match(pattern, position)
    if switch:
        return switch[0]
    char = pattern[position : position + 1]
    if char == "\\":
        return pattern[position : position + 2]
    return _class(pattern, position) if char == "[" else char


def _class(pattern: str, start: int) -> str:
    """The whole `[…]` that begins here; a bracket inside a POSIX name does not end it."""
    position = start + 1 + (pattern[start + 1 : start + 2] == "^")
    position += pattern[position : position + 1] == "]"
    while pattern[position] != "]":
        if pattern.startswith("[:", position):
            position = pattern.index(":]", position) + 2
        else:
            position += 2 if pattern[position] == "\\" else 1
    return pattern[start : position + 1]
