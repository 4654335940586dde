"""Asks the person at the terminal itself, past whatever stdin is."""

from __future__ import annotations

import os
import sys
import termios

from memwarden.errors import Code, Refused
from memwarden.text.visible import visible


def require_word(word: str, question: str) -> None:
    """Raises Refused PERSON_ONLY where the person does not type this very word, or where there is no terminal."""
    answer = _asked(f"{question}\nType the word {word} to do it: ")
    if answer != word:
        raise Refused(Code.PERSON_ONLY, f"The word {word} was not typed: nothing was done.", "")


def require_yes(question: str) -> None:
    """Raises Refused PERSON_ONLY unless the person answers yes."""
    if _asked(f"{question} [y/N] ").lower() not in {"y", "yes"}:
        raise Refused(Code.PERSON_ONLY, "Not confirmed: nothing was done.", "")


def _asked(question: str) -> str:
    shown = "\n".join(visible(line) for line in question.split("\n"))
    sys.stdout.flush()
    try:
        with open("/dev/tty", "r+b", buffering=0) as terminal:
            # Keys that were pressed before the question was there are no answer to it.
            termios.tcflush(terminal, termios.TCIFLUSH)
            terminal.write(shown.encode("utf-8", "backslashreplace"))
            return os.read(terminal.fileno(), 1024).decode("utf-8", "replace").strip()
    except OSError as error:
        raise Refused(
            Code.PERSON_ONLY, "There is no terminal to ask at.", "Do it at a terminal, or in memwarden's screen."
        ) from error
