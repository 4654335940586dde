"""Commits made of texts that are at hand, whatever lies in the working tree, and past whatever a person has staged.

git's own index is never what is committed: a chain of commits is built beside it, the branch moves to its end at once,
and the index follows only where it was as the branch had it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from memwarden.errors import EngineFailed
from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitfiles import File, committed, new_mode, staged
from memwarden.sync.gitrun import run
from memwarden.text.ages import age
from memwarden.text.lines import decode, encode


class Ident(NamedTuple):
    name: str
    email: str


MEMWARDEN = Ident("memwarden", "memwarden@localhost")


class Draft(NamedTuple):
    """One commit to be: blobs by path, None for what goes."""

    author: Ident
    at: datetime
    message: str
    blobs: Mapping[str, str | None]


def blocked(state: GitState) -> str:
    """Why nothing can be committed now, for a person; empty where it can."""
    if state.under_way:
        return f"a {state.under_way} is under way"
    if state.detached:
        return "the repository is on no branch"
    if unmerged := len(state.unmerged) + state.unmerged_outside:
        return f"{unmerged} file{'' if unmerged == 1 else 's'} unmerged"
    if (lock := state.index_lock) is not None:
        return f"git is locked by {lock.holder or f'an index.lock that is {age(lock.age)} old'}"
    return ""


def person(repo: Repository) -> Ident:
    """Who git is configured to be; `MEMWARDEN` where it is nobody."""
    told = decode(run(repo.top, "config", "-z", "--get-regexp", r"^user\.(name|email)$", ok=(0, 1))[1])
    known = dict(entry.split("\n", 1) for entry in told.split("\0") if "\n" in entry)
    name, email = (_plain(known.get(f"user.{part}", "")) for part in Ident._fields)
    return Ident(name or MEMWARDEN.name, email or MEMWARDEN.email)


def named(who: Ident) -> tuple[str, ...]:
    """git's settings for whoever commits, also where nobody told it."""
    return (f"user.name={who.name}", f"user.email={who.email}")


def build(
    repo: Repository, head: str, there: Mapping[str, File], drafts: Iterable[Draft], committer: Ident, now: datetime,
    next_: str,
) -> str:  # fmt: skip
    """The last of a chain of commits on top of `head`, which has the files `there`: on no branch yet, in no index.

    Until `advance` the reference `next_` keeps them: one that nobody else in this repository uses.
    """
    stream = [b"feature done\n"]
    for number, draft in enumerate(drafts):
        stream.append(encode(f"commit {next_}\nauthor {_signed(draft.author, draft.at)}\n"))
        stream.append(encode(f"committer {_signed(committer, now)}\n"))
        message = encode(draft.message)
        stream.append(b"data %d\n%b\n" % (len(message), message))
        stream.append(b"" if number or not head else encode(f"from {head}\n"))
        for path, blob in draft.blobs.items():
            name = _quoted(repo.prefix + path)
            mode = there[path].mode if path in there else new_mode(repo, path)
            stream.append(encode(f"M {mode} {blob} {name}\n" if blob else f"D {name}\n"))
    run(repo.top, "fast-import", "--quiet", "--force", stdin=b"".join(stream) + b"done\n")
    return decode(run(repo.top, "rev-parse", "--verify", next_)[1]).strip()


def advance(repo: Repository, before: str, after: str, why: str, next_: str) -> None:
    """Move what is checked out from one commit to another at once.

    Raises EngineFailed where that stands elsewhere by now, or git is at work there.
    """
    if (repo.git_dir / "index.lock").exists():
        raise EngineFailed("git is at work here just now.")
    orders = f"update HEAD {after} {before or '0' * len(after)}\ndelete {next_} {after}\n"
    # The word that comes first says in the reflog that no file changed by it.
    run(repo.top, "update-ref", "-m", f"commit (memwarden): {why}", "--stdin", stdin=encode(orders))


def follow(repo: Repository, before: str, after: str) -> None:
    """Let the index have what the branch has now, but not where a person had staged something else."""
    index, now = staged(repo), committed(repo, after)
    orders = []
    for path, (old, new) in repo.changes(before or _nothing(repo), after).items():
        there = index.get(path)
        if (there.blob if there else None) == old:
            mode = "0" if new is None else (there or now[path]).mode
            orders.append(f"{mode} {new or '0' * len(after)}\t{repo.prefix}{path}\0")
    if orders:
        run(repo.top, "update-index", "-z", "--index-info", stdin=encode("".join(orders)))
        # Else git takes what it did not write itself for changed, as `git reset --keep` does.
        run(repo.top, "update-index", "-q", "--refresh", ok=(0, 1))


def holds(repo: Repository, commit: str, branch: str = "HEAD") -> bool:
    """Whether the branch has this commit."""
    return run(repo.top, "merge-base", "--is-ancestor", commit, branch, ok=(0, 1, 128))[0] == 0


def _nothing(repo: Repository) -> str:
    """git's name of a folder without files."""
    return decode(run(repo.top, "hash-object", "-t", "tree", "--stdin")[1]).strip()


def _signed(who: Ident, at: datetime) -> str:
    return f"{who.name} <{who.email}> {int(at.timestamp())} {at:%z}"


def _plain(name: str) -> str:
    """What may stand in the line of an author."""
    return " ".join(name.translate(dict.fromkeys(map(ord, "<>\n\0"), " ")).split())


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
