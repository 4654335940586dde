"""What is to be pointed out about a write that went through: pure rules over texts, authors and sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from memwarden.text.diff import Hunk
from memwarden.text.lines import decode

LOST_LINES = 3
EROSION_LEFT = 0.5
EROSION_HOURS = 24


def large_deletion(before: bytes, after: bytes, *, left: float = 0.2, minimum_chars: int = 200) -> bool:
    """Whether a text of at least `minimum_chars` (trimmed) kept at most the share `left` of them (Baalda's rule)."""
    was = len(decode(before).strip())
    return was >= minimum_chars and len(decode(after).strip()) <= was * left


def lost_places(hunks: Sequence[Hunk]) -> Iterator[tuple[int, int]]:
    """Hunk and place in its cut of each line taken out: neither put back elsewhere nor replaced by a similar line."""
    put = Counter(line.strip() for hunk in hunks for line in hunk.put)
    for number, hunk in enumerate(hunks):
        gone = []
        for offset, line in enumerate(hunk.cut):
            text = line.strip()
            if text and put[text]:
                put[text] -= 1
            elif text:
                gone.append(offset)
        if gone and hunk.put:
            from memwarden.text.words import pair_lines

            paired = {cut for cut, _ in pair_lines(hunk.cut, hunk.put)}
            gone = [offset for offset in gone if offset not in paired]
        yield from ((number, offset) for offset in gone)


def lost_lines(hunks: Sequence[Hunk], authors: Callable[[Sequence[int]], Sequence[str]]) -> Counter[str]:
    """Lines taken out, by author.

    `authors` gives the identities behind these lines of the text before, empty for nobody known; asked only where
    lines are lost.
    """
    places = [hunks[number].start + offset for number, offset in lost_places(hunks)]
    return Counter(authors(places)) if places else Counter()


def is_loss(lost: Counter[str], writer: str, is_person: Callable[[str], bool]) -> bool:
    """Any line of a person, or three and more lines of others, lines of nobody known among them."""
    others = {author: count for author, count in lost.items() if author != writer}
    return any(author and is_person(author) for author in others) or sum(others.values()) >= LOST_LINES


def eroded(size: int, recent_sizes: Sequence[int], minimum: int = 200) -> bool:
    """Whether at most half is left of the largest version of the last 24 h (sizes in bytes)."""
    peak = max(recent_sizes, default=0)
    return peak >= minimum and size <= peak * EROSION_LEFT
