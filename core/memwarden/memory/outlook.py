"""What a proposal would do to its note as it is now, and what a person should know before confirming it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.memory.proposals import Proposal
from memwarden.store.records import Origin
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import Hunk, diff_bytes
from memwarden.text.lines import decode, split_lines
from memwarden.text.merge import Choice, merge
from memwarden.text.splice import carry

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding
    from memwarden.memory.provenance import LineAuthor
    from memwarden.memory.tree import Tree
    from memwarden.store.records import Record


@dataclass(frozen=True, slots=True)
class Outlook:
    """`before` and `after` are the note's bytes now and once confirmed, None where there is no note.

    `outdated` says why it cannot be confirmed as it is. `carried`: the note changed since, elsewhere, and the
    change was carried over. `taken` are the lines that go, by their number in `before`; `binds` all agents, where
    only a person's word changes this note; `judged` and `confirmed` count the sender's earlier proposals.
    """

    before: bytes | None
    revision: str | None
    after: bytes | None
    outdated: str = ""
    carried: bool = False
    findings: tuple[Finding, ...] = ()
    taken: tuple[tuple[int, LineAuthor], ...] = ()
    binds: tuple[str, ...] = ()
    judged: int = 0
    confirmed: int = 0
    record: Record | None = None


def outlook_of(tree: Tree, proposal: Proposal) -> Outlook:
    """Raises Refused, Failed where the note cannot be read."""
    before = tree.bytes_of(proposal.target)
    revision = None if before is None else revision_of(before)
    after, outdated = _after(tree, proposal, before)
    others = [one for one in tree.proposals(all=True) if one.sender == proposal.sender and one.verdict]
    return Outlook(
        before,
        revision,
        after,
        outdated,
        bool(proposal.base) and not (revision or "").startswith(proposal.base),
        _found(tree, proposal.target, before, after),
        _taken(tree, proposal.target, before, after),
        _bound(tree, proposal),
        len(others),
        sum(one.verdict == "confirmed" for one in others),
        next(iter(tree.activity(note=proposal.path, limit=1)), None),
    )


def outlook_with(tree: Tree, proposal: Proposal, outlook: Outlook, text: bytes) -> Outlook:
    """The same with the text that a person would take instead of what is proposed."""
    note, before = proposal.target, outlook.before
    return replace(outlook, findings=_found(tree, note, before, text), taken=_taken(tree, note, before, text))


def outcome(tree: Tree, proposal: Proposal, now: bytes | None) -> bytes | None:
    """The note once this is confirmed on top of `now`; raises Refused STALE where its place has changed."""
    revision = None if now is None else revision_of(now)
    if proposal.act == "create" and now is not None and now != proposal.text:
        raise _outdated(proposal, f"{proposal.target} is there by now", revision)
    if not proposal.base or proposal.act == "append" or (revision or "").startswith(proposal.base):
        return proposal.result(now)
    seen = tree.text_at(proposal.target, proposal.base)
    merged = None
    if proposal.act == "rewrite" and seen is not None and now is not None:
        merged = carry(seen, proposal.text, now)
    if merged is None:
        raise _outdated(proposal, f"{proposal.target} has changed since the proposal was made", revision)
    return merged


def _after(tree: Tree, proposal: Proposal, before: bytes | None) -> tuple[bytes | None, str]:
    """Where it cannot be confirmed, still what it wanted: in its own places, whatever else changed since."""
    try:
        return outcome(tree, proposal, before), ""
    except Refused as refusal:
        seen = tree.text_at(proposal.target, proposal.base) if proposal.base else None
        if proposal.act != "rewrite" or seen is None or before is None:
            return proposal.result(before), refusal.message
        both = merge(seen, before, proposal.text)
        return both.text(dict.fromkeys(both.open, Choice.THEIRS)), refusal.message


def _found(tree: Tree, note: str, before: bytes | None, after: bytes | None) -> tuple[Finding, ...]:
    from memwarden.checks.run import check

    return check(decode(before or b""), decode(after or b""), note=note, limits=tree.rules.policy().limits)


def _taken(tree: Tree, note: str, before: bytes | None, after: bytes | None) -> tuple[tuple[int, LineAuthor], ...]:
    if before is None:
        return ()
    hunks: tuple[Hunk, ...] = diff_bytes(before, after or b"")
    authors = tree.provenance(note)
    if len(authors) != len(split_lines(before)):
        return ()
    places = [place for hunk in hunks for place in range(hunk.start, hunk.start + len(hunk.cut))]
    return tuple((place + 1, authors[place]) for place in places if authors[place].line.strip())


def _bound(tree: Tree, proposal: Proposal) -> tuple[str, ...]:
    """Every agent, where none of them may change the note by itself."""
    allowed = tree.rules.policy().allowed
    agents = [who for who in tree.recipients() if who != "all" and not tree.is_person(who)]
    by_word = all(allowed(agent, Origin.CHAT, proposal.target) <= {"propose"} for agent in agents)
    return tuple(sorted(agents)) if agents and by_word else ()


def _outdated(proposal: Proposal, why: str, now: str | None) -> Refused:
    return Refused(
        Code.STALE, f"{why}.", "Edit it then confirm, or reject it and ask for a new one.",
        details={"base": proposal.base, "now": now},
    )  # fmt: skip
