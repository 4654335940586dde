"""Conflict copies that lie beside a note: one look into its folder, before every reading and writing of it."""

from __future__ import annotations

import os
from pathlib import Path

from memwarden.sync.copies import parse


def copies_of(root: Path, note: str) -> list[str]:
    """Paths of copies of this note that lie beside it now."""
    prefix = note.rpartition("/")[0]
    try:
        names = [name for name in os.listdir(f"{root}/{prefix}") if "sync-conflict-" in name]
    except OSError:
        return []
    paths = (f"{prefix}/{name}" if prefix else name for name in names)
    return sorted(copy for copy in paths if (named := parse(copy)) is not None and named.original == note)
