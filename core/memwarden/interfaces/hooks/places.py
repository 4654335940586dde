"""Which trees a tool call is about, told from paths alone."""

from __future__ import annotations

import os

from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.touches import Touch
from memwarden.store.state import is_claude_memory, opened_roots

RULES = ".memwarden"
_MARKS = (RULES, "MEMORY.md")
"""What makes a tree of a folder that memwarden never opened. An INDEX.md alone may be any project's."""


class Place:
    """A tree, and what the call touches in it, as paths relative to it."""

    __slots__ = ("notes", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self.notes: list[tuple[str, Touch]] = []


def concerned(options: Options, call: Call) -> list[Place]:
    """The trees that the call may change; for a session's start and end the one it belongs to."""
    known = roots(options)
    found: dict[str, Place] = {}
    if call.shell or not call.touches:
        found = {root: Place(root) for root in _around(options, call, known)}
    for touch in call.touches:
        path = os.path.join(call.cwd, os.path.expanduser(touch.path))
        for root, note in _inside(path, known):
            found.setdefault(root, Place(root)).notes.append((note, touch))
    return list(found.values())


def roots(options: Options) -> list[str]:
    """Real paths of the trees that are known here, the deepest first."""
    named = [os.path.realpath(os.path.expanduser(options.tree))] if options.tree else []
    return sorted({*filter(os.path.isdir, named), *opened_roots()}, key=len, reverse=True)


def _around(options: Options, call: Call, known: list[str]) -> list[str]:
    if call.shell:
        here = os.path.realpath(call.cwd)
        return [root for root in known if _holds(root, here) or _is_named(root, call.shell)]
    if options.tree:
        named = os.path.realpath(os.path.expanduser(options.tree))
        return [root for root in known if root == named]
    return _root_of(os.path.join(os.path.realpath(call.cwd), "here"), known)


def _inside(path: str, known: list[str]) -> list[tuple[str, str]]:
    """Root and note where this path is a note or a rule of a tree; a link's own place only where it leads nowhere."""
    for candidate in (os.path.realpath(path), os.path.abspath(path)):
        for root in _root_of(candidate, known):
            note = os.path.relpath(candidate, root)
            return [(root, note)] if _is_guarded(note) else []
    return []


def _root_of(path: str, known: list[str]) -> list[str]:
    for root in known:
        if _holds(root, path):
            return [root]
    home = os.path.realpath(os.path.expanduser("~"))
    folder = path
    while (folder := os.path.dirname(folder)) not in {"/", "", home}:
        if is_claude_memory(folder) or any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            return [folder]
    return []


def _is_guarded(note: str) -> bool:
    """Notes, and the rules of the tree; not what other programs keep in hidden folders."""
    parts = note.split("/")
    if parts[0].casefold() == RULES:
        return True
    return note.lower().endswith(".md") and not any(part.startswith(".") for part in parts[:-1])


def _holds(root: str, path: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")


def _is_named(root: str, command: str) -> bool:
    """Whether a command speaks of this tree, by its path or from the home."""
    home = os.path.realpath(os.path.expanduser("~"))
    short = f"~{root[len(home) :]}" if root.startswith(home + "/") else root
    return root in command or short in command or short.replace("~", "$HOME", 1) in command
