"""One proposal: a change to a note that an agent may not make itself and a person confirms or rejects.

`agents/<host>/<agent>/proposals/<id>.md` in the proposer's own directory is eight `key: value` lines between
`---` lines, a blank line, and the proposed text byte for byte. `sources` is a JSON list of quotes on its
line. Verdicts are never written here: a mark in a file that an agent can write is none.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath

from memwarden.errors import Code, Refused
from memwarden.memory.letters import NO_TIME, UNTIMED, head_problems, owner_of, stamp, time_of
from memwarden.memory.outbox import new_id
from memwarden.text.append import joined
from memwarden.text.header import Header, is_line, join_header, split_header

KEYS = ("id", "from", "target", "act", "base", "why", "sources", "created")
ACTS = ("append", "rewrite", "create", "delete")

_REVISION = re.compile(r"[0-9a-f]{8,64}")


@dataclass(frozen=True, slots=True)
class Proposal:
    """`sender` is the owner of the directory; `digest` is the sha256 of the file, what a person confirms.

    `verdict` and `reason` come from the person's store. `created` is 1970 where the file tells no time.
    """

    id: str
    sender: str
    target: str
    act: str
    base: str
    why: str
    sources: tuple[str, ...]
    created: datetime
    text: bytes
    path: str
    digest: str
    verdict: str = ""
    reason: str = ""
    problems: tuple[str, ...] = ()

    def result(self, current: bytes | None) -> bytes | None:
        """The target's bytes once this is confirmed on top of `current`; None where there is no note then."""
        match self.act:
            case "append":
                return joined(current or b"", self.text)
            case "rewrite" | "create":
                return self.text
            case "delete":
                return None
        return current


def parse_proposal(path: str, data: bytes) -> Proposal:
    """Never raises: what is wrong with the file is said in `problems`."""
    header = split_header(data)
    said = header.fields
    stem = PurePosixPath(path).stem
    owner = owner_of(path, "proposals")
    created = time_of(said.get("created", ""))
    sources, listed = _sources(header)
    return Proposal(
        id=said.get("id") or stem,
        sender=owner or said.get("from", ""),
        target=said.get("target", ""),
        act=said.get("act", ""),
        base=said.get("base", ""),
        why=said.get("why", ""),
        sources=sources,
        created=created or NO_TIME,
        text=header.body,
        path=path,
        digest=hashlib.sha256(data).hexdigest(),
        problems=tuple(_problems(header, owner, stem, listed, created)),
    )


def format_proposal(proposal: Proposal) -> bytes:
    """The file; raises ValueError for a field of several lines."""
    values = (
        proposal.id,
        proposal.sender,
        proposal.target,
        proposal.act,
        proposal.base,
        proposal.why,
        json.dumps(proposal.sources, ensure_ascii=False),
        stamp(proposal.created),
    )
    return join_header(zip(KEYS, values), proposal.text)


def proposal_path(sender: str, id: str) -> str:
    return f"agents/{sender}/proposals/{id}.md"


def propose(
    sender: str,
    target: str,
    act: str,
    text: bytes,
    *,
    at: datetime,
    token: str,
    base: str = "",
    why: str = "",
    sources: tuple[str, ...] = (),
) -> Proposal:
    """A new proposal with its id, path and digest; `format_proposal` gives its file.

    `at` and `token` are as for `new_id`; a `why` of several lines becomes one.
    Raises Refused(BAD_ARGUMENT, BAD_NAME, EMPTY).
    """
    _require_possible(target, act, text)
    id_ = new_id(sender, at, token)
    draft = Proposal(
        id=id_,
        sender=sender,
        target=target,
        act=act,
        base=base,
        why=" ".join(why.split()),
        sources=tuple(sources),
        created=at.replace(microsecond=0),
        text=b"" if act == "delete" else text,
        path=proposal_path(sender, id_),
        digest="",
    )
    try:
        return parse_proposal(draft.path, format_proposal(draft))
    except ValueError as wrong_value:
        raise Refused(Code.BAD_ARGUMENT, f"The proposal cannot be written: {wrong_value}.") from None


def _require_possible(target: str, act: str, text: bytes) -> None:
    if act not in ACTS:
        raise Refused(Code.BAD_ARGUMENT, f"{act!r} cannot be proposed.", f"It is one of {', '.join(ACTS)}.")
    if wrong := _target_problem(target):
        raise Refused(Code.BAD_NAME, f"{target[:200]!r} {wrong}.", "Name a note by its path in the tree.")
    if act == "append" and not text.strip():
        raise Refused(Code.EMPTY, "There is nothing to append.", "Propose the text that the note lacks.")


def _problems(header: Header, owner: str, stem: str, listed: bool, created: datetime | None) -> Iterator[str]:
    said = header.fields
    yield from head_problems(header, KEYS, owner, "proposals")
    yield from _foreign(header)
    if said.get("id", stem) != stem:
        yield "its id is not its file's name"
    if "act" in said and said["act"] not in ACTS:
        yield f"its act {said['act']!r} is not one of {', '.join(ACTS)}"
    if "target" in said and (wrong := _target_problem(said["target"])):
        yield f"its target {wrong}"
    if (base := said.get("base", "")) and not _REVISION.fullmatch(base):
        yield "its base is no revision"
    if not listed:
        yield "its sources are no list"
    if said and created is None:
        yield UNTIMED


def _foreign(header: Header) -> Iterator[str]:
    unknown = [key for key in header.fields if key not in KEYS]
    if any(key in ("verdict", "status", "confirmed", "rejected") for key in unknown):
        yield "it bears a verdict: only a person's own counts, and that is not kept here"
    elif unknown or any(key != "sources" for key, _ in header.stray):
        yield "its front matter holds lines that are no field of a proposal"


def _sources(header: Header) -> tuple[tuple[str, ...], bool]:
    """The quotes, and whether they were a list; a YAML list under the key is read too."""
    said = header.fields.get("sources", "")
    below = tuple(line.strip().removeprefix("- ").strip("\"'") for key, line in header.stray if key == "sources")
    if not said:
        return below, True
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return (said, *below), False
    if isinstance(found, list) and all(isinstance(quote, str) for quote in found):
        return (*found, *below), True
    return (said, *below), False


def _target_problem(target: str) -> str:
    parts = target.split("/")
    if target != target.strip() or "\\" in target or any(part in ("", ".", "..") for part in parts):
        return "is no path inside the tree"
    return "" if is_line(target) else "holds control characters"
