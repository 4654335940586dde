"""Runs the real program: in a pipe, and in a terminal of its own above which there is no agent's program."""

from __future__ import annotations

import json
import os
import pty
import struct
import subprocess
import sys
import termios
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from typing import Any

import pexpect
import pexpect.fdpexpect

PROGRAM = Path(sys.executable).with_name("memwarden")
LAUNCHER = Path(__file__).with_name("launcher.py")
PATIENCE = 60
SIZE = (40, 120)


@dataclass(frozen=True, slots=True)
class Answer:
    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "surrogateescape")

    @property
    def value(self) -> Any:
        return json.loads(self.out)

    @property
    def refused(self) -> str:
        """The code of a refusal given in JSON."""
        return str(self.value["refused"]["code"])


class Commands:
    """`environment` is all that the program gets; `folder` is where it is started."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment

    def __call__(self, *arguments: str | bytes, stdin: bytes = b"", code: int | None = 0) -> Answer:
        """The answer to arguments in pipes; asserts the exit code unless it is None."""
        done = subprocess.run(
            [str(PROGRAM), *arguments], input=stdin, capture_output=True, cwd=self.folder, env=self.environment
        )
        answer = Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))
        assert code in (None, answer.code), answer
        return answer

    def agent(self, *arguments: str | bytes, stdin: bytes = b"", code: int | None = 0) -> Answer:
        return self("--as", "vps/hermes", *arguments, stdin=stdin, code=code)

    def terminal(self, script: str, **environment: str) -> Terminal:
        """A shell script in a terminal of its own; `memwarden` is on its path."""
        return Terminal(script, self.folder, {**self.environment, **environment})


class Terminal:
    """A pseudo-terminal whose processes descend from nobody but init."""

    def __init__(self, script: str, folder: Path, environment: dict[str, str]) -> None:
        master, slave = pty.openpty()
        ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        name = os.ttyname(slave)
        launch = [sys.executable, "-S", "-E", str(LAUNCHER), name, "/bin/sh", "-c", f"{script}\necho EXIT:$?:"]
        subprocess.run(launch, cwd=folder, env=environment, check=True)
        # Held open to the end: a terminal that nobody holds for a moment hangs up.
        self._open = (master, slave)
        self.screen = pexpect.fdpexpect.fdspawn(master, encoding="utf-8", timeout=PATIENCE)

    def answer(self, question: str, typed: str) -> Terminal:
        """Wait for the question, and type."""
        self.screen.expect_exact(question)
        self.screen.send(typed)
        return self

    def end(self) -> tuple[int, str]:
        """The exit code of the script's last command, and what was on the screen since the last question."""
        self.screen.expect(r"EXIT:(\d+):")
        shown = str(self.screen.before)
        code = int(self.screen.match.group(1))
        for descriptor in self._open:
            os.close(descriptor)
        return code, shown

    def done(self) -> str:
        """What was shown, of a script that ended well."""
        code, shown = self.end()
        assert code == 0, shown
        return shown
