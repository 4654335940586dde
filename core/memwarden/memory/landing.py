"""What an agent's own tools wrote, looked at once it landed: what the checks refuse is taken out again.

By undoing hunks of that very change in the note as it is now, never by old bytes: others may have written since.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memwarden.errors import Code, MemwardenError, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change
from memwarden.memory.identity import local_host
from memwarden.store.clock import parse
from memwarden.store.records import Grade, Origin, Record, What
from memwarden.text.diff import Hunk, apply
from memwarden.text.lines import split_lines

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree

_MOST = 500


class Landed(NamedTuple):
    """A change that was taken in; `refusal` says why it must not stay, `out` that it is out again."""

    record: Record
    refusal: Refused | None = None
    out: bool = False


def landed(tree: Tree, by: Actor, since: float, notes: Collection[str] = ()) -> tuple[Landed, ...]:
    """Judge what this session's calls changed since then (seconds since 1970): in these notes, else in all.

    What is not proven to be its own text is judged, and left for the agent or a person to take out.
    """
    with tree.store.locked():
        found = [record for record in _changes(tree, by, since) if not notes or record.note in notes]
        return tuple(_judged(tree, record) for record in reversed(found))


def _changes(tree: Tree, by: Actor, since: float) -> Iterator[Record]:
    for record in tree.store.records("who = ?", (by.by,), newest=True, limit=_MOST):
        if parse(record.clock)[0] < int(since * 1000):
            return
        if record.via == by.via and record.session == by.session:
            yield record


def _judged(tree: Tree, record: Record) -> Landed:
    before, after = _text(tree, record.before), _text(tree, record.after)
    actor = Actor(record.by, record.origin, record.grade, record.via, session=record.session)
    refusal = _refusal(tree, actor, record, before, after)
    if refusal is None or after is None or _known(tree, record):
        return Landed(record)
    if record.grade is not Grade.PROVEN:
        _keep(tree, actor, record, refusal, after, after)
        return Landed(record, refusal)
    left = _without(tree, actor, record, refusal, before, after)
    _keep(tree, actor, record, refusal, after, left)
    return Landed(record, refusal, _take_out(tree, record, after, left))


def _refusal(tree: Tree, actor: Actor, record: Record, before: bytes | None, after: bytes | None) -> Refused | None:
    try:
        tree.gate.inspect(actor, record.what, record.note, before, after)
    except Refused as refusal:
        return refusal
    return None


def _known(tree: Tree, record: Record) -> bool:
    """Two calls at once may both look at it."""
    refused = tree.store.records("what = ? and note = ?", (What.REFUSED, record.note), newest=True, limit=_MOST)
    return any(one.refs.get("landed") == record.id for one in refused)


def _keep(tree: Tree, actor: Actor, record: Record, refusal: Refused, after: bytes, left: bytes | None) -> None:
    """For the person, who may put it in after all; never a secret."""
    secret = bool(refusal.details.get("secret"))
    refs: dict[str, Any] = {"code": refusal.code, "verb": record.what, "secret": secret, "landed": record.id}
    if not secret:
        refs |= {"message": refusal.message, "revision": tree.store.snapshots.put(after)}
        refs["base"] = None if left is None else tree.store.snapshots.put(left)
    tree.remember(actor, What.REFUSED, note=record.note, **refs)


def _take_out(tree: Tree, record: Record, after: bytes, left: bytes | None) -> bool:
    """As an act of memwarden's own, which is bound by no rule but leaves a version like every write."""

    def compute(now: bytes | None) -> bytes | None:
        if now == after or now is None:
            return left
        from memwarden.text.splice import carry

        merged = carry(after, left or b"", now)
        if merged is None:
            raise Refused(Code.OVERLAP, f"{record.note} has changed in the same place.", "Take it out by hand.")
        return merged

    actor = Actor(f"{local_host()}/memwarden", Origin.AGENT, Grade.PROVEN, record.via, person=True)
    why = f"takes out what the checks refuse in a write of {record.by}"
    try:
        tree.gate.write(actor, Change(What.RESTORE, record.note, compute, why=why, refs={"restored_from": record.id}))
    except MemwardenError:
        return False
    return True


def _without(
    tree: Tree, actor: Actor, record: Record, refusal: Refused, before: bytes | None, after: bytes
) -> bytes | None:
    """The text with as little as possible of the change undone: refused lines, their hunks, else all of it."""
    lines = {int(finding["line"]) for finding in refusal.details.get("findings", ())}
    was = split_lines(before or b"")
    for undo in (_without_lines, _without_hunks):
        text = b"".join(apply(was, undo(record.hunks, lines)))
        if text.strip() and text != after and _refusal(tree, actor, record, before, text) is None:
            return text
    return before


def _without_lines(hunks: Sequence[Hunk], lines: set[int]) -> tuple[Hunk, ...]:
    """What only adds loses its refused lines; what replaces is undone."""

    def less(hunk: Hunk, bad: set[int]) -> Hunk | None:
        if hunk.cut:
            return None
        return Hunk(hunk.start, (), tuple(line for at, line in enumerate(hunk.put) if at not in bad))

    return _less(hunks, lines, less)


def _without_hunks(hunks: Sequence[Hunk], lines: set[int]) -> tuple[Hunk, ...]:
    return _less(hunks, lines, lambda _, __: None)


def _less(hunks: Sequence[Hunk], lines: set[int], less: Callable[[Hunk, set[int]], Hunk | None]) -> tuple[Hunk, ...]:
    """The hunks, each that put one of these lines (of the text after, from 1) made `less`."""
    kept: list[Hunk] = []
    shift = 0
    for hunk in hunks:
        first = hunk.start + shift + 1
        bad = {line - first for line in lines if first <= line < first + len(hunk.put)}
        shift += len(hunk.put) - len(hunk.cut)
        if (left := less(hunk, bad) if bad else hunk) is not None:
            kept.append(left)
    return tuple(kept)


def _text(tree: Tree, revision: str | None) -> bytes | None:
    return None if revision is None else tree.text_of(revision)
