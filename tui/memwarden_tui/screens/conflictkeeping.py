"""A person's choices as they are kept: each by the very texts of its hunk, so that it fits nowhere else."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Mapping

from memwarden.text.merge import Choice, Merge, Region

Choices = Mapping[int, Choice | bytes]
Named = dict[str, str]
"""What was chosen, by the name of its hunk: the hash of its three texts, and which of several alike it is."""


def named(choices: Choices, merge: Merge) -> Named:
    """As plain JSON."""
    names = _names(merge) if choices else {}
    return {names[index]: _pack(choice) for index, choice in choices.items() if index in names}


def found(kept: object, merge: Merge) -> Choices:
    """The choices of hunks that this merge has too; what nobody can read counts as nothing."""
    if not isinstance(kept, dict) or not kept:
        return {}
    said = {index: kept.get(name) for index, name in _names(merge).items()}
    choices = {index: _unpack(choice) for index, choice in said.items() if isinstance(choice, str)}
    return {index: choice for index, choice in choices.items() if choice is not None}


def _names(merge: Merge) -> dict[int, str]:
    seen: Counter[str] = Counter()
    names: dict[int, str] = {}
    for index in merge.hunks:
        name = _digest(merge.regions[index])
        names[index] = f"{name}.{seen[name]}"
        seen[name] += 1
    return names


def _digest(region: Region) -> str:
    digest = hashlib.sha256()
    for side in (region.base, region.yours, region.theirs):
        text = b"".join(side)
        digest.update(b"%d:%b" % (len(text), text))
    return digest.hexdigest()[:16]


def _pack(choice: Choice | bytes) -> str:
    return choice.value if isinstance(choice, Choice) else f"text:{base64.b64encode(choice).decode()}"


def _unpack(said: str) -> Choice | bytes | None:
    try:
        return base64.b64decode(said[5:]) if said.startswith("text:") else Choice(said)
    except ValueError:
        return None
