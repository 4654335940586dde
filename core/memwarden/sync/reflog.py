"""What git did to the working tree lately, as its reflog has it: one small file is read, git is not asked."""

from __future__ import annotations

import re
from pathlib import Path

from memwarden.sync.gitfolder import GitFolder
from memwarden.text.lines import decode

_TAIL = 1 << 14
_ENTRY = re.compile(r"[0-9a-f]+ [0-9a-f]+ .*> (?P<at>\d+) [+-]\d{4}\t(?P<act>.+)")
_LEAVES_FILES = ("commit", "branch")
"""Acts that move HEAD and change no file."""


def last_act(root: Path, since: float, until: float) -> str:
    """As `reset: moving to HEAD~1`: the last between these times that may have changed files; empty for none."""
    folder = GitFolder.find(root)
    if folder is None:
        return ""
    try:
        with open(folder.folder / "logs/HEAD", "rb") as log:
            log.seek(max(0, log.seek(0, 2) - _TAIL))
            lines = decode(log.read()).split("\n")
    except OSError:
        return ""
    entries = filter(None, map(_ENTRY.fullmatch, reversed(lines)))
    # The log has whole seconds.
    near = (entry["act"] for entry in entries if int(since) <= int(entry["at"]) <= until)
    return next((act for act in near if not act.startswith(_LEAVES_FILES)), "")
