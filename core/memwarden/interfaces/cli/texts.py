"""Texts given as arguments: themselves, or `-` for what stdin holds."""

from __future__ import annotations

import os
import sys

from memwarden.errors import Code, Refused


def text_of(argument: str) -> bytes:
    """The bytes of a text argument, exactly."""
    return sys.stdin.buffer.read() if argument == "-" else os.fsencode(argument)


def file_of(argument: str) -> bytes:
    """The bytes of a file, or of stdin for `-`. Raises Refused BAD_ARGUMENT, OSError."""
    if argument == "-":
        return sys.stdin.buffer.read()
    try:
        with open(argument, "rb") as file:
            return file.read()
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Refused(Code.BAD_ARGUMENT, f"{argument} is no file to read.", "Name a file, or - for stdin.") from error


def note_and_revision(named: str) -> tuple[str, str]:
    """`NOTE@REV` as its two parts; the revision is empty where none is named, for a note's name may hold an @."""
    note, at, revision = named.rpartition("@")
    is_revision = revision and all(digit in "0123456789abcdef" for digit in revision)
    if at and (is_revision or (note.endswith(".md") and not named.endswith(".md"))):
        return note, revision
    return named, ""


def short(revision: str | None) -> str:
    """The first digits of a revision, as people see it."""
    return revision[:8] if revision else "gone"


def is_text(argument: str) -> bool:
    """Whether an argument that begins with a dash is a text, such as a markdown list, and no option."""
    body = argument.lstrip("-")
    dashes = len(argument) - len(body)
    return dashes > 2 or (dashes > 0 and body != "" and not (body[0].isalnum() or body[0] == "_"))
