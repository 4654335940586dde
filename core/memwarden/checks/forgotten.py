"""Facts that a person took out for good: known by a hash, so that they are kept nowhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from memwarden.checks.changes import Change
from memwarden.checks.hit import Hit
from memwarden.checks.patterns import compiled

CODE = "forgotten"
_LEAD = r"^[\s>]*(?:[-*+]|\d+[.)]|#{1,6})?\s*(?:\[[ xX]\]\s*)?"
_DATE = r"\(added \d{4}-\d\d-\d\d\)"


def fact_hash(line: str) -> str:
    """The tombstone of a fact, hex; empty for a line that states none.

    List marks, emphasis, punctuation, case, blanks and an `(added …)` date do not count, so the same fact in
    another dress is known again.
    """
    text = unicodedata.normalize("NFKC", compiled(_DATE).sub("", compiled(_LEAD).sub("", line))).casefold()
    words = re.findall(r"\w+", text)
    if not words:
        return ""
    import hashlib

    return hashlib.sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest()


def forgotten(change: Change, tombstones: Collection[str]) -> Iterator[Hit]:
    """Added lines whose fact is in `tombstones`; one that only moved is no news."""
    if not tombstones:
        return
    earlier = set(map(fact_hash, change.removed.values()))
    for number, line in change.added.items():
        known = fact_hash(line)
        if known in tombstones and known not in earlier:
            says = "states a fact that a person had taken out."
            yield Hit(CODE, change.offset(number), known, says, "Leave it out, or ask the person to bring it back.")
