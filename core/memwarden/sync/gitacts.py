"""The few things that git is told to do, each one a person's act: add a path, go on, give up, drop a stash.

Nothing here resets, checks out or forces by itself, and nothing adds more than the path it names. What giving up
does to the working tree is git's own doing, and said before.
"""

from __future__ import annotations

from pathlib import Path

from memwarden.errors import EngineFailed
from memwarden.sync.commits import named, person
from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode

UNLOCKED_AFTER = 60.0
"""Seconds that a lock must have been there to be called left over."""
_PLAIN = ("core.editor=true", "sequence.editor=true", "advice.detachedHead=false")


def add(repo: Repository, note: str) -> None:
    """Say that this one path is resolved, be it with a text or gone. Raises EngineFailed."""
    run(repo.top, "add", "--", repo.prefix + note)


def add_known(repo: Repository, path: str) -> None:
    """Have the next commit take along this one file as it is, where git has it. Raises EngineFailed."""
    run(repo.top, "add", "--update", "--", repo.prefix + path, ok=(0, 128))


def command(under_way: str, act: str) -> tuple[str, ...]:
    """git's words for going on with, or giving up, what is under way; empty where it has none."""
    if under_way not in {"rebase", "merge", "cherry-pick", "revert"} or act not in {"continue", "abort"}:
        return ()
    return (under_way, f"--{act}")


def carry_out(repo: Repository, words: tuple[str, ...]) -> str:
    """Run it and answer what git said; whether it worked is told by the state afterwards, not by git's status.

    Raises EngineFailed where git did not go on although nothing is unmerged.
    """
    # A rebase signs where it was begun so; there is no terminal here to ask for a passphrase at.
    begun_signed = words[0] != "rebase" or (repo.git_dir / "rebase-merge/gpg_sign_opt").exists()
    signed = () if begun_signed else ("commit.gpgSign=false",)
    try:
        return decode(run(repo.top, *words, settings=(*_PLAIN, *signed, *named(person(repo))))[1]).strip()
    except EngineFailed as failure:
        state = repo.state()
        if state.under_way and not (state.unmerged or state.unmerged_outside):
            raise
        return failure.message


def drop(repo: Repository, state: GitState, sha: str) -> None:
    """Take one entry out of the stash, found again by its name. Raises EngineFailed where it moved on."""
    names = [stash.sha for stash in state.stashes]
    if sha not in names:
        raise EngineFailed("That entry of the stash is not there any more.", "Look again.")
    run(repo.top, "stash", "drop", "--quiet", f"stash@{{{names.index(sha)}}}")


def unlock(state: GitState) -> None:
    """Remove a lock that nobody holds. Raises EngineFailed."""
    lock = state.index_lock
    if lock is None:
        return
    if lock.holder or lock.age < UNLOCKED_AFTER:
        raise EngineFailed(f"git is at work here: {lock.holder or 'the lock is new'}.", "Wait for it to end.")
    try:
        lock.path.unlink(missing_ok=True)
    except OSError as error:
        raise EngineFailed(f"{lock.path} cannot be removed: {error.strerror}.") from error


def steps(git_dir: Path) -> tuple[int, int]:
    """How many commits of a rebase are done, the stopped one included, and how many there are; 0 for not known."""
    for folder, now, all_ in (("rebase-merge", "msgnum", "end"), ("rebase-apply", "next", "last")):
        try:
            return int((git_dir / folder / now).read_bytes()), int((git_dir / folder / all_).read_bytes())
        except (OSError, ValueError):
            continue
    return 0, 0
