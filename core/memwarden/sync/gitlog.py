"""git's history of the notes, from one `git log --raw -z`: each commit of each note, renames followed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from memwarden.text.lines import decode

ARGUMENTS = (
    "log",
    "-z",
    "--raw",
    "--no-abbrev",
    "-M",
    # One entry for a merge, only for notes that differ from every parent, with each parent's name and blob.
    "-c",
    "--combined-all-paths",
    "--topo-order",
    "--full-history",
    "--parents",
    "--no-color",
    "--no-notes",
    "--encoding=UTF-8",
    "--format=%x00%H%x00%P%x00%an%x00%ae%x00%at%x00%s",
)
NOBODY = "unknown"
"""The author of a commit that nobody is known to have made; no identity can be called so."""
_FIELDS = 6
_FILES = frozenset({"100644", "100755", "100664"})
_UPDATE = re.compile(r"memory: update (?P<agent>[A-Za-z0-9][\w.-]*/[\w.-]+)", re.ASCII)
_MAIL = re.compile(r"comms: \w+ to \S+ \([0-9]{8}T[0-9]{6}[+-][0-9]{4}-(?P<id>[\w.-]+)-[0-9a-f]{8}\)", re.ASCII)
_OUTBOX = re.compile(r"(?:.*/)?agents/(?P<agent>[^/]+/(?P<id>[^/]+))/outbox/[^/]+", re.DOTALL)


class Commit(NamedTuple):
    """What one commit did to one note. Paths are relative to the tree; blobs are None for no file.

    `status` is git's letter: A, D, M, R (then `path_before` differs) or T. In a merge the side before is the
    first parent's that had the note.
    """

    sha: str
    author: str
    email: str
    at: datetime
    subject: str
    parents: tuple[str, ...]
    status: str
    path: str
    path_before: str
    blob_before: str | None
    blob_after: str | None


class Change(NamedTuple):
    """One note in one commit, with one name and blob a parent."""

    status: str
    path: str
    blob: str | None
    paths_before: tuple[str, ...]
    blobs_before: tuple[str | None, ...]


class Node(NamedTuple):
    """One commit of the graph, children before parents."""

    sha: str
    parents: tuple[str, ...]
    author: str
    email: str
    at: datetime
    subject: str
    changes: tuple[Change, ...]

    def commit(self, change: Change) -> Commit:
        side = next((n for n, blob in enumerate(change.blobs_before) if blob is not None), 0)
        return Commit(
            self.sha, self.author, self.email, self.at, self.subject, self.parents, change.status, change.path,
            change.paths_before[side], change.blobs_before[side], change.blob,
        )  # fmt: skip


def parse(output: bytes, prefix: str = "") -> tuple[Node, ...]:
    """The commits of `git log` with `ARGUMENTS`; paths lose `prefix`, what lies outside it is left out."""
    tokens = decode(output).split("\0")
    nodes: list[Node] = []
    at = 0
    while at < len(tokens):
        if not tokens[at]:
            at += 1
            continue
        header = tokens[at : at + _FIELDS]
        changes, at = _changes(tokens, at + _FIELDS, prefix)
        nodes.append(_node(header, changes))
    return tuple(nodes)


def follow(nodes: Sequence[Node], note: str) -> Iterator[Commit]:
    """The commits of one note, newest first, under whatever names it had on each side of every merge."""
    if not nodes:
        return
    names: dict[str, set[str]] = {nodes[0].sha: {note}}
    for node in nodes:
        if not (tracked := names.pop(node.sha, None)):
            continue
        found = [change for change in node.changes if change.path in tracked]
        yield from map(node.commit, found)
        for side, parent in enumerate(node.parents):
            before = {change.path: change.paths_before[side] for change in found}
            names.setdefault(parent, set()).update(before.get(name, name) for name in tracked)


def agent_of(subject: str, path: str = "") -> str | None:
    """The identity behind a nestwork commit, whose author is the user's git name; None for any other commit.

    A mail's subject holds only the id of its sender: the host is told by the outbox that `path` lies in.
    """
    if update := _UPDATE.fullmatch(subject):
        return update["agent"]
    mail, outbox = _MAIL.fullmatch(subject), _OUTBOX.fullmatch(path)
    return outbox["agent"] if mail and outbox and mail["id"] == outbox["id"] else None


def _node(header: Sequence[str], changes: tuple[Change, ...]) -> Node:
    sha, parents, author, email, seconds, subject = header
    return Node(sha, tuple(parents.split()), author, email, moment(seconds), subject, changes)


def _changes(tokens: Sequence[str], at: int, prefix: str) -> tuple[tuple[Change, ...], int]:
    """The entries from token `at` on, and the token after them; names may look like anything, so: count."""
    found: list[Change] = []
    if at + 1 < len(tokens) and not tokens[at] and tokens[at + 1].startswith("::"):
        at += 1
    while at < len(tokens) and (meta := tokens[at].removeprefix("\n")).startswith(":"):
        parents = len(meta) - len(meta.lstrip(":"))
        words = meta[parents:].split(" ")
        renamed = words[-1][:1] in {"R", "C"}
        end = at + 1 + (parents + 1 if parents > 1 or renamed else 1)
        if change := _change(words, parents, tokens[at + 1 : end], prefix):
            found.append(change)
        at = end
    return tuple(found), at


def _change(words: Sequence[str], parents: int, paths: Sequence[str], prefix: str) -> Change | None:
    modes, shas, status = words[: parents + 1], words[parents + 1 : 2 * parents + 2], words[-1]
    path, before = paths[-1], paths[:-1] or paths
    if not path.startswith(prefix) or _FILES.isdisjoint(modes):
        return None
    blobs = [sha if mode in _FILES else None for mode, sha in zip(modes, shas)]
    return Change(
        status[0] if parents == 1 or len(set(status)) == 1 else "M",
        path.removeprefix(prefix),
        blobs[-1],
        tuple([name.removeprefix(prefix) for name in before]),
        tuple(blobs[:-1]),
    )


def moment(seconds: str) -> datetime:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
