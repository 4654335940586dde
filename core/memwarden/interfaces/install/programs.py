"""Which files of each agent's program get what: the MCP server, the hooks, the instructions."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from memwarden.errors import Failed
from memwarden.interfaces.install.block import block_text
from memwarden.interfaces.install.codextoml import TomlPart
from memwarden.interfaces.install.codextrust import CodexHooks
from memwarden.interfaces.install.hookjson import JsonPart
from memwarden.interfaces.install.names import CLAUDE, CODEX, GEMINI
from memwarden.interfaces.install.parts import BlockPart, Part
from memwarden.store.paths import state_root, store_folder
from memwarden.store.state import state_path

PATIENCE = 10
"""Seconds that a program waits for a hook."""
OPENING = 100_000
"""Characters of an opening that Codex takes in whole; left to itself it cuts the middle out of more than 10,000."""
_CHOSEN = ("MEMWARDEN_STATE", "XDG_STATE_HOME")


@dataclass(frozen=True, slots=True)
class Plan:
    """`identity` empty: derived from the machine and the program, when it runs."""

    program: str
    scope: str
    tree: Path
    project: Path
    identity: str = ""

    def parts(self) -> tuple[Part, ...]:
        """What goes where, in the order to do it. Raises Failed where our own programs cannot be found."""
        return {CLAUDE: _claude, CODEX: _codex, GEMINI: _gemini}[self.program](self)

    def folder(self, variable: str, name: str) -> Path:
        """The program's own folder: in the project, or the user's."""
        return self.project / name if self.scope == "project" else user_folder(variable, name)

    def server(self, client: str) -> list[str]:
        return ["mcp", "--client", client, "--tree", str(self.tree), "--origin", "chat", *self._as()]

    def hook(self, phase: str, client: str) -> str:
        words = [script("memwarden-hook"), phase, "--client", client, "--origin", "chat", "--tree", str(self.tree)]
        kept = [word for state in environment().values() for word in ("--state", state)]
        return shlex.join([*words, *kept, *self._as()])

    def block(self, path: Path) -> BlockPart:
        program = script("memwarden")
        return BlockPart(path, block_text(program, self.tree, self.identity), program)

    def _as(self) -> list[str]:
        return ["--as", self.identity] if self.identity else []


def user_folder(variable: str, name: str) -> Path:
    """Where the program keeps what is its user's."""
    named = os.environ.get(variable, "").strip() if variable else ""
    return Path(named).expanduser() if named else Path.home() / name


def script(name: str) -> str:
    """The absolute path of our program, so that one that is gone is no lock-out but said. Raises Failed."""
    import shutil
    import sysconfig

    beside = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")), Path(sys.argv[0]).parent)
    for folder in beside:
        if os.access(folder / name, os.X_OK):
            return os.path.abspath(folder / name)
    if found := shutil.which(name):
        return os.path.abspath(found)
    raise Failed(f"The program {name} is not where memwarden was installed.", "Install memwarden again.")


def has_server() -> bool:
    """Whether the extra `mcp` is there."""
    return find_spec("mcp") is not None


def environment() -> dict[str, str]:
    """What the programs must hand on where this user chose another place for the store, so that all have one."""
    return {"MEMWARDEN_STATE": state_path()} if any(map(os.environ.get, _CHOSEN)) else {}


def _claude(plan: Plan) -> tuple[Part, ...]:
    folder = plan.folder("CLAUDE_CONFIG_DIR", ".claude")
    user = folder if os.environ.get("CLAUDE_CONFIG_DIR", "").strip() else Path.home()
    project = plan.scope == "project"
    servers = plan.project / ".mcp.json" if project else user / ".claude.json"
    guide = plan.project / "CLAUDE.md" if project else folder / "CLAUDE.md"
    tools = "Write|Edit|MultiEdit|Bash"
    hooks = {
        "PreToolUse": _group(plan.hook("pre", "claude"), tools),
        "PostToolUse": _group(plan.hook("post", "claude"), tools),
        "PostToolUseFailure": _group(plan.hook("post", "claude"), tools),
        "SessionStart": _group(plan.hook("start", "claude")),
        "Stop": _group(plan.hook("stop", "claude")),
    }
    return (
        *_served(servers, {"type": "stdio", **_server(plan, "claude")}),
        JsonPart(folder / "settings.json", hooks=hooks),
        plan.block(guide),
    )


def _codex(plan: Plan) -> tuple[Part, ...]:
    folder = plan.folder("CODEX_HOME", ".codex")
    guide = plan.project / "AGENTS.md" if plan.scope == "project" else folder / "AGENTS.md"
    tools = "apply_patch|Bash"
    hooks = {
        "PreToolUse": _group(plan.hook("pre", "codex"), tools),
        "PostToolUse": _group(plan.hook("post", "codex"), tools),
        "SessionStart": _group(plan.hook("start", "codex"), "", {"additionalContextLimit": OPENING}),
        "Stop": _group(plan.hook("stop", "codex")),
    }
    roots = [str(plan.tree), str(store_folder(plan.tree, state_root()))]
    config = TomlPart(
        folder / "config.toml", script("memwarden"), plan.server("codex"), environment(), roots, mcp=has_server()
    )
    own = user_folder("CODEX_HOME", ".codex") / "config.toml"
    return (config, CodexHooks(folder / "hooks.json", hooks=hooks, config=own), plan.block(guide))


def _gemini(plan: Plan) -> tuple[Part, ...]:
    folder = plan.folder("", ".gemini")
    guide = plan.project / "GEMINI.md" if plan.scope == "project" else folder / "GEMINI.md"
    tools = "write_file|replace|run_shell_command"
    more = {"name": "memwarden", "timeout": PATIENCE * 1000}
    hooks = {
        "BeforeTool": _group(plan.hook("pre", "gemini"), tools, more),
        "AfterTool": _group(plan.hook("post", "gemini"), tools, more),
        "SessionStart": _group(plan.hook("start", "gemini"), "", more),
        "SessionEnd": _group(plan.hook("stop", "gemini"), "", more),
    }
    mcp = _server(plan, "gemini") if has_server() else None
    return (JsonPart(folder / "settings.json", mcp, hooks, comments=True), plan.block(guide))


def _served(path: Path, entry: Mapping[str, Any]) -> tuple[Part, ...]:
    return (JsonPart(path, entry if has_server() else None),)


def _server(plan: Plan, client: str) -> dict[str, Any]:
    env = environment()
    return {"command": script("memwarden"), "args": plan.server(client), **({"env": env} if env else {})}


def _group(command: str, tools: str = "", more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    hook = {"type": "command", "command": command, "timeout": PATIENCE, **(more or {})}
    return {**({"matcher": tools} if tools else {}), "hooks": [hook]}
