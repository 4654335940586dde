"""What the installed command line says: the phase, and who calls from where."""

from __future__ import annotations

from collections.abc import Sequence

PHASES = ("pre", "post", "start", "stop")
USAGE = (
    "memwarden-hook pre|post|start|stop [--tree DIR] [--as HOST/ID] [--origin chat] "
    "[--client claude|codex|gemini] [--state DIR]"
)
_NAMES = {"--as": "identity", "--origin": "origin", "--client": "client", "--tree": "tree", "--state": "state"}


class Options:
    """`fault` says what is wrong with the arguments; read by hand, for parsers take longer than the hook may."""

    __slots__ = ("client", "fault", "identity", "origin", "phase", "state", "tree")

    def __init__(self, arguments: Sequence[str]) -> None:
        self.phase = arguments[0] if arguments else ""
        self.identity = self.origin = self.client = self.tree = self.state = ""
        self.fault = "" if self.phase in PHASES else f"usage: {USAGE}"
        rest = iter(arguments[1:])
        for argument in rest:
            name, equals, value = argument.partition("=")
            if name not in _NAMES:
                self.fault = f"usage: {USAGE}"
                return
            setattr(self, _NAMES[name], value if equals else next(rest, ""))
