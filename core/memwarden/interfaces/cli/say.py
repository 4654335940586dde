"""Everything that leaves the command line: sentences, exact bytes, JSON, refusals."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from memwarden.errors import Refused


def on_terminal() -> bool:
    return os.isatty(1)


def colourful() -> bool:
    """Whether stdout is a terminal that shows colours and whoever looks at it wants them."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in {"dumb", ""}


def data(out: bytes) -> None:
    """Exact bytes, for whoever reads a pipe."""
    sys.stdout.buffer.write(out)


def line(text: str) -> None:
    """One line that no note, name or subject in it can break or colour."""
    data(_visible(text).encode("utf-8", "backslashreplace") + b"\n")


def fields(texts: Iterable[str]) -> None:
    """One line of fields between tabs; a tab in a field is shown as a blank."""
    data(b"\t".join(_visible(text).encode("utf-8", "backslashreplace") for text in texts) + b"\n")


def lines(texts: Iterable[str]) -> None:
    for text in texts:
        line(text)


def value(out: Any) -> None:
    """JSON; bytes that are not UTF-8 are escaped, and on a terminal whatever it could obey is too."""
    text = json.dumps(out, ensure_ascii=on_terminal(), indent=2 if on_terminal() else None)
    data(text.encode("utf-8", "backslashreplace") + b"\n")


def aside(text: str) -> None:
    """A line on stderr."""
    sys.stdout.flush()
    sys.stderr.buffer.write(_visible(text).encode("utf-8", "backslashreplace") + b"\n")
    sys.stderr.flush()


def forget_stdout() -> None:
    """Nothing more gets out there: what is left of the output must not be tried again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush() -> None:
    """Now, for whoever follows along."""
    sys.stdout.flush()


def refused(refusal: Refused, *, as_json: bool) -> None:
    if as_json:
        said = {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
        value({"refused": said | {name: detail for name, detail in refusal.details.items() if name not in said}})
        sys.stdout.flush()
        return
    aside(refusal.message)
    if refusal.hint:
        aside(refusal.hint)


def failed(message: str, hint: str, *, as_json: bool) -> None:
    if _flushed({"failed": {"message": message, "hint": hint}} if as_json else None) and as_json:
        return
    aside(message)
    if hint:
        aside(hint)


def _flushed(out: Any) -> bool:
    """Whether stdout took it, and what it held before: it may itself be what failed. Raises BrokenPipeError."""
    try:
        if out:
            value(out)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        forget_stdout()
        return False
    return True


def _visible(text: str) -> str:
    """What is plainly clean needs no rules for scripts and emoji, whose loading takes longer than most answers."""
    if text.isascii() and text.isprintable():
        return text
    from memwarden.text.visible import visible

    return visible(text, tabs=1)
