"""Marks of an unfinished merge that a change leaves in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memwarden.checks.changes import Change
from memwarden.checks.hit import Hit

CODE = "merge-markers"
_MARKS = ("<<<<<<<", ">>>>>>>", "|||||||", "=======")


def markers(change: Change) -> Iterator[Hit]:
    added = (change.after,) if change.is_whole else change.added.values()
    if not any(mark in text for text in added for mark in _MARKS):
        return
    earlier = Counter(line for _, line in _marked(change.before))
    for offset, line in _marked(change.after):
        if earlier[line]:
            earlier[line] -= 1
        else:
            says = "holds the mark of an unfinished merge."
            yield Hit(CODE, offset, line, says, "Decide what of both sides stays, and take the marks out.")


def _marked(text: str) -> list[tuple[int, str]]:
    """Offset and text of each line that is a conflict marker outside code."""
    from memwarden.text.markers import has_markers

    numbers = has_markers(text.encode("utf-8", "surrogatepass"))
    lines = text.split("\n")
    return [(sum(len(line) + 1 for line in lines[: number - 1]), lines[number - 1].rstrip()) for number in numbers]
