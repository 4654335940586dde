"""What a resolution was made of, in words for its record: sides that were chosen, and what merged by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from memwarden.text.merge import Choice, Merge, RegionKind

BY_HAND, ITSELF, TOUCHING = "by hand", "itself", "touching"
_NAMES = {Choice.BOTH: "both", Choice.BOTH_REVERSED: "both"}


def tally(merge: Merge, choices: Mapping[int, Choice | bytes]) -> Counter[str]:
    """How many hunks became what."""
    return Counter(word for index in merge.hunks for word in _words(merge, index, choices.get(index)))


def said(tallies: Iterable[Counter[str]]) -> str:
    """As `1 yours, 1 by hand, 2 merged by themselves, 1 of them next to a change of the other side`; empty for none."""
    total = sum(tallies, Counter[str]())
    parts = [f"{total[name]} {name}" for name in ("yours", "theirs", "both", "base", BY_HAND) if total[name]]
    if count := total[ITSELF]:
        parts.append(f"{count} merged by {'itself' if count == 1 else 'themselves'}")
    if count := total[TOUCHING]:
        parts.append(f"{count} of them next to a change of the other side")
    return ", ".join(parts)


def _words(merge: Merge, index: int, choice: Choice | bytes | None) -> Iterable[str]:
    if isinstance(choice, Choice):
        return [_NAMES.get(choice, choice.value)]
    if choice is not None:
        return [BY_HAND]
    if merge.regions[index].kind is RegionKind.SAME:
        return []
    return [ITSELF, TOUCHING] if merge.touches(index) else [ITSELF]
