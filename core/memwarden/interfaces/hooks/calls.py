"""What an agent's program says of a tool call, in one form whichever program it is.

Claude Code: Write, Edit, MultiEdit, Bash. Codex: apply_patch, its patch in `command`, and its shells. Gemini CLI:
write_file, replace, run_shell_command, which runs in `dir_path`.
"""

from __future__ import annotations

import os

from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.touches import Touch, edited, written

_SHELLS = frozenset(
    {"Bash", "shell", "shell_command", "local_shell", "exec_command", "unified_exec", "run_shell_command"}
)
_WRITES = frozenset({"Write", "write_file"})
_EDITS = frozenset({"Edit", "MultiEdit", "replace"})
_PATCH = "*** Begin Patch"


class Call:
    """`touches` are the files it names; `shell` is a command, which does not say what it changes, or not all of it.

    `goes_on`: a command that it started, or that the session started before, still runs. `left`: the text that the
    program says its tool left, where it says so.
    """

    __slots__ = ("cwd", "event", "goes_on", "id", "left", "phase", "session", "shell", "tool", "touches")

    def __init__(self, phase: str, payload: dict[str, object]) -> None:
        self.phase = phase
        self.event = _text(payload, "hook_event_name")
        self.tool = _text(payload, "tool_name")
        self.session = _text(payload, "session_id")
        self.id = _text(payload, "tool_use_id")
        self.cwd = _text(payload, "cwd") or os.getcwd()
        self.goes_on = False
        self.left: bytes | None = None
        self.touches: list[Touch] = []
        self.shell = ""

    @property
    def writes(self) -> bool:
        """Whether it is a call of a tool that writes the files it names."""
        return bool(self.touches)


def read_call(options: Options, payload: dict[str, object]) -> Call | None:
    """The call, or None where it is of no concern: another tool, or one whose input says nothing."""
    call = Call(options.phase, payload)
    response = payload.get("tool_response")
    said = response if isinstance(response, dict) else {}
    call.goes_on = bool(payload.get("background_tasks") or said.get("backgroundTaskId"))
    if options.phase in {"start", "stop"}:
        return call
    given = payload.get("tool_input")
    if not isinstance(given, dict):
        return None
    call.cwd = os.path.join(call.cwd, _text(given, "dir_path"))
    command = _command(given)
    if call.tool in _SHELLS:
        call.shell = command
    if _PATCH in command:
        from memwarden.interfaces.hooks.patch import folder_of, touches_of

        call.cwd = os.path.join(call.cwd, folder_of(command))
        call.touches = touches_of(command)
    elif call.tool in _WRITES:
        call.touches = [Touch(_text(given, "file_path"), written(_text(given, "content")), whole=True)]
    elif call.tool in _EDITS:
        call.touches = [Touch(_text(given, "file_path"), edited(_edits(given)))]
    if said and call.tool in _WRITES | _EDITS:
        from memwarden.interfaces.hooks.left import text_left

        call.left = text_left(said)
    call.touches = [touch for touch in call.touches if touch.path]
    return call if call.touches or call.shell else None


def _edits(given: dict[str, object]) -> list[tuple[str, str, bool]]:
    """Old text, new text, everywhere."""
    several = given.get("edits")
    every = several if isinstance(several, list) else [given]
    return [
        (_text(one, "old_string"), _text(one, "new_string"), bool(one.get("replace_all") or one.get("allow_multiple")))
        for one in every
        if isinstance(one, dict)
    ]


def _command(given: dict[str, object]) -> str:
    """A command as text; Codex gives some as a list of words."""
    found = given.get("command") or given.get("cmd") or given.get("input") or ""
    if isinstance(found, list):
        return "\n".join(part for part in found if isinstance(part, str))
    return found if isinstance(found, str) else ""


def _text(payload: dict[str, object], name: str) -> str:
    found = payload.get(name, "")
    return found if isinstance(found, str) else ""
