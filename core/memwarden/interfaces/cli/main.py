"""The entry point of `memwarden`: runs one verb and turns what it raises into an exit code and a message."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence

from memwarden.errors import Failed, Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.plain import plain

DONE, REFUSED, USAGE, FAILED = range(4)
BROKEN_PIPE = 141
INTERRUPTED = 130
_COMPLETING = "_MEMWARDEN_COMPLETE"


def main() -> None:
    """Exit codes: 0 done, 1 refused and nothing written, 2 usage, 3 the machine failed."""
    if sys.getfilesystemencoding() != "utf-8":
        from memwarden.interfaces.utf8 import begin_again

        begin_again()
    if instruction := os.environ.get(_COMPLETING):
        from click.shell_completion import shell_complete

        from memwarden.interfaces.cli.verbs import root

        sys.exit(shell_complete(root, {}, "memwarden", _COMPLETING, instruction))
    gc.disable()  # a verb lives for a tenth of a second: collecting while it loads only costs time
    code = run(sys.argv[1:])
    gc.freeze()  # nor does the end look through what was loaded
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    door = Door()
    _replace_closed_streams()
    try:
        return _outcome(door, arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        say.forget_stdout()
        return BROKEN_PIPE
    except Exception:
        import traceback

        traceback.print_exc()
        return FAILED


def _outcome(door: Door, arguments: Sequence[str]) -> int:
    try:
        with door:
            code = _carried_out(door, arguments)
            sys.stdout.flush()
        return code or door.code
    except Refused as refusal:
        say.refused(refusal, as_json=door.json)
        return REFUSED
    except Failed as failure:
        say.failed(failure.message, failure.hint, as_json=door.json)
        return FAILED
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        where = f"{error.filename}: " if error.filename else ""
        say.failed(f"{where}{error.strerror or error}", "", as_json=door.json)
        return FAILED
    except EOFError:
        return INTERRUPTED


def _carried_out(door: Door, arguments: Sequence[str]) -> int:
    if (act := plain(door, arguments)) is not None:
        act()
        return DONE
    import click

    from memwarden.interfaces.cli.verbs import root

    try:
        with root.make_context("memwarden", list(arguments), obj=door) as context:
            root.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as wrong:
        wrong.show()
        return USAGE
    return DONE


def _replace_closed_streams() -> None:
    """A shell may start this with a stream closed (`>&-`), which Python gives as None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
