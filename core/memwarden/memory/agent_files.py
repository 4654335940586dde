"""What agents leave in their own directories for others: mail and proposals, read from disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.messages import Message, parse_message
from memwarden.memory.proposals import Proposal, parse_proposal
from memwarden.store.files import locate, read_file, read_if_possible
from memwarden.sync.copies import is_copy, is_temporary

SEEN = ("local/comms/seen.txt", "comms/seen.txt")


def read_messages(root: Path) -> list[Message]:
    """Every message of every outbox, archived ones included."""
    return [parse_message(path, data) for folder in ("outbox", "outbox/archive") for path, data in _files(root, folder)]


def read_proposals(root: Path) -> list[Proposal]:
    """Every proposal, oldest first, as its file is now."""
    found = [parse_proposal(path, data) for path, data in _files(root, "proposals")]
    return sorted(found, key=lambda proposal: (proposal.created, proposal.path))


def read_proposal(root: Path, path: str) -> Proposal | None:
    try:
        data = read_file(locate(root, path)[0])
    except (Refused, DiskFailed):
        return None
    return None if data is None else parse_proposal(path, data)


def read_seen(root: Path) -> dict[str, set[str]]:
    """Ids of messages that each agent's nestwork reader has printed, by identity."""
    seen: dict[str, set[str]] = {}
    for directory in agent_directories(root):
        identity = directory.removeprefix("agents/")
        for name in SEEN:
            if (data := read_if_possible(root / directory / name)) is not None:
                seen.setdefault(identity, set()).update(data.decode("utf-8", "replace").split())
    return seen


def agent_directories(root: Path) -> list[str]:
    """`agents/<host>/<id>` of everyone who has a directory here."""
    return sorted(
        path.relative_to(root).as_posix()
        for path in (root / "agents").glob("*/*")
        if path.is_dir() and not path.name.startswith(".")
    )


def _files(root: Path, folder: str) -> Iterator[tuple[str, bytes]]:
    for directory in agent_directories(root):
        for file in sorted((root / directory / folder).glob("*.md")):
            path = file.relative_to(root).as_posix()
            if is_copy(path) or is_temporary(path):
                continue
            try:
                real, _ = locate(root, path)
            except Refused:
                continue
            if (data := read_if_possible(real)) is not None:
                yield path, data
