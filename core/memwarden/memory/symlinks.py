"""Symlinks of the tree that name a note go along when it moves, each pointed anew in one step."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.notes import NoteKind
from memwarden.store.files import locate
from memwarden.store.records import Record
from memwarden.store.replace import temp_for

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

LINKS = "links"
"""The reference of a move that names the symlinks which went along."""


def require_unlinked(tree: Tree, note: str) -> str:
    """The note's own name. Raises Refused BAD_ARGUMENT where a symlink of the tree names it, which would break."""
    _, note = locate(tree.root, note)
    if links := _naming(tree, note):
        raise _would_break(note, links)
    return note


def able_to_follow(tree: Tree, given: str) -> tuple[str, list[str]]:
    """The note's own name, and the symlinks that name it and can name another.

    Raises Refused BAD_ARGUMENT where one cannot: it is what was given, or what it says is no such name.
    """
    _, note = locate(tree.root, given)
    links = _naming(tree, note)
    following = [link for link in links if link != given and _named(tree.root, link) == note]
    staying = [
        link for link in links if link not in following and (link == given or _named(tree.root, link) not in links)
    ]
    if staying:
        raise _would_break(note, staying)
    return note, following


def follow(root: Path, record: Record, *, back: bool = False) -> None:
    """Point the links of a move that still name the one name to the other. Raises DiskFailed."""
    was, now = str(record.refs.get("from", "")), record.note
    for link in record.refs.get(LINKS, ()):
        _point(root, link, record.id, *((now, was) if back else (was, now)))


def _naming(tree: Tree, note: str) -> list[str]:
    return [found.path for found in tree.reading.found() if found.kind is NoteKind.LINK and found.target == note]


def _named(root: Path, link: str) -> str:
    """What the text of a relative symlink says, as a path in the tree; empty for any other."""
    try:
        said = os.readlink(root / link)
    except OSError:
        return ""
    return "" if os.path.isabs(said) else os.path.normpath(os.path.join(os.path.dirname(link), said))


def _point(root: Path, link: str, record_id: str, was: str, now: str) -> None:
    if _named(root, link) != was:
        return
    temp = temp_for(root / link, f"{record_id}-link")
    try:
        temp.symlink_to(os.path.relpath(now, os.path.dirname(link) or "."))
        temp.replace(root / link)
    except OSError as error:
        raise DiskFailed(f"The symlink {link} cannot be pointed to {now}: {error.strerror}.") from error


def _would_break(note: str, links: list[str]) -> Refused:
    return Refused(
        Code.BAD_ARGUMENT,
        f"{note} is also named by the symlink {', '.join(links)}, which would lead to nothing.",
        "Take the symlink away first, or let it name another note.",
        details={"links": links},
    )
