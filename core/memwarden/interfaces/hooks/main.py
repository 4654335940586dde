"""The entry point of `memwarden-hook pre|post|start|stop`: what an agent's program runs around its own tools.

Nothing but the standard library is loaded until a tree is concerned. Exit codes are the programs': 0 go on, 2 do not
(stderr says why). A fault of ours stops a write to a guarded note, with one line; anywhere else it is in nobody's way.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from memwarden.interfaces.hooks.options import Options

GO_ON, STOP = 0, 2
PATIENCE = 8
"""Seconds: the programs are told to wait for ten."""


def main() -> None:
    if sys.getfilesystemencoding() != "utf-8":
        from memwarden.interfaces.utf8 import begin_again

        begin_again()
    gc.disable()  # it lives for a tenth of a second: collecting while it loads only costs time
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = GO_ON
    except Exception as error:
        code = _fault(False, f"{type(error).__name__}: {error}")
    gc.freeze()  # nor does the end look through what was loaded
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    options = Options(arguments)
    if options.fault:
        _say(options.fault)
        return GO_ON
    if options.state:
        os.environ["MEMWARDEN_STATE"] = options.state
    raw = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
    payload = _payload(raw)
    if payload is None:
        return _unreadable(options, raw)
    from memwarden.interfaces.hooks.calls import read_call

    call = read_call(options, payload)
    return GO_ON if call is None else _answer(options, call)


def _answer(options: Options, call: object) -> int:
    from memwarden.interfaces.hooks.calls import Call
    from memwarden.interfaces.hooks.places import concerned

    assert isinstance(call, Call)
    places = concerned(options, call)
    if not places:
        return GO_ON
    try:
        from memwarden.interfaces.hooks.guarded import answer_in_time

        answer = answer_in_time(options, call, places, PATIENCE)
    except Exception as error:
        return _fault(call.writes, getattr(error, "message", "") or f"{type(error).__name__}: {error}")
    if answer.out:
        sys.stdout.write(answer.out)
    for line in answer.reasons:
        _say(line)
    return STOP if answer.reasons else GO_ON


def _payload(raw: bytes) -> dict[str, object] | None:
    import json

    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _unreadable(options: Options, raw: bytes) -> int:
    """What cannot be understood may be about a note only where a tree is named in it or lies here."""
    from memwarden.interfaces.hooks.places import roots

    here = os.getcwd() + "/"
    if options.phase == "pre" and raw.strip():
        for root in roots(options):
            if os.fsencode(root) in raw or here.startswith(root + "/"):
                return _fault(True, "what the program sent is no JSON")
    return GO_ON


def _fault(write: bool, why: str) -> int:
    line = " ".join(why.split())
    if not write:
        _say(f"nothing was looked at ({line})")
        return GO_ON
    _say(f"this write cannot be guarded now ({line}): do not write there by another way, tell the person")
    return STOP


def _say(text: str) -> None:
    sys.stderr.write(f"memwarden: {text}\n".encode("utf-8", "backslashreplace").decode())
