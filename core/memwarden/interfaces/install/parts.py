"""What belongs into one file, and the change that puts it there or takes it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memwarden.errors import Code, Refused
from memwarden.interfaces.install import receipts
from memwarden.interfaces.install.block import BEGIN, with_block, without_block
from memwarden.interfaces.install.codextrust import CodexHooks
from memwarden.interfaces.install.files import FileChange, read


class Part(Protocol):
    """Pure but for its `path`: what is ours in the bytes of one file. Raises Refused MALFORMED."""

    @property
    def path(self) -> Path: ...

    def put(self, before: bytes | None) -> bytes | None:
        """The file with what is ours; it holds nothing of ours before."""

    def holds(self, before: bytes) -> bool:
        """Whether all of it is there, just as it is to be."""

    def take(self, before: bytes) -> bytes | None:
        """The file without what is ours; None where it held nothing else."""

    def commands(self, before: bytes) -> list[str]:
        """The programs that what is ours runs; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class BlockPart:
    path: Path
    block: bytes
    program: str

    def put(self, before: bytes | None) -> bytes:
        return with_block(before, self.block, str(self.path))

    def holds(self, before: bytes) -> bool:
        return self.block in before.replace(b"\r\n", b"\n")

    def take(self, before: bytes) -> bytes | None:
        return without_block(before, str(self.path))

    def commands(self, before: bytes) -> list[str]:
        return [self.program] if BEGIN in before else []


@dataclass(frozen=True, slots=True)
class WholePart:
    """A file that is ours as a whole; `mark` stands in it."""

    path: Path
    data: bytes
    mark: bytes
    program: str

    def put(self, before: bytes | None) -> bytes:
        if before is not None and self.mark not in before:
            raise Refused(Code.MALFORMED, f"{self.path} is not memwarden's.", "Move it away first.")
        return self.data

    def holds(self, before: bytes) -> bool:
        return before == self.data

    def take(self, before: bytes) -> bytes | None:
        return None if self.mark in before else before

    def commands(self, before: bytes) -> list[str]:
        return [self.program] if self.mark in before else []


def putting(part: Part) -> FileChange:
    """Idempotent: what is there of ours already, perhaps for another tree, is replaced."""
    now = read(part.path)
    if now is not None and part.holds(now):
        return FileChange(part.path, now, now)
    return FileChange(part.path, now, part.put(_bare(part, now)))


def taking(part: Part) -> FileChange:
    now = read(part.path)
    return FileChange(part.path, now, _bare(part, now))


def carried_out(part: Part, change: FileChange, *, installed: bool) -> None:
    """Make the change and keep, or drop, the receipt for it."""
    from memwarden.interfaces.install.files import carry_out

    bare = _bare(part, change.before)
    folders = receipts.folders_of(part.path) + carry_out(change)
    if installed and change.after is not None:
        receipts.keep(part.path, bare, change.after, folders)
    else:
        receipts.forget(part.path)


def state_of(parts: Sequence[Part]) -> list[tuple[Path, str]]:
    """Each file with what is ours in it: installed, not installed, or what is wrong."""
    return [(part.path, _state(part)) for part in parts]


def _bare(part: Part, now: bytes | None) -> bytes | None:
    if now is None:
        return None
    exact, was = receipts.before(part.path, now)
    return was if exact else part.take(now)


def _state(part: Part) -> str:
    now = read(part.path)
    try:
        commands = part.commands(now) if now is not None else []
    except Refused as refusal:
        return f"malformed: {refusal.message}"
    if not commands:
        return "not installed"
    if gone := [command for command in commands if not Path(command).is_file()]:
        return f"broken: {gone[0] or 'its program'} is not there"
    return (now is not None and isinstance(part, CodexHooks) and part.waits(now)) or "installed"
