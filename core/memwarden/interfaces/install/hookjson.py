"""Hooks and the MCP entry in a JSON file of settings: ours are known by the program they run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from memwarden.errors import Code, Refused
from memwarden.interfaces.install.jsontext import JsonText

NAME = "memwarden"
HOOK = "memwarden-hook"
_SERVERS = "mcpServers"
_NEW = "{}\n"


@dataclass(frozen=True, slots=True)
class JsonPart:
    """`mcp`: the entry of the server; `hooks`: one group for each event; `comments`: the program allows them."""

    path: Path
    mcp: Mapping[str, Any] | None = None
    hooks: Mapping[str, Mapping[str, Any]] | None = None
    comments: bool = False

    def put(self, before: bytes | None) -> bytes | None:
        if self.mcp is None and not self.hooks:
            return before
        text = self._text(before)
        if self.mcp is not None:
            text = text.put((_SERVERS, NAME), self.mcp)
        for event, group in (self.hooks or {}).items():
            groups = text.get(("hooks", event))
            if groups is not None and not isinstance(groups, list):
                raise Refused(Code.MALFORMED, f"{self.path}: hooks.{event} is no list.", "Repair the file first.")
            text = text.put(("hooks", event, len(groups or ())), group)
        return text.text.encode("utf-8", "surrogateescape")

    def holds(self, before: bytes) -> bool:
        text = self._text(before)
        hooks: dict[str, list[Any]] = {}
        for event, group, hook in _our_hooks(text):
            hooks.setdefault(event, []).append(text.get(("hooks", event, group, "hooks", hook)))
        wanted = {event: list(group["hooks"]) for event, group in (self.hooks or {}).items()}
        return text.get((_SERVERS, NAME)) == self.mcp and hooks == wanted

    def take(self, before: bytes) -> bytes | None:
        """Without what is ours; None where nothing else is left."""
        text = self._text(before)
        if text.get((_SERVERS, NAME)) is not None:
            text = _without_empty(text.without((_SERVERS, NAME)), (_SERVERS,))
        while (found := next(_our_hooks(text), None)) is not None:
            event, group, hook = found
            text = text.without(("hooks", event, group, "hooks", hook))
            if not text.get(("hooks", event, group, "hooks")):
                text = text.without(("hooks", event, group))
            text = _without_empty(_without_empty(text, ("hooks", event)), ("hooks",))
        left = text.text.encode("utf-8", "surrogateescape")
        return None if left != before and not text.get(()) and text.text.strip() == "{}" else left

    def commands(self, before: bytes) -> list[str]:
        """The programs that our entries run."""
        text = self._text(before)
        server = text.get((_SERVERS, NAME))
        found = [str(server.get("command", ""))] if isinstance(server, dict) else []
        return found + [_program(group["hooks"][nth]["command"]) for _, _, nth, group in self.ours(before)]

    def ours(self, before: bytes) -> Iterator[tuple[str, int, int, dict[str, Any]]]:
        """Event, place of the group and place in it of each hook that runs our program, and the group."""
        text = self._text(before)
        for event, at, place in _our_hooks(text):
            yield event, at, place, text.get(("hooks", event, at))

    def _text(self, before: bytes | None) -> JsonText:
        data = before if before and before.strip() else _NEW.encode()
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise Refused(
                Code.MALFORMED, f"{self.path}, line {line}: this is not UTF-8.", "Repair it first."
            ) from error
        return JsonText(text, str(self.path), comments=self.comments)


def _our_hooks(text: JsonText) -> Iterator[tuple[str, int, int]]:
    """Event, group and place of each hook that runs our program."""
    events = text.get(("hooks",))
    for event, groups in events.items() if isinstance(events, dict) else ():
        for at, group in enumerate(groups if isinstance(groups, list) else ()):
            hooks = group.get("hooks") if isinstance(group, dict) else None
            for place, hook in enumerate(hooks if isinstance(hooks, list) else ()):
                command = hook.get("command") if isinstance(hook, dict) else None
                if isinstance(command, str) and PurePath(_program(command)).name == HOOK:
                    yield event, at, place


def _program(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    return next((word for word in words if "=" not in word), "")


def _without_empty(text: JsonText, path: tuple[str, ...]) -> JsonText:
    return text.without(path) if text.get(path) in ({}, []) else text
