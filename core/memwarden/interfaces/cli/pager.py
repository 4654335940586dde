"""Shows a long text through the person's pager, as git does, and a short one as it is."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess

from memwarden.interfaces.cli import say


def page(text: str) -> None:
    """`$MEMWARDEN_PAGER`, `$PAGER`, else `less`; only on a terminal, and only what does not fit on the screen."""
    out = text.encode("utf-8", "backslashreplace")
    command = _pager() if say.on_terminal() and text.count("\n") >= shutil.get_terminal_size().lines else []
    if not command:
        say.data(out)
        return
    environment = {"LESS": "FRX", **os.environ}
    try:
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as pager:
            _feed(pager, out)
    except OSError:
        say.data(out)


def _pager() -> list[str]:
    if os.environ.get("TERM") in {"dumb", "", None}:
        return []
    chosen = os.environ.get("MEMWARDEN_PAGER") or os.environ.get("PAGER") or "less"
    command = shlex.split(chosen)
    return command if command and command != ["cat"] and shutil.which(command[0]) else []


def _feed(pager: subprocess.Popen[bytes], out: bytes) -> None:
    """A pager that is left before its end closes the pipe, which is no fault."""
    try:
        pager.communicate(out)
    except (BrokenPipeError, KeyboardInterrupt):
        pager.wait()
