"""Where this machine keeps what is remembered: told without loading anything, for a hook that must be quick."""

import os
import sys


def state_path() -> str:
    """`$MEMWARDEN_STATE`, else `memwarden` in the user's state directory as the system has it."""
    if chosen := os.environ.get("MEMWARDEN_STATE"):
        return chosen
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/memwarden")
    state = os.environ.get("XDG_STATE_HOME", "").strip()
    return os.path.join(state or os.path.expanduser("~/.local/state"), "memwarden")


def opened_roots() -> list[str]:
    """Real paths of the trees that were opened before and are still there, the deepest first."""
    roots: list[str] = []
    try:
        with os.scandir(state_path()) as stores:
            for store in stores:
                try:
                    with open(os.path.join(store.path, "path"), "rb") as sign:
                        roots.append(os.fsdecode(sign.read().rstrip(b"\n")))
                except OSError:
                    continue
    except OSError:
        return []
    return sorted(filter(os.path.isdir, roots), key=len, reverse=True)


def claude_projects() -> str:
    """Where Claude Code keeps a folder for each project, with its memory in it."""
    folder = os.environ.get("CLAUDE_CONFIG_DIR", "").strip() or "~/.claude"
    return os.path.join(os.path.expanduser(folder), "projects")


def is_claude_memory(folder: str) -> bool:
    """Whether this real path is the memory of one of its projects, perhaps still an empty one."""
    project, name = os.path.split(folder)
    of_claude = os.path.dirname(project) == os.path.realpath(claude_projects())
    return of_claude and name == "memory" and os.path.isdir(folder)
