"""Text with the case of its letters undone, for finding fast where a search in any case may match."""

from __future__ import annotations


def fold(text: str) -> str:
    """What `re.IGNORECASE` takes for equal is equal in it; a few other things are too, so a match is to be verified.

    Line ends and blanks stay what and as many as they are; a letter may become two, such as ß.
    """
    if text.isascii():
        return text.lower()
    return text.replace("İ", "i").replace("ı", "i").casefold()
