"""What lay in a tree's history before this store looked at it: git's commits and Syncthing's archived versions.

Nothing is written into the tree or its repository. What git says of a commit never changes, so it is kept in the
store, by commit; the store may lose it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from memwarden.store.records import Flag


class Past(NamedTuple):
    """A version that somebody else kept.

    `id` is the commit, or the path of the archived file. `content` names the bytes: git's blob, or the revision of an
    archived file; None where the note was taken away. `blob` is git's name of the bytes whoever kept them, so that
    versions of both can be told to be the same. Where not `counted`, nobody has counted lines yet.
    """

    id: str
    engine: str
    note: str
    note_before: str
    content: str | None
    content_before: str | None
    blob: str
    at: datetime
    by: str
    act: str
    why: str = ""
    size: int = 0
    added: int = 0
    removed: int = 0
    counted: bool = True
    flags: tuple[Flag, ...] = ()


class Claim(NamedTuple):
    """Who wrote a line or a version, as a commit or a published record claims; `id` is that of either.

    `confirmed_by` is who let a proposal in.
    """

    by: str
    at: datetime
    id: str
    via: str
    confirmed_by: str = ""


Claims = Sequence[Claim | None]


def author_form(author: str, subject: str, path: str) -> str:
    """The identity behind a nestwork commit, "" where it says nobody; of any other the author's name, so that it
    cannot pass for one."""
    from memwarden.sync.gitlog import NOBODY, agent_of

    if agent := agent_of(subject, path):
        return agent
    from memwarden.text.visible import visible

    name = visible(author).strip()
    if name == NOBODY:
        return ""
    return f"git:{name}" if "/" in name else name
