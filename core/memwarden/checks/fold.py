"""Text as a pattern should see it: lookalikes, emphasis, entities and hidden characters undone."""

from __future__ import annotations

import re
import unicodedata

from memwarden.checks.hidden import strip_hidden
from memwarden.checks.patterns import compiled

_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтгѵӏоαορνικυχεητγωβոսօցհıɡɩøđłᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",
    "aeopcyxijshdqwbkmhtrvloaopvikuxentywbnuoghigiodlabcdefghijklmnoprstuvwyz",
)
_LOOKALIKE = f"[{''.join(map(chr, _LOOKALIKES))}]"
_ACCENTS = "[\u0300-\u036f]+"
_MARKUP = "*`~\\"
_UNDERLINES = r"_+"
_PLAIN_TAG = r"</?[a-z][a-z0-9]{0,15}\s*/?>"
_ENTITY = r"&#?\w{1,31};"


def plain(text: str) -> str:
    """Lower case, compatibility forms composed, markup inside words gone; as many lines as before."""
    if "&" in text:
        import html

        text = compiled(_ENTITY).sub(lambda entity: html.unescape(entity[0]).replace("\n", " "), text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", strip_hidden(text)).casefold()
    text = text.lower()
    for mark in _MARKUP:
        text = text.replace(mark, "")
    if "_" in text:
        text = compiled(_UNDERLINES).sub(_inside_word, text)
    return compiled(_PLAIN_TAG).sub("", text) if "<" in text else text


def _inside_word(underlines: re.Match[str]) -> str:
    """Underlines between two letters belong to a name, all others are emphasis."""
    text, start, end = underlines.string, underlines.start(), underlines.end()
    return underlines[0] if text[start - 1 : start].isalnum() and text[end : end + 1].isalnum() else ""


def folded(text: str) -> str:
    """`plain` text with accents taken off and Cyrillic, Greek and small-capital lookalikes made Latin."""
    if text.isascii():
        return text
    bare = compiled(_ACCENTS).sub("", unicodedata.normalize("NFKD", text))
    return compiled(_LOOKALIKE).sub(lambda char: char[0].translate(_LOOKALIKES), bare)
