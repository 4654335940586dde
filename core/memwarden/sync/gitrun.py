"""One plain git process: it takes no lock to look, asks nobody and obeys no leaked environment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from memwarden.errors import EngineFailed
from memwarden.text.lines import decode, encode

_SECONDS = 60.0
# A hook runs with GIT_DIR and the like of *its* repository; only what says how to run git may pass.
_PASS = frozenset(
    {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_SSH", "GIT_SSH_COMMAND"}
)
_FORCED = {
    # Without this, looking at the state takes index.lock and makes half of another program's commits fail.
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
_SETTINGS = (
    "core.quotepath=off",
    "core.fsmonitor=false",
    "log.follow=false",
    "log.showSignature=false",
    "log.showRoot=true",
)


def environment() -> dict[str, str]:
    """The environment that every git process of memwarden gets."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _PASS}
    return kept | _FORCED


def run(
    folder: Path, *arguments: str, stdin: bytes = b"", ok: tuple[int, ...] = (0,), settings: Iterable[str] = ()
) -> tuple[int, bytes]:
    """Exit status and output; any status that is not in `ok` is an `EngineFailed` with git's own words.

    Arguments may hold the surrogates of names that are not UTF-8; `settings` hold for this process, as `name=value`.
    """
    import subprocess

    told = [word for setting in (*_SETTINGS, *settings) for word in ("-c", setting)]
    command = [encode(word) for word in ("git", *told, *arguments)]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment(),
            input=stdin,
            capture_output=True,
            # ssh would ask for a passphrase at the terminal of the session.
            start_new_session=True,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise EngineFailed("git is not installed, so its history cannot be read.", "Install git.") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineFailed(f"git {arguments[0]} did not run: {error}.") from error
    if done.returncode not in ok:
        said = decode(done.stderr).strip()
        raise EngineFailed(f"git {arguments[0]} failed: {said or done.returncode}", _hint(said))
    return done.returncode, done.stdout


def _hint(said: str) -> str:
    if "dubious ownership" in said:
        return "It belongs to another user: `git config --global --add safe.directory` lets git read it."
    return ""
