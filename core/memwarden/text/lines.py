"""Split bytes into lines and back, without changing one of them."""

from __future__ import annotations

from io import BytesIO


def split_lines(data: bytes) -> list[bytes]:
    """Lines with their ends; only LF ends a line, so CRLF stays whole and a lone CR stays inside.

    `b"".join(split_lines(data)) == data` for every input.
    """
    return BytesIO(data).readlines()


def line_ending(data: bytes) -> bytes:
    """The line end most of the text uses: CRLF or LF (LF for a text without any)."""
    crlf = data.count(b"\r\n") if b"\r" in data else 0
    return b"\r\n" if crlf and crlf * 2 > data.count(b"\n") else b"\n"


def decode(data: bytes) -> str:
    """Text for people and agents; bytes that are not UTF-8 survive a round trip through `encode`."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The exact bytes that `decode` was given."""
    return text.encode("utf-8", "surrogateescape")


def is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
