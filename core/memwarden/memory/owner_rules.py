"""nestwork's rules of owners for a note that two machines changed: which side it says to take, and why.

A rule goes by the path and the machine, never by git's names of the sides, which a rebase swaps. It proposes; the
person decides.
"""

from __future__ import annotations

from memwarden.memory.identity import local_host

YOURS, THEIRS = "yours", "theirs"
_UPSTREAM = ("queen", "shared")


def owner_rule(note: str, host: str = "") -> tuple[str, str]:
    """The side (empty: a person merges) and the reason in words."""
    parts = note.split("/")
    host = host or local_host()
    if parts[0] in _UPSTREAM and len(parts) > 1:
        return THEIRS, f"{parts[0]}/ is managed upstream"
    if parts[0] == "agents" and len(parts) > 3:
        if parts[1] == host:
            return YOURS, f"agents/{host}/ belongs to this machine"
        return THEIRS, f"agents/{parts[1]}/ belongs to another machine"
    if parts[0] in {"projects", "workflow"} and len(parts) > 1:
        return "", f"{parts[0]}/ is merged by a person"
    return "", ""
