"""Text that programs hand over, as the bytes of a file: JSON can hold half a character, a note cannot."""

from __future__ import annotations

from memwarden.errors import Code, Refused
from memwarden.text.lines import encode


def whole_bytes(text: str | bytes) -> bytes:
    """Raises Refused BAD_ARGUMENT for a lone surrogate that stands for no byte."""
    if isinstance(text, bytes):
        return text
    try:
        return encode(text)
    except UnicodeEncodeError as error:
        raise Refused(
            Code.BAD_ARGUMENT, f"Character {error.start + 1} of the text is half of one, which no file can hold.",
            "Send it whole, as UTF-8.",
        ) from None  # fmt: skip
