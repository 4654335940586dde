"""A warning where a line is in another script than the tree's language; off unless one is set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memwarden.checks.hit import Hit

CODE = "language"
_SCRIPTS = {
    "Latin": "a-zA-Z\u00c0-\u024f\u1e00-\u1eff",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Cyrillic": "\u0400-\u052f",
    "Hebrew": "\u0590-\u05ff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f",
    "Devanagari": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
    "Han": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff",
    "Kana": "\u3040-\u30ff",
    "Hangul": "\u1100-\u11ff\uac00-\ud7af",
}
_WRITTEN = {
    "el": ("Greek",),
    "ru": ("Cyrillic",),
    "uk": ("Cyrillic",),
    "bg": ("Cyrillic",),
    "sr": ("Cyrillic", "Latin"),
    "he": ("Hebrew",),
    "ar": ("Arabic",),
    "fa": ("Arabic",),
    "ur": ("Arabic",),
    "hi": ("Devanagari",),
    "th": ("Thai",),
    "zh": ("Han",),
    "ja": ("Han", "Kana"),
    "ko": ("Hangul", "Han"),
}
_LETTERS = {script: re.compile(f"[{ranges}]") for script, ranges in _SCRIPTS.items()}
_FEWEST = 6


def language(text: str, code: str) -> Iterator[Hit]:
    """Lines most of whose letters are of no script that language `code` (ISO 639-1) is written in.

    Latin letters never count against a line: names, commands and links keep theirs in every language.
    """
    if text.isascii() and code not in _WRITTEN:
        return
    own = (*_WRITTEN.get(code.lower()[:2], ("Latin",)), "Latin")
    offset = 0
    for line in text.split("\n"):
        counts = {script: len(letters.findall(line)) for script, letters in _LETTERS.items()}
        foreign = {script: count for script, count in counts.items() if count and script not in own}
        if sum(foreign.values()) > max(_FEWEST, sum(counts.values()) / 2):
            script = max(foreign, key=lambda name: foreign[name])
            says = f"is written in {script} letters; notes here are kept in '{code}'."
            yield Hit(CODE, offset, line, says, "Translate it first.", warning=True)
        offset += len(line) + 1
