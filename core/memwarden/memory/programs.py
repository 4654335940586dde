"""Which agent's program this process runs under, told by its environment and by the processes above it.

A person's verbs refuse there. It guards against accident: a hostile program of the same user can hide both.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

# (tool, variable, value or "" for any). Written down by the maker, or seen in the program's source. Settings
# that a person may export for good (CODEX_HOME, AIDER_MODEL) are no sign. Amp sets Claude's mark too, so
# Claude's come last.
_CERTAIN = (
    ("goose", "GOOSE_TERMINAL", ""),
    ("codex", "CODEX_SANDBOX", ""),
    ("codex", "CODEX_SANDBOX_NETWORK_DISABLED", ""),
    ("codex", "CODEX_THREAD_ID", ""),
    ("codex", "CODEX_CI", ""),
    ("qwen", "QWEN_CODE", ""),
    ("gemini", "GEMINI_CLI", ""),
    ("cursor", "CURSOR_AGENT", ""),
    ("cline", "CLINE_ACTIVE", ""),
    ("openclaw", "OPENCLAW_SHELL", "exec"),
    ("opencode", "OPENCODE", ""),
)
# Seen by those who detect agents, not promised by the maker.
_REPORTED = (
    ("amp", "AGENT", "amp"),
    ("goose", "AGENT", "goose"),
    ("copilot", "COPILOT_CLI", ""),
    ("copilot", "COPILOT_AGENT", ""),
    ("augment", "AUGMENT_AGENT", ""),
    ("antigravity", "ANTIGRAVITY_AGENT", ""),
    ("hermes", "HERMES_SESSION_ID", ""),
    ("trae", "TRAE_AI_SHELL_ID", ""),
    ("crush", "CRUSH", ""),
)
_CLAUDE = (("claude", "CLAUDECODE", ""), ("claude", "CLAUDE_CODE_ENTRYPOINT", ""))

_PROGRAMS = frozenset(
    {
        *("aider", "amp", "auggie", "claude", "codex", "copilot", "crush", "cursor-agent", "droid", "gemini", "goose"),
        *("hermes", "openclaw", "opencode", "qwen"),
    }
)
_PACKAGES = frozenset(
    {"claude-code", "gemini-cli", "qwen-code", "cursor-agent", "opencode-ai", "openclaw", "hermes-agent"}
)
_INTERPRETER = r"(node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|uv|uvx|npx|tsx|sh|bash|dash|zsh)(\.exe)?"
_OFF = frozenset({"", "0", "false", "no"})
_DEEPEST = 64


def known_agent_environment(environ: Mapping[str, str] = os.environ) -> str | None:
    """The tool in whose shell this environment was made (`claude`, `codex`, …), or None."""
    for tool, variable, value in (*_CERTAIN, *_REPORTED, *_CLAUDE):
        found = environ.get(variable, "")
        if found.lower() not in _OFF and value in ("", found):
            return tool
    return _generic(environ.get("AI_AGENT", "").strip())


def tool_named(client: str) -> str:
    """The short name of a program in identities: `claude` of `claude-code`, `codex` of `codex-mcp-client`."""
    name = re.sub(r"[^a-z0-9]+", "-", client.lower()).strip("-")
    while True:
        shorter = re.sub(r"(?<=.)-(mcp-client|client|cli|code|agent|mcp|ai)$", "", name)
        if shorter == name:
            return name
        name = shorter


def _generic(value: str) -> str | None:
    """What `AI_AGENT` says: a name, perhaps with a version behind `_` or `@`, or only that there is one."""
    if value.lower() in _OFF:
        return None
    named = tool_named(re.split(r"[_@\s]", value)[0])
    return named if named and not named.isdigit() and named != "true" else "agent"


def under_agent(environ: Mapping[str, str] = os.environ, pid: int | None = None) -> str | None:
    """The agent's tool that this process descends from, or None; `pid` is where to begin looking upward."""
    if tool := known_agent_environment(environ):
        return tool
    for name, arguments in _ancestors(os.getppid() if pid is None else pid):
        if tool := program_tool(name, arguments):
            return tool
    return None


def program_tool(name: str, arguments: Sequence[str]) -> str | None:
    """The agent's tool that a process is, by its name and arguments; interpreters are looked through."""
    first = arguments[0] if arguments else name
    for candidate in (name, PurePosixPath(first.lstrip("-")).name):
        if candidate in _PROGRAMS:
            return tool_named(candidate)
    if re.fullmatch(_INTERPRETER, PurePosixPath(first).name) is None:
        return _package(first)
    script = _script(arguments[1:])
    stem = re.sub(r"\.(c?js|mjs|ts|py|sh)$", "", PurePosixPath(script).name)
    return tool_named(stem) if stem in _PROGRAMS or stem in _PACKAGES else _package(script)


def _script(arguments: Sequence[str]) -> str:
    """What an interpreter runs: its first argument that is no option, or the package behind `-m`."""
    for index, argument in enumerate(arguments):
        if argument == "-m" and index + 1 < len(arguments):
            return arguments[index + 1].split(".")[0].replace("_", "-").removesuffix("-cli")
        if argument == "-c":
            return ""
        if not argument.startswith("-"):
            return argument
    return ""


def _package(path: str) -> str | None:
    parts = PurePosixPath(path).parts[:-1]
    for scope, part in zip(("", *parts), parts):
        if part in _PACKAGES or (scope, part) == ("@openai", "codex"):
            return tool_named(part)
    return None


def _ancestors(pid: int) -> Iterator[tuple[str, list[str]]]:
    """Name and arguments of the process `pid` and of those above it, nearest first."""
    processes = None if Path("/proc/self/stat").exists() else _listed()
    for _ in range(_DEEPEST):
        found = _proc(pid) if processes is None else processes.get(pid)
        if found is None:
            return
        pid, name, arguments = found
        yield name, arguments
        if pid <= 1:
            return


def _proc(pid: int) -> tuple[int, str, list[str]] | None:
    """Parent, name and arguments by Linux's /proc; None where the process is gone or hidden."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes().decode("utf-8", "replace")
        raw = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    head, _, tail = stat.rpartition(")")
    return int(tail.split()[1]), head.partition("(")[2], [part for part in raw.split("\0") if part]


def _listed() -> dict[int, tuple[int, str, list[str]]]:
    """Every process by `ps`, which macOS has and /proc it has not."""
    import subprocess

    try:
        columns = ("-o", "pid=", "-o", "ppid=", "-o", "command=")
        out = subprocess.run(("ps", "-axww", *columns), capture_output=True, timeout=2, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return {}
    return parse_ps(out.decode("utf-8", "replace"))


def parse_ps(listing: str) -> dict[int, tuple[int, str, list[str]]]:
    """pid -> (parent, name, arguments) of the lines `pid ppid command…`."""
    found: dict[int, tuple[int, str, list[str]]] = {}
    for line in listing.splitlines():
        pid, _, rest = line.strip().partition(" ")
        parent, _, command = rest.strip().partition(" ")
        if pid.isdigit() and parent.isdigit():
            arguments = command.split()
            found[int(pid)] = (int(parent), PurePosixPath(command.split(" ")[0]).name, arguments)
    return found
