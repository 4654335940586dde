"""Asks the person at the terminal itself, past whatever stdin is."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from memwarden.errors import Code, Refused
from memwarden.text.visible import visible

_LONGEST = 4096


def require_word(word: str, question: str) -> None:
    """Raises Refused PERSON_ONLY where the person does not type this very word, or where there is no terminal."""
    answer = _asked(f"{question}\nType the word {word} to do it: ")
    if answer != word:
        raise Refused(Code.PERSON_ONLY, f"The word {word} was not typed: nothing was done.", "")


def require_yes(question: str) -> None:
    """Raises Refused PERSON_ONLY unless the person answers yes."""
    if _asked(f"{question} [y/N] ").lower() not in {"y", "yes"}:
        raise Refused(Code.PERSON_ONLY, "Not confirmed: nothing was done.", "")


def unseen(question: str) -> bytes:
    """What the person types, which the terminal does not show. Raises Refused PERSON_ONLY."""
    return os.fsencode(_asked(question, shown=False))


def _asked(question: str, *, shown: bool = True) -> str:
    text = "\n".join(visible(line) for line in question.split("\n"))
    sys.stdout.flush()
    try:
        with open("/dev/tty", "r+b", buffering=0) as terminal, _echo(terminal.fileno(), shown):
            # Keys that were pressed before the question was there are no answer to it.
            termios.tcflush(terminal, termios.TCIFLUSH)
            terminal.write(text.encode("utf-8", "backslashreplace"))
            return os.fsdecode(os.read(terminal.fileno(), _LONGEST)).strip()
    except OSError as error:
        raise Refused(
            Code.PERSON_ONLY, "There is no terminal to ask at.", "Do it at a terminal, or in memwarden's screen."
        ) from error


@contextmanager
def _echo(terminal: int, shown: bool) -> Iterator[None]:
    """Whether the terminal shows what is typed."""
    if shown:
        yield
        return
    before = termios.tcgetattr(terminal)
    hidden = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(terminal, termios.TCSADRAIN, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        os.write(terminal, b"\n")
