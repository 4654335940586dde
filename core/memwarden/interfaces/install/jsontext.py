"""Change a JSON text in one place and leave every other byte as it is: layout, order, escapes and all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from memwarden.errors import Code, Refused

_BLANK = re.compile(r"[ \t\r\n]*")
_BLANK_OR_COMMENT = re.compile(r"(?:[ \t\r\n]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_ATOM = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null')
Path = Sequence[str | int]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object or an array in the text: from `start` (its key, where it has one) to `end`."""

    key: str | int
    start: int
    value: int
    end: int


class JsonText:
    """A text with one object in it; `comments` as in JSON with comments. Raises Refused MALFORMED with the line."""

    def __init__(self, text: str, name: str, *, comments: bool = False) -> None:
        self.text = text
        self._name = name
        self._blank = _BLANK_OR_COMMENT if comments else _BLANK
        self._comments = comments
        start = self._skip(0)
        if not text[start:]:
            self._refuse(start, "it is empty")
        if text[start] != "{":
            self._refuse(start, "it holds no object")
        end = self._end(start)
        if self._skip(end) != len(text):
            self._refuse(self._skip(end), "something stands behind the object")
        self._root = start

    def get(self, path: Path) -> Any:
        """The value there, None where there is none."""
        place = self._find(path)
        return None if place is None else self._value(place)

    def put(self, path: Path, value: Any) -> JsonText:
        """The text with this member set; objects on the way are made. An array takes a value at its length."""
        held = self._find(path)
        if held is not None:
            indent = self._indent_at(held)
            return self._spliced(held, self._end(held), _dump(value, indent, self._unit()))
        parent = self._find(path[:-1])
        if parent is None:
            return self.put(path[:-1], [value] if path[-1] == 0 else {path[-1]: value})
        if self.text[parent] not in "{[":
            self._refuse(parent, f"{'.'.join(map(str, path[:-1]))} is not what it should be")
        return self._added(parent, path[-1], value)

    def without(self, path: Path) -> JsonText:
        """The text without this member, and without the comma and the blanks that belong to it."""
        parent = self._find(path[:-1])
        members = [] if parent is None else list(self._members(parent))
        at = next((at for at, member in enumerate(members) if member.key == path[-1]), None)
        if at is None:
            return self
        if len(members) == 1:
            assert parent is not None
            return self._spliced(parent + 1, self._end(parent) - 1, "")
        if at:
            return self._spliced(members[at - 1].end, members[at].end, "")
        return self._spliced(members[0].start, members[1].start, "")

    def _added(self, parent: int, key: str | int, value: Any) -> JsonText:
        members = list(self._members(parent))
        unit = self._unit()
        own = self._indent_at(parent)
        if members and "\n" not in self.text[parent : members[0].start]:
            lead = " "
            said = _named(key, json.dumps(value, ensure_ascii=False))
            return self._spliced(members[-1].end, members[-1].end, f",{lead}{said}")
        indent = self._indent_at(members[-1].start) if members else own + unit
        said = _named(key, _dump(value, indent, unit))
        newline = "\r\n" if "\r\n" in self.text else "\n"
        if members:
            return self._spliced(members[-1].end, members[-1].end, f",{newline}{indent}{said}")
        return self._spliced(parent + 1, self._end(parent) - 1, f"{newline}{indent}{said}{newline}{own}")

    def _spliced(self, start: int, end: int, put: str) -> JsonText:
        if "\r\n" in self.text:
            put = put.replace("\r\n", "\n").replace("\n", "\r\n")
        return JsonText(self.text[:start] + put + self.text[end:], self._name, comments=self._comments)

    def _find(self, path: Path) -> int | None:
        place = self._root
        for key in path:
            if self.text[place] not in "{[":
                return None
            found = [member for member in self._members(place) if member.key == key]
            if not found:
                return None
            place = found[-1].value
        return place

    def _members(self, place: int) -> Iterator[Member]:
        close = {"{": "}", "[": "]"}[self.text[place]]
        at = self._skip(place + 1)
        number = 0
        while self.text[at : at + 1] != close:
            start = at
            key: str | int = number
            if close == "}":
                key, at = self._key(at)
            end = self._end(at)
            yield Member(key, start, at, end)
            number += 1
            at = self._skip(end)
            if self.text[at : at + 1] == ",":
                at = self._skip(at + 1)
                if self.text[at : at + 1] == close:
                    self._refuse(at, "a comma stands before the end")
            elif self.text[at : at + 1] != close:
                self._refuse(at, f"a comma or {close} is missing")

    def _key(self, at: int) -> tuple[str, int]:
        found = _ATOM.match(self.text, at)
        if found is None or self.text[at] != '"':
            self._refuse(at, "a name is missing")
        colon = self._skip(found.end())
        if self.text[colon : colon + 1] != ":":
            self._refuse(colon, "a colon is missing")
        return self._loaded(at, found.end()), self._skip(colon + 1)

    def _end(self, place: int) -> int:
        """Where the value that begins here ends."""
        if self.text[place : place + 1] in ("{", "["):
            members = list(self._members(place))
            return self._skip(members[-1].end if members else place + 1) + 1
        found = _ATOM.match(self.text, place)
        if found is None:
            self._refuse(place, "a value is missing")
        self._loaded(place, found.end())
        return found.end()

    def _value(self, place: int) -> Any:
        if self.text[place] == "{":
            return {member.key: self._value(member.value) for member in self._members(place)}
        if self.text[place] == "[":
            return [self._value(member.value) for member in self._members(place)]
        return self._loaded(place, self._end(place))

    def _loaded(self, start: int, end: int) -> Any:
        try:
            return json.loads(self.text[start:end])
        except ValueError:
            self._refuse(start, "a value cannot be read")

    def _skip(self, at: int) -> int:
        found = self._blank.match(self.text, at)
        return found.end() if found else at

    def _indent_at(self, place: int) -> str:
        """The blanks at the beginning of this line."""
        line = self.text[self.text.rfind("\n", 0, place) + 1 : place]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _unit(self) -> str:
        """How far this file indents."""
        first = next(self._members(self._root), None)
        between = self.text[self._root : first.start] if first else ""
        return self._indent_at(first.start) if first and "\n" in between else "  "

    def _refuse(self, place: int, why: str) -> NoReturn:
        line = self.text.count("\n", 0, place) + 1
        raise Refused(
            Code.MALFORMED, f"{self._name}, line {line}: this is no JSON as it should be ({why}).",
            "Repair the file, then install again; nothing was changed.", details={"line": line},
        )  # fmt: skip


def _named(key: str | int, value: str) -> str:
    return value if isinstance(key, int) else f"{json.dumps(key, ensure_ascii=False)}: {value}"


def _dump(value: Any, indent: str, unit: str) -> str:
    return json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", "\n" + indent)
