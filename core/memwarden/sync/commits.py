"""Commits made of texts that are at hand, whatever lies in the working tree, and past whatever a person has staged.

git's own index is never what is committed: a chain of commits is built beside it, the branch moves to its end at once,
and the index follows only where it was as the branch had it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from memwarden.sync.git import GitState, Repository
from memwarden.sync.gitrun import run
from memwarden.text.ages import age
from memwarden.text.lines import decode, encode

_NEXT = "refs/memwarden/next"
_PLAIN = "100644"
_FILES = frozenset({_PLAIN, "100755"})


class File(NamedTuple):
    """A path as git has it."""

    mode: str
    blob: str

    @property
    def is_plain(self) -> bool:
        return self.mode in _FILES


class Ident(NamedTuple):
    name: str
    email: str


class Draft(NamedTuple):
    """One commit to be: blobs by path, None for what goes."""

    author: Ident
    at: datetime
    message: str
    blobs: Mapping[str, str | None]


def blocked(state: GitState, head: str) -> str:
    """Why nothing can be committed now, for a person; empty where it can."""
    if state.under_way:
        return f"a {state.under_way} is under way"
    if state.detached:
        return "the repository is on no branch"
    if unmerged := len(state.unmerged) + state.unmerged_outside:
        return f"{unmerged} file{'' if unmerged == 1 else 's'} unmerged"
    if (lock := state.index_lock) is not None:
        return f"git is locked by {lock.holder or f'an index.lock that is {age(lock.age)} old'}"
    return "" if head else "there is no commit yet to go on from"


def committed(repo: Repository, commit: str) -> dict[str, File]:
    """The tree's files in a commit."""
    return _files(repo, 2, "ls-tree", "-r", "-z", "--full-tree", commit)


def staged(repo: Repository) -> dict[str, File]:
    """The tree's files in git's index."""
    return _files(repo, 1, "ls-files", "-s", "-z")


def ignored(repo: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of these paths, none beyond a symlink, that git is told to ignore and does not have."""
    named = "".join(f"./{repo.prefix}{path}\0" for path in paths)
    # Paths are literal here anyway, and git refuses to be told so.
    asked = ("--no-literal-pathspecs", "check-ignore", "-z", "--stdin")
    found = decode(run(repo.top, *asked, stdin=encode(named), ok=(0, 1))[1]).split("\0")
    return frozenset(path.removeprefix(f"./{repo.prefix}") for path in found if path)


def blob_of(repo: Repository, path: str, data: bytes, *, keep: bool) -> str:
    """git's name of these bytes under this path, with filters and line ends as `git add` has them."""
    kept = ("-w",) if keep else ()
    return decode(run(repo.top, "hash-object", *kept, "--stdin", f"--path={repo.prefix}{path}", stdin=data)[1]).strip()


def person(repo: Repository) -> Ident:
    """Who git is configured to be; memwarden where it is nobody."""
    told = decode(run(repo.top, "config", "-z", "--get-regexp", r"^user\.(name|email)$", ok=(0, 1))[1])
    known = dict(entry.split("\n", 1) for entry in told.split("\0") if "\n" in entry)
    name, email = (_plain(known.get(f"user.{part}", "")) for part in Ident._fields)
    return Ident(name or "memwarden", email or "memwarden@localhost")


def build(
    repo: Repository, head: str, there: Mapping[str, File], drafts: Iterable[Draft], committer: Ident, now: datetime
) -> str:
    """The last of a chain of commits on top of `head`, which has the files `there`: on no branch yet, in no index."""
    stream = [b"feature done\n"]
    for number, draft in enumerate(drafts):
        stream.append(encode(f"commit {_NEXT}\nauthor {_signed(draft.author, draft.at)}\n"))
        stream.append(encode(f"committer {_signed(committer, now)}\n"))
        message = encode(draft.message)
        stream.append(b"data %d\n%b\n" % (len(message), message))
        stream.append(b"" if number else encode(f"from {head}\n"))
        for path, blob in draft.blobs.items():
            name = _quoted(repo.prefix + path)
            mode = there[path].mode if path in there else _PLAIN
            stream.append(encode(f"M {mode} {blob} {name}\n" if blob else f"D {name}\n"))
    run(repo.top, "fast-import", "--quiet", "--force", stdin=b"".join(stream) + b"done\n")
    return decode(run(repo.top, "rev-parse", "--verify", _NEXT)[1]).strip()


def advance(repo: Repository, branch: str, before: str, after: str, why: str) -> None:
    """Move the branch from one commit to another at once. Raises EngineFailed where it stands elsewhere by now."""
    orders = f"update refs/heads/{branch} {after} {before}\ndelete {_NEXT} {after}\n"
    # The word that comes first says in the reflog that no file changed by it.
    run(repo.top, "update-ref", "-m", f"commit (memwarden): {why}", "--stdin", stdin=encode(orders))


def follow(repo: Repository, before: str, after: str) -> None:
    """Let the index have what the branch has now, but not where a person had staged something else."""
    index = staged(repo)
    orders = []
    for path, (old, new) in repo.changes(before, after).items():
        there = index.get(path)
        if (there.blob if there else None) == old:
            mode = "0" if new is None else there.mode if there else _PLAIN
            orders.append(f"{mode} {new or '0' * len(after)}\t{repo.prefix}{path}\0")
    if orders:
        run(repo.top, "update-index", "-z", "--index-info", stdin=encode("".join(orders)))


def holds(repo: Repository, commit: str) -> bool:
    """Whether the branch has this commit."""
    return run(repo.top, "merge-base", "--is-ancestor", commit, "HEAD", ok=(0, 1, 128))[0] == 0


def is_ignored(repo: Repository) -> bool:
    """Whether git is told to ignore the whole tree."""
    return bool(repo.prefix) and bool(ignored(repo, [""]))


def _files(repo: Repository, blob: int, *asked: str) -> dict[str, File]:
    """What git lists as words, the mode first and the blob at its place, a tab and the path."""
    inside = ("--", repo.prefix) if repo.prefix else ()
    entries = (entry.partition("\t") for entry in decode(run(repo.top, *asked, *inside)[1]).split("\0"))
    found = ((path.removeprefix(repo.prefix), said.split(" ")) for said, _, path in entries if path)
    return {path: File(words[0], words[blob]) for path, words in found}


def _signed(who: Ident, at: datetime) -> str:
    return f"{who.name} <{who.email}> {int(at.timestamp())} {at:%z}"


def _plain(name: str) -> str:
    """What may stand in the line of an author."""
    return " ".join(name.translate(dict.fromkeys(map(ord, "<>\n\0"), " ")).split())


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
