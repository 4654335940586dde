"""Speaks to the real hook program as Claude Code, Codex and Gemini CLI do: JSON on stdin, an exit code back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = str(Path(sys.executable).with_name("memwarden-hook"))
VARIABLES = ("HOME", "MEMWARDEN_STATE", "NESTWORK_HOST", "PATH")


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def context(self) -> str:
        return str(json.loads(self.out)["hookSpecificOutput"]["additionalContext"])


class Program:
    """An agent's program with one session; `event` names are the program's own."""

    def __init__(self, client: str, cwd: Path, *options: str, session: str = "session-1") -> None:
        self.client, self.cwd, self.session = client, cwd, session
        self.options = options or ("--client", client, "--origin", "chat")
        self._number = 0

    def run(self, phase: str, payload: Any, *, cwd: Path | None = None) -> Ran:
        raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        environment = {name: os.environ[name] for name in VARIABLES if name in os.environ}
        done = subprocess.run(
            [PROGRAM, phase, *self.options], input=raw, capture_output=True, cwd=cwd or self.cwd, env=environment,
        )  # fmt: skip
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ran.err, ran.err
        return ran

    def pre(self, tool: str, **given: Any) -> Ran:
        self._number += 1
        return self.run("pre", self.payload("BeforeTool" if self.client == "gemini" else "PreToolUse", tool, given))

    def post(self, tool: str, **given: Any) -> Ran:
        event = "AfterTool" if self.client == "gemini" else "PostToolUse"
        return self.run("post", {**self.payload(event, tool, given), "tool_response": {"success": True}})

    def payload(self, event: str, tool: str, given: dict[str, Any]) -> dict[str, Any]:
        common = {"session_id": self.session, "transcript_path": "/t.jsonl", "cwd": str(self.cwd)}
        call = {"hook_event_name": event, "tool_name": tool, "tool_input": given}
        number = {} if self.client == "gemini" else {"tool_use_id": f"toolu_0{self._number:08}"}
        return {**common, "permission_mode": "default", **call, **number}

    def write(self, note: Path, content: str) -> tuple[Ran, Ran | None]:
        """A whole call of Claude Code's Write: the file is written where the hook lets it be."""
        before = self.pre("Write", file_path=str(note), content=content)
        if before.code:
            return before, None
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(content)
        return before, self.post("Write", file_path=str(note), content=content)

    def edit(self, note: Path, old: str, new: str) -> tuple[Ran, Ran | None]:
        given = {"file_path": str(note), "old_string": old, "new_string": new, "replace_all": False}
        before = self.pre("Edit", **given)
        if before.code:
            return before, None
        note.write_text(note.read_text().replace(old, new, 1))
        return before, self.post("Edit", **given)

    def shell(self, command: str) -> tuple[Ran, Ran]:
        before = self.pre("Bash", command=command)
        subprocess.run(["sh", "-c", command], cwd=self.cwd, check=True)
        return before, self.post("Bash", command=command)
