"""The names that other programs than Syncthing give to conflict copies: many a person gives to a note too."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

# What each of the patterns below cannot do without: thousands of names are looked at.
_MAYBE_OTHERS = re.compile(r"conflict|[ (][1-9]\)?(?:\.[^.]*)?\Z", re.IGNORECASE)
# Program, pattern, and whether the note itself must be there for the name to mean anything.
_OTHERS = (
    ("Dropbox or Nextcloud", r"(?P<stem>.+) \((?:[^()]* )?conflicted copy(?: [^()]*)?\)", False),
    ("Dropbox", r"(?P<stem>.+) \(case conflict(?: [0-9]+)?\)", False),
    ("Nextcloud or ownCloud", r"(?P<stem>.+)_conflict-[^/]*[0-9]{8}-[0-9]{6}", False),
    ("Seafile", r"(?P<stem>.+) \(SFConflict [^()]*\)", False),
    ("Resilio", r"(?P<stem>.+)\.Conflict", True),
    ("iCloud", r"(?P<stem>.+) [2-9]", True),
    ("Google Drive", r"(?P<stem>.+?) ?\([1-9]\)", True),
)


class Suggestion(NamedTuple):
    """A name that another program may have given to its conflict copy: shown, never acted upon alone."""

    original: str
    program: str


def suggest(path: str, siblings: Container[str]) -> Suggestion | None:
    """What another program's copy may belong to; `siblings` are the paths that exist, written like `path`."""
    folder, slash, name = path.rpartition("/")
    if _MAYBE_OTHERS.search(name) is None:
        return None
    for program, pattern, present in _OTHERS:
        if match := re.fullmatch(f"{pattern}(?P<ext>\\.[^./]*)?", name, re.DOTALL | re.IGNORECASE):
            original = folder + slash + match["stem"] + (match["ext"] or "")
            if original in siblings or not present:
                return Suggestion(original, program)
    return None
