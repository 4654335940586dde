"""What git says of the lines and sizes of a note: one process a question, always by names of commits and blobs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memwarden.errors import EngineFailed
from memwarden.sync.git import SHA, Repository
from memwarden.sync.gitlog import moment
from memwarden.sync.gitrun import run
from memwarden.text.lines import decode, encode

_OPTIONS = ("--porcelain", "-w", "-M", "--encoding=UTF-8", "--ignore-revs-file=")


@dataclass(frozen=True, slots=True)
class Blamed:
    """The commit that a line came with; `path` is relative to the tree."""

    sha: str
    author: str
    at: datetime
    subject: str
    path: str


def blame(repository: Repository, commit: str, path: str) -> tuple[Blamed, ...]:
    """One for each line of the note in that commit, changes of blanks alone passed by. Raises EngineFailed."""
    if not SHA.fullmatch(commit):
        raise EngineFailed(f"{commit} is no name of a git commit.")
    output = run(repository.top, "blame", *_OPTIONS, commit, "--", repository.prefix + path)[1]
    commits: dict[str, Blamed] = {}
    lines: list[Blamed] = []
    sha, said = "", dict[str, str]()
    for line in output.split(b"\n"):
        if line.startswith(b"\t"):
            if sha not in commits:
                commits[sha] = _blamed(sha, said, repository.prefix)
            lines.append(commits[sha])
            sha, said = "", {}
        elif not sha:
            sha = decode(line.partition(b" ")[0])
        elif sha not in commits:
            key, _, value = decode(line).partition(" ")
            said[key] = value
    return tuple(lines)


def sizes(repository: Repository, shas: Iterable[str]) -> dict[str, int]:
    """Bytes of each of these blobs; what the repository does not have is left out."""
    wanted = [sha for sha in dict.fromkeys(shas) if SHA.fullmatch(sha)]
    if not wanted:
        return {}
    asked = encode("\n".join(wanted) + "\n")
    answers = run(repository.top, "cat-file", "--batch-check=%(objecttype) %(objectsize)", stdin=asked)[1]
    words = (answer.split() for answer in answers.splitlines())
    return {sha: int(size) for sha, (kind, size) in zip(wanted, words) if kind == b"blob"}


def _blamed(sha: str, said: dict[str, str], prefix: str) -> Blamed:
    path = said.get("filename", "")
    return Blamed(
        sha, said.get("author", ""), moment(said.get("author-time", "0")), said.get("summary", ""),
        path.removeprefix(prefix),
    )  # fmt: skip


def origin(repository: Repository, commit: str, path: str, line: int) -> tuple[Blamed, int] | None:
    """The commit that a line (counted from 1) came with, and its number there; None where there is no such line.

    Raises EngineFailed.
    """
    if not SHA.fullmatch(commit):
        raise EngineFailed(f"{commit} is no name of a git commit.")
    asked = ("blame", *_OPTIONS, f"-L{line},{line}", commit, "--", repository.prefix + path)
    status, output = run(repository.top, *asked, ok=(0, 128))
    if status:
        return None
    sha, _, rest = decode(output.partition(b"\n")[0]).partition(" ")
    said = dict(decode(row).partition(" ")[::2] for row in output.split(b"\n") if not row.startswith(b"\t"))
    return _blamed(sha, said, repository.prefix), int(rest.split(" ")[0])
