"""git's history of the notes, from one `git log --raw -z`: each commit of each note, renames followed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

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
_FIELDS = 6
_FILES = frozenset({b"100644", b"100755", b"100664"})
_UPDATE = re.compile(r"memory: update (?P<agent>[A-Za-z0-9][\w.-]*/[\w.-]+)", re.ASCII)
_MAIL = re.compile(r"comms: \w+ to \S+ \([0-9]{8}T[0-9]{6}[+-][0-9]{4}-(?P<id>[\w.-]+)-[0-9a-f]{8}\)", re.ASCII)
_OUTBOX = re.compile(r"(?:.*/)?agents/(?P<agent>[^/]+/(?P<id>[^/]+))/outbox/[^/]+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Commit:
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


@dataclass(frozen=True, slots=True)
class Change:
    """One note in one commit, with one name and blob a parent."""

    status: str
    path: str
    blob: str | None
    paths_before: tuple[str, ...]
    blobs_before: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Node:
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
            sha=self.sha,
            author=self.author,
            email=self.email,
            at=self.at,
            subject=self.subject,
            parents=self.parents,
            status=change.status,
            path=change.path,
            path_before=change.paths_before[side],
            blob_before=change.blobs_before[side],
            blob_after=change.blob,
        )


def parse(output: bytes, prefix: str = "") -> tuple[Node, ...]:
    """The commits of `git log` with `ARGUMENTS`; paths lose `prefix`, what lies outside it is left out."""
    tokens = output.split(b"\0")
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
        tracked = names.pop(node.sha, None)
        if not tracked:
            continue
        before = [set(tracked) for _ in node.parents]
        for change in node.changes:
            if change.path not in tracked:
                continue
            yield node.commit(change)
            for side, old in zip(before, change.paths_before):
                if old != change.path:
                    side.discard(change.path)
                    side.add(old)
        for parent, side in zip(node.parents, before):
            names.setdefault(parent, set()).update(side)


def agent_of(subject: str, path: str = "") -> str | None:
    """The identity behind a nestwork commit, whose author is the user's git name; None for any other commit.

    A mail's subject holds only the id of its sender: the host is told by the outbox that `path` lies in.
    """
    if update := _UPDATE.fullmatch(subject):
        return update["agent"]
    mail, outbox = _MAIL.fullmatch(subject), _OUTBOX.fullmatch(path)
    return outbox["agent"] if mail and outbox and mail["id"] == outbox["id"] else None


def _node(header: Sequence[bytes], changes: tuple[Change, ...]) -> Node:
    sha, parents, author, email, seconds, subject = map(decode, header)
    return Node(sha, tuple(parents.split()), author, email, moment(seconds), subject, changes)


def _changes(tokens: Sequence[bytes], at: int, prefix: str) -> tuple[tuple[Change, ...], int]:
    """The entries from token `at` on, and the token after them; names may look like anything, so: count."""
    found: list[Change] = []
    if at + 1 < len(tokens) and not tokens[at] and tokens[at + 1].startswith(b"::"):
        at += 1
    while at < len(tokens) and (meta := tokens[at].removeprefix(b"\n")).startswith(b":"):
        parents = len(meta) - len(meta.lstrip(b":"))
        renamed = meta.rpartition(b" ")[2][:1] in {b"R", b"C"}
        paths = parents + 1 if parents > 1 or renamed else 1
        if change := _change(meta, parents, tokens[at + 1 : at + 1 + paths], prefix):
            found.append(change)
        at += 1 + paths
    return tuple(found), at


def _change(meta: bytes, parents: int, paths: Sequence[bytes], prefix: str) -> Change | None:
    words = meta[parents:].split(b" ")
    modes, shas, status = words[: parents + 1], words[parents + 1 : 2 * parents + 2], decode(words[-1])
    names = [decode(path) for path in paths]
    before = names[:-1] or names
    if not names[-1].startswith(prefix) or not _FILES & set(modes):
        return None
    blobs = [decode(sha) if mode in _FILES else None for mode, sha in zip(modes, shas)]
    return Change(
        status=status[0] if parents == 1 or len(set(status)) == 1 else "M",
        path=names[-1].removeprefix(prefix),
        blob=blobs[-1],
        paths_before=tuple(name.removeprefix(prefix) for name in before),
        blobs_before=tuple(blobs[:-1]),
    )


def moment(seconds: str) -> datetime:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
