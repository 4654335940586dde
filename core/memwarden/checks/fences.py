"""Which lines stand inside a closed fenced code block, where text is quoted and not said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memwarden.checks.patterns import compiled

_FENCE = r"[ \t>]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})([^\n]*)"


def changes_fences(lines: Iterable[str]) -> bool:
    """Whether one of these lines may open or close a block or a comment."""
    return any("```" in line or "~~~" in line or "<!--" in line or "-->" in line for line in lines)


def fenced(lines: Sequence[str]) -> frozenset[int]:
    """0-based numbers of the lines between the two fences of a block.

    A block that nothing closes quotes nothing, else one stray fence would admit every later line; nor does
    one inside an HTML comment, which a reader of the rendered note never sees.
    """
    quoted: set[int] = set()
    opened: tuple[str, int] | None = None
    comment = False
    for number, line in enumerate(lines):
        if opened is None and (comment or "<!--" in line):
            comment = line.rfind("-->") < max(line.rfind("<!--"), 0) if "<!--" in line else "-->" not in line
            continue
        fence = compiled(_FENCE).match(line)
        if fence is None:
            continue
        marks, rest = fence[1], fence[2]
        if opened is None:
            if marks[0] == "~" or "`" not in rest:
                opened = (marks, number)
        elif marks[0] == opened[0][0] and len(marks) >= len(opened[0]) and not rest.strip():
            quoted.update(range(opened[1] + 1, number))
            opened = None
    return frozenset(quoted)
