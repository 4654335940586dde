"""What is to be known of the place where a tree lies: its file system, and folders that its rules are not made for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from memwarden.checks.finding import Finding
from memwarden.memory.accepted import Rules
from memwarden.memory.note_health import noticed
from memwarden.memory.policy import CONFIG
from memwarden.store.replace import exchange_works

_TREE = "."


def of_layout(rules: Rules) -> Iterator[Finding]:
    """Notes that look like another layout than the one whose rules hold: only a person may change the rules."""
    now = rules.looks_like()
    if rules.accepted() is None and now != (held := rules.policy().layout):
        yield noticed(
            "other-layout",
            _TREE,
            f"The folders look like {now} now, and the rules are those of {held}, as the tree was when it was new.",
            f'If that is meant, write layout = "{now}" into {CONFIG} and accept it.',
            offending=f"{held} {now}",
        )


def of_file_system(root: Path) -> Iterator[Finding]:
    """Tries the exchange with two empty hidden files, once in the life of a process."""
    if not _exchanges(root):
        yield noticed(
            "no-exchange",
            _TREE,
            "This file system cannot swap two files at once, so each write looks again just before it replaces a note: "
            "a save of another program within the same microseconds would be lost.",
            "Keep the tree on a disk of this machine (ext4, xfs, btrfs, APFS) where that matters.",
        )


@cache
def _exchanges(root: Path) -> bool:
    return exchange_works(root)
