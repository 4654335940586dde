"""Which rules hold: those of the configuration that a person accepted, else the preset of the tree's layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from memwarden.errors import DiskFailed, Refused
from memwarden.memory.nest_limits import NestLimits
from memwarden.memory.policy import CONFIG, Fault, Policy
from memwarden.memory.presets import LAYOUTS, malformed, preset, recognise
from memwarden.store.files import read_file


class Rules:
    """The file in the tree lies where agents write: it takes effect once its bytes are accepted into the store.

    The layout is that of the notes that were there first, and stays: an agent that makes a folder gets no other rules.
    """

    def __init__(self, root: Path, folder: Path, paths: Callable[[], Iterable[str]], nest: NestLimits, me: str) -> None:
        self._root = root
        self._nest = nest
        self._me = me
        self._accepted = folder / "accepted" / "config.toml"
        self._layout = folder / "accepted" / "layout"
        self._paths = paths
        self._known: tuple[object, Policy] | None = None
        self._known_nest: tuple[object, Policy] | None = None
        self._kept = ""

    def policy(self) -> Policy:
        sign = _sign(self._accepted)
        if self._known is None or self._known[0] != sign or not self._kept:
            self._known = sign, self._worked_out(there=sign is not None)
        policy = self._known[1]
        return self._in_nest(policy) if policy.layout == "nest" else policy

    def _worked_out(self, *, there: bool) -> Policy:
        """Rules that a person accepted and nobody can read now are not taken for none."""
        accepted, layout = _read(self._accepted), self.layout()
        if accepted is not None:
            return _parsed(accepted, layout)
        return malformed(Fault(1, 1, "the accepted rules cannot be read")) if there else preset(layout)

    def _in_nest(self, policy: Policy) -> Policy:
        """The policy with the sizes that the nest's people wrote, before the usual ones."""
        sign = policy, self._nest.sign()
        if self._known_nest is None or self._known_nest[0] != sign:
            own = self._nest.files(lambda identity: identity == self._me or policy.is_person(identity))
            limits = policy.limits._replace(files=(*own, *policy.limits.files))
            self._known_nest = sign, policy._replace(limits=limits)
        return self._known_nest[1]

    def layout(self) -> str:
        """The layout that holds where no accepted configuration names one."""
        if not self._kept:
            kept = (_read(self._layout) or b"").decode("ascii", "replace").strip()
            paths = () if kept in LAYOUTS else tuple(self._paths())
            if not (kept in LAYOUTS or paths):
                return recognise(())
            self._keep(kept if kept in LAYOUTS else recognise(paths))
        return self._kept

    def looks_like(self) -> str:
        """The layout that a tree of these notes would get today."""
        return recognise(self._paths())

    def freeze(self) -> None:
        """What holds now holds for good: an agent has made the first note of an empty tree."""
        if not self._kept:
            self._keep(self._known[1].layout if self._known else self.layout())

    def accepted(self) -> bytes | None:
        """The configuration that a person accepted, where one did."""
        return _read(self._accepted)

    def pending(self) -> bytes | None:
        """The configuration in the tree where it is not the accepted one, else None."""
        there = _read(self._root / CONFIG)
        return there if there is not None and there != _read(self._accepted) else None

    def accept(self, data: bytes) -> None:
        """Let this configuration hold from now on. Raises OSError."""
        _replace(self._accepted, data)

    def _keep(self, layout: str) -> None:
        self._kept = layout
        if not self._layout.exists():
            with suppress(OSError):
                _replace(self._layout, layout.encode("ascii"))


def _parsed(data: bytes, layout: str) -> Policy:
    from memwarden.memory.config import parse_config

    return parse_config(data, layout=layout)


def _replace(file: Path, data: bytes) -> None:
    """Durably: rules that a person accepted hold after a crash too."""
    temp = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    temp.replace(file)


def _sign(path: Path) -> object:
    """Changes whenever the file is replaced; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read(path: Path) -> bytes | None:
    try:
        return read_file(path)
    except (DiskFailed, Refused):
        return None
