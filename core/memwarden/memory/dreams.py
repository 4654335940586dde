"""What one consolidation run may change: little, with evidence, and nothing that may be a person's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memwarden.errors import Code, Refused
from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import split_lines

MOST_CHANGES = 10
MOST_TAKEN_OUT = 0.25
_HINT = "Leave the rest for the next run, or propose it."
_WORDS = re.compile(r"\w+")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4,}")
_ASSENT = frozenset(
    (
        "yes",
        "no",
        "ok",
        "okay",
        "sure",
        "fine",
        "thanks",
        "thank",
        "you",
        "please",
        "do",
        "it",
        "ja",
        "nein",
        "oui",
        "si",
    )
)


def dream_budget(
    before: bytes, after: bytes, authors: Sequence[bool], quotes: Sequence[str], *, made: int = 0
) -> Refused | None:
    """The refusal of this change by a run that has `made` so many changes already, or None.

    `authors` has one entry for each line of `before`: whether it is proven an agent's. `quotes` has one for
    each change, of what the user typed; a bare "yes" is no evidence. A line put in the place of another is
    one change.
    """
    hunks = diff_bytes(before, after)
    changes = made + sum(map(_changes, hunks))
    if changes > MOST_CHANGES:
        return _refused(f"A run makes at most {MOST_CHANGES} changes; this would be number {changes}.")
    lines = split_lines(before)
    cut = [number for hunk in hunks for number in range(hunk.start, hunk.start + len(hunk.cut))]
    foreign = [number for number in cut if lines[number].strip() and not _is_agents(authors, number)]
    if foreign:
        return _refused(f"Line {foreign[0] + 1} is not proven an agent's: a run neither takes it out nor rewrites it.")
    taken, held = _filled(lines[number] for number in cut), _filled(lines)
    if taken > held * MOST_TAKEN_OUT:
        return _refused(f"A run takes out at most a quarter of the lines; this is {taken} of {held}.")
    wanted = changes - made
    given = sum(1 for quote in quotes if is_evidence(quote))
    if given < wanted:
        return _refused(f"Each change needs a quote of what the user typed: {wanted} changes, {given} quotes.")
    return None


def is_evidence(quote: str) -> bool:
    """Whether the quote says anything: more than assent."""
    words = [word for word in _WORDS.findall(quote.casefold()) if word not in _ASSENT]
    return len(words) >= 2 or bool(_CJK.search(quote))


def _changes(hunk: Hunk) -> int:
    return max(_filled(hunk.cut), _filled(hunk.put))


def _filled(lines: Iterable[bytes]) -> int:
    """How many of the lines are not blank."""
    return sum(1 for line in lines if line.strip())


def _is_agents(authors: Sequence[bool], number: int) -> bool:
    return number < len(authors) and authors[number]


def _refused(message: str) -> Refused:
    return Refused(Code.ORIGIN, message, _HINT)
