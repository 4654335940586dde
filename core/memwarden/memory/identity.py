"""Who reads and writes: `<host>/<agent>`, in nestwork's form, and how this machine says which one is meant.

nestwork keeps the host in `~/.nestwork_host`, an agent's id in `~/.nestwork_id_<tool>` (older: both lines in
`~/.nestwork_id`); `NESTWORK_HOST`, `NESTWORK_AGENT_ID` and `NESTWORK_SELF` (the whole) go before the files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from memwarden.errors import Code, Refused

RESERVED = frozenset({"all", "anyone", "human", "me", "memwarden", "nobody", "outside", "person", "unknown", "you"})

_HOST = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_AGENT = r"[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9_])?"
_SUFFIX = r"-[a-z0-9]{4}$"
_UNSAFE = frozenset('\\:*?"<>| ')
_LONGEST = 64


class Identity(NamedTuple):
    """One writer: a lowercased short host name, and `<tool>`, `<tool>-<4 chars>` or a person's user name."""

    host: str
    agent: str

    def __str__(self) -> str:
        return f"{self.host}/{self.agent}"

    @property
    def tool(self) -> str:
        return re.sub(_SUFFIX, "", self.agent)

    @property
    def directory(self) -> str:
        """The directory of the tree that only this identity writes."""
        return f"agents/{self}"

    @classmethod
    def parse(cls, text: str) -> Identity:
        """Read one that was written elsewhere: letters of any case, but no path and no hidden character.

        Raises Refused(BAD_IDENTITY).
        """
        parts = text.strip().split("/")
        if len(parts) != 2 or not all(map(_readable, parts)):
            raise _bad(text, _suggestion(text))
        if parts[1].lower() in RESERVED:
            raise Refused(
                Code.BAD_IDENTITY,
                f"{parts[1]!r} is nobody's name: it is kept for what memwarden says itself.",
                "Use the name of the tool, such as laptop/claude.",
            )
        return cls(*parts)

    @classmethod
    def bind(cls, text: str) -> Identity:
        """Take one for a writer, exactly as nestwork would write it; raises Refused(BAD_IDENTITY)."""
        found = cls.parse(text)
        if not (re.fullmatch(_HOST, found.host) and re.fullmatch(_AGENT, found.agent)):
            raise _bad(text, _suggestion(text))
        return found


def local_host(environ: Mapping[str, str] = os.environ, home: Path | None = None) -> str:
    """This machine's name in identities; `unknown` where the system has none."""
    home = home or _home()
    legacy = _lines(home / ".nestwork_id")
    named = (
        environ.get("NESTWORK_HOST", ""),
        *_lines(home / ".nestwork_host")[:1],
        *legacy[:-1][:1],
        os.uname().nodename,
    )
    return next(filter(None, map(_short_host, named)), "unknown")


def local_person(environ: Mapping[str, str] = os.environ, home: Path | None = None) -> str:
    """The identity of whoever runs this process: the system's user, which the environment cannot rename."""
    import pwd

    try:
        user = _slug(pwd.getpwuid(os.getuid()).pw_name)
    except KeyError:
        user = ""
    if not user or user in RESERVED:
        user = f"uid-{os.getuid()}"
    return f"{local_host(environ, home)}/{user}"


def agent_identity(tool: str, environ: Mapping[str, str] = os.environ, home: Path | None = None) -> str:
    """The identity of `tool` on this machine, the one nestwork gave it where it did.

    Raises Refused(BAD_IDENTITY) where the environment or nestwork's file says something that cannot be one.
    """
    home = home or _home()
    if whole := environ.get("NESTWORK_SELF", "").strip():
        return str(Identity.bind(whole))
    tool = _slug(tool)
    agent = (
        environ.get("NESTWORK_AGENT_ID", "").strip()
        or next(iter(_lines(home / f".nestwork_id_{tool}")), "")
        or _legacy_agent(tool, _lines(home / ".nestwork_id"))
        or tool
    )
    return str(Identity.bind(f"{local_host(environ, home)}/{agent}"))


def _legacy_agent(tool: str, lines: list[str]) -> str:
    """The one file of old held one tool's id: another tool must not take it."""
    named = lines[-1] if lines else ""
    return named if named == tool or re.sub(_SUFFIX, "", named) == tool else ""


def _readable(part: str) -> bool:
    return 0 < len(part) <= _LONGEST and part.isprintable() and not part.startswith(".") and _UNSAFE.isdisjoint(part)


def _suggestion(text: str) -> str:
    host, _, agent = text.strip().rpartition("/")
    host, agent = _short_host(host), _slug(agent)
    return f"{host}/{agent}" if host and agent and agent not in RESERVED else ""


def _bad(text: str, instead: str) -> Refused:
    return Refused(
        Code.BAD_IDENTITY,
        f"{text[:80]!r} is not an identity: it is <host>/<agent>, lowercase, such as vps/hermes.",
        f"Did you mean {instead}?" if instead and instead != text else "",
    )


def _short_host(name: str) -> str:
    return _slug(name.strip().split(".")[0]).replace(".", "-")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9._-]+", "-", name.strip().lower()).strip("-._")[:62].rstrip("-._")


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        return Path("/nonexistent")


def _lines(path: Path) -> list[str]:
    """The file's lines that say something; none where it cannot be read."""
    try:
        if not path.is_file():
            return []
        with path.open("rb") as file:
            text = file.read(4096).decode("utf-8", "replace")
    except OSError:
        return []
    return [line.strip() for line in text.splitlines() if line.strip()]
