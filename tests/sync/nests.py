"""Repositories of agents' memory, made by real commits."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def wait_until(true: Callable[[], object], seconds: float = 20.0) -> None:
    """Looks again every 20 ms until `true` is; fails after `seconds`."""
    tick = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if true():
            return
        tick.wait(0.02)
    raise AssertionError(f"not so within {seconds} s")


@dataclass
class Nest:
    """A working copy in which real commits are made."""

    path: Path
    clock: int = 1_790_000_000

    def git(self, *arguments: str | bytes, ok: bool = True) -> bytes:
        self.clock += 60
        stamp = f"{self.clock} +0000"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment |= {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp, "GIT_EDITOR": "true"}
        environment |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
        done = subprocess.run(["git", *arguments], cwd=self.path, env=environment, capture_output=True)
        assert done.returncode == 0 or not ok, done.stderr
        return done.stdout

    def write(self, name: str | bytes, data: bytes) -> None:
        file = self.path / os.fsdecode(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def commit(self, message: str | bytes, *options: str | bytes) -> str:
        self.git("add", "-A")
        self.git(*options, "commit", "-q", "--allow-empty", "-m", message)
        return self.head()

    def share(self, name: str, data: bytes, message: str) -> None:
        """Write, commit and push a file, as somebody at another machine does."""
        self.write(name, data)
        self.commit(message)
        self.git("push", "-q")

    def head(self) -> str:
        return self.git("rev-parse", "HEAD").decode().strip()

    def clone(self, path: Path) -> Nest:
        subprocess.run(["git", "clone", "-q", self.path, path], check=True, capture_output=True)
        return set_up(Nest(path, self.clock))


def set_up(nest: Nest) -> Nest:
    nest.git("config", "user.name", "Sam")
    nest.git("config", "user.email", "sam@example.org")
    nest.git("config", "commit.gpgsign", "false")
    return nest
