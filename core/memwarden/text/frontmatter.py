"""The `key: value` block at the very start of a note, read as text and never as YAML.

Values keep their spelling (`NO`, `1.10`, `0123`). A block that other programs would stumble over is
still read, and says on which line. What merely stands between two thematic breaks is body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

BOM = "\ufeff"
_KEY = re.compile(r"([^\W\d][\w.-]{0,99}):(?:[ \t]+(.*))?", re.DOTALL)
_OPEN = re.compile(r"---[ \t]*")
_CLOSE = re.compile(r"(?:---|\.\.\.)[ \t]*")
_BLOCK = re.compile(r"[|>][+-]?[0-9]?")
_AWKWARD = re.compile(r"[`@%*&!]|- |[^\"'\[{].*(?:: |:$)|\[.*[^\]]$|\{.*[^}]$|\".*[^\"]$|'.*[^']$", re.DOTALL)
_QUOTED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """`body_line` is the 1-based line after the block; 1 where it is never closed, so nothing is dropped.

    `malformed` is the 1-based line of the first thing that is no plain `key: value`, and `problem` says what.
    `awkward` is the 1-based line of the first value that is plain to us but not to a reader of YAML.
    """

    fields: dict[str, str] = field(default_factory=dict)
    body_line: int = 1
    malformed: int | None = None
    problem: str = ""
    awkward: int | None = None

    def plain(self, key: str) -> str:
        """The value without the quotes of YAML; empty where the key is absent."""
        value = self.fields.get(key, "")
        match = _QUOTED.fullmatch(value)
        return match[2] if match else value


def front_matter(text: str) -> FrontMatter | None:
    """The block of this note, or None where it has none; never raises."""
    if not text.startswith(("---", BOM + "---")):
        return None
    lines = _first_lines(text)
    if not _OPEN.fullmatch(lines[0].removeprefix(BOM)):
        return None
    close = next((at for at, line in enumerate(lines[1:], 1) if _CLOSE.fullmatch(line)), None)
    block = lines[1:close] if close is not None else _leading(lines[1:])
    first = next((line for line in block if line.strip() and not line.startswith("#")), "")
    if not _KEY.fullmatch(first):
        return None
    reader = _Reader()
    for number, line in enumerate(block, 2):
        reader.take(number, line)
    if close is None:
        return FrontMatter(reader.values(), 1, 1, "the block is never closed by ---")
    if reader.garbage > len(reader.parts):
        return None
    return FrontMatter(reader.values(), close + 2, reader.malformed, reader.problem, reader.awkward)


def _first_lines(text: str) -> list[str]:
    lines = text.split("\n", _LONGEST)[:_LONGEST]
    return [line.removesuffix("\r") for line in lines]


def _leading(lines: Sequence[str]) -> list[str]:
    """The key-like lines that a block without an end begins with."""
    block = []
    for line in lines:
        if not _KEY.fullmatch(line):
            break
        block.append(line)
    return block


class _Reader:
    """Collects the values line by line: a key's own text and whatever is indented or listed under it."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}
        self.malformed: int | None = None
        self.problem = ""
        self.awkward: int | None = None
        self.garbage = 0
        self._open: list[str] | None = None

    def take(self, number: int, line: str) -> None:
        if match := _KEY.fullmatch(line):
            self._key(number, match[1], (match[2] or "").strip())
        elif self._open is not None and (line.startswith((" ", "\t")) or self._listed(line)):
            self._open.append(line.strip())
            if self._open[0] == "" and line.lstrip().startswith("- "):
                self._weigh(number, line.strip()[2:].strip())
        elif line.strip() and not line.startswith("#"):
            self.garbage += 1
            self._complain(number, "this line is no `key: value`")

    def values(self) -> dict[str, str]:
        return {key: _value(parts) for key, parts in self.parts.items()}

    def _key(self, number: int, key: str, value: str) -> None:
        self._open = [value]
        if key in self.parts:
            self._complain(number, f"the key `{key}` stands twice; the first one counts")
            return
        self.parts[key] = self._open
        self._weigh(number, value)

    def _weigh(self, number: int, value: str) -> None:
        if self.awkward is None and _AWKWARD.match(value):
            self.awkward = number

    def _listed(self, line: str) -> bool:
        """Whether this is an item of the list that an empty key opened."""
        return line.startswith("- ") and self._open is not None and self._open[0] == ""

    def _complain(self, number: int, problem: str) -> None:
        if self.malformed is None:
            self.malformed, self.problem = number, problem


def _value(parts: list[str]) -> str:
    head, *rest = parts
    if not _BLOCK.fullmatch(head):
        return "\n".join(part for part in parts if part)
    return (" " if head.startswith(">") else "\n").join(rest)
