"""The one tree of errors that memwarden raises.

MemwardenError
├── Refused            a typed no to whoever asked: nothing was written, and the message says what to do
└── Failed             the machine did not do its part
    ├── DiskFailed     full, read-only, unreadable, no permission
    ├── StoreFailed    the history of this tree cannot be read or written
    └── EngineFailed   git or Syncthing did not answer or reported a fault
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """The stable names of refusals; programs may match on them."""

    NO_TREE = "no-tree"
    NO_NOTE = "no-note"
    NO_LINK = "no-link"
    NO_VERSION = "no-version"
    NO_ITEM = "no-item"
    AMBIGUOUS = "ambiguous"
    CONFLICT_PENDING = "conflict-pending"
    NOT_TEXT = "not-text"
    NOT_A_NOTE = "not-a-note"
    BAD_IDENTITY = "bad-identity"
    WHO_ARE_YOU = "who-are-you"
    BAD_NAME = "bad-name"
    BAD_ARGUMENT = "bad-argument"
    OUTSIDE = "outside-tree"
    TWIN = "twin"
    STALE = "stale"
    BASE_REQUIRED = "base-required"
    ANCHOR_MISSING = "anchor-missing"
    ANCHOR_AMBIGUOUS = "anchor-ambiguous"
    OVERLAP = "overlap"
    KEY_REUSED = "key-reused"
    EMPTY = "empty"
    POLICY = "policy"
    ORIGIN = "origin"
    HELD = "held"
    REVOKED = "revoked"
    CHECKS = "checks"
    MARKERS = "markers"
    ALREADY_PRESENT = "already-present"
    PERSON_ONLY = "person-only"
    CHANGED_SINCE_SHOWN = "changed-since-shown"
    OPEN_HUNKS = "open-hunks"
    NOTHING_TO_UNDO = "nothing-to-undo"
    MOVED_ON = "moved-on"
    BUSY = "busy"
    READ_ONLY = "read-only"
    UNKNOWN_RECIPIENT = "unknown-recipient"
    MALFORMED = "malformed"


class MemwardenError(Exception):
    """Base of everything that memwarden raises on purpose."""


class Refused(MemwardenError):
    """A write or a question that was turned down; the tree is exactly as it was.

    `details` holds plain JSON values for programs: counts, line numbers, candidates, findings.
    """

    def __init__(self, code: Code, message: str, hint: str = "", *, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details: dict[str, Any] = dict(details or {})

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class Failed(MemwardenError):
    """The machine failed; notes keep exactly their old or exactly their new bytes."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class DiskFailed(Failed):
    """A file of the tree could not be read or replaced."""


class StoreFailed(Failed):
    """The store outside the tree could not be read or written."""


class EngineFailed(Failed):
    """git or Syncthing did not do what was asked."""
