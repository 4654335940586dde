"""nestwork's `queen/limits.md`: the table of sizes that a nest's people put in the place of the usual one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.checks.limits import FileLimit
from memwarden.store.cache import STATES
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.store.store import Store

NOTE = "queen/limits.md"


class NestLimits:
    """Only people change that note: a version that an agent wrote past the rules is passed over."""

    def __init__(self, root: Path, store: Store) -> None:
        self._file = root / NOTE
        self._store = store

    def sign(self) -> str:
        """Another one whenever the note is; empty where there is none."""
        if not self._file.exists():
            return ""
        with self._store.locked():
            shadow = self._store.shadow(NOTE)
        return shadow.head if shadow else ""

    def files(self, is_person: Callable[[str], bool]) -> tuple[FileLimit, ...]:
        with self._store.locked():
            for entry in self._store.entries(f"note = ? and {STATES}", (NOTE,), newest=True):
                if not entry.by or is_person(entry.by):
                    return tuple(parse(decode(self._store.text(entry.after or "") or b"")))
        return ()


def parse(text: str) -> Iterator[FileLimit]:
    """The limits of the table's rows `| File | Max lines | Split target |`; other lines and rows say nothing."""
    for line in text.splitlines():
        name, lines, target = ([cell.strip(" `") for cell in line.strip().strip("|").split("|")] + ["", ""])[:3]
        paths, numbers = _paths(name), [int(number) for number in re.findall(r"\d+", lines)]
        if paths and numbers:
            limit = FileLimit(paths, lines=numbers[-1], soft=numbers[0] if len(numbers) > 1 else 0)
            yield limit._replace(advice=f"Split it: {target}.") if target else limit


def _paths(name: str) -> str:
    """An expression for `projects/<name>.md`, and for "default" every note's; empty where it names no notes."""
    if "default" in name.lower():
        return r"\.md$"
    if not name.endswith(".md") or " " in name:
        return ""
    return f"^{''.join(map(_form, re.split(r'(<[^<>]*>|[*]+)', name)))}$"


def _form(part: str) -> str:
    if part.startswith("<"):
        return "[^/]+"
    return {"**": ".*", "*": "[^/]*"}.get(part) or re.escape(part)
