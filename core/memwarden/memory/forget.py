"""Take a fact out for good: the line goes, its normalised hash stays, and no agent brings it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.checks.forgotten import fact_hash
from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Written
from memwarden.memory.verdicts import undone_acts
from memwarden.store.records import What
from memwarden.text.lines import decode, split_lines

if TYPE_CHECKING:
    from memwarden.memory.published import Published
    from memwarden.memory.tree import Tree
    from memwarden.store.store import Store


def forget(tree: Tree, actor: Actor, note: str, line: int, *, base: str | None = None, why: str = "") -> Written:
    """Take line `line` (counted from 1) out of the note and leave its tombstone; both are one act.

    Raises Refused NO_ITEM where there is no such line, EMPTY where it states no fact.
    """
    lines = split_lines(tree.bytes_of(note) or b"")
    if not 1 <= line <= len(lines):
        raise Refused(Code.NO_ITEM, f"{note} has no line {line}.", "Look at the note as it is now.")
    fact = lines[line - 1]
    tombstone = fact_hash(decode(fact))
    if not tombstone:
        raise Refused(Code.EMPTY, f"Line {line} of {note} states no fact.", "Edit the note instead.")

    def compute(before: bytes | None) -> bytes:
        now = split_lines(before or b"")
        if not line <= len(now) or now[line - 1] != fact:
            raise Refused(Code.CHANGED_SINCE_SHOWN, f"{note} was changed meanwhile.", "Look at it and forget again.")
        return b"".join([*now[: line - 1], *now[line:]])

    with tree.store.locked():
        written = tree.gate.write(actor, Change(What.EDIT, note, compute, base=base, why=why or "forgotten"))
        record = tree.ledger.note(actor, What.FORGET, act=written.act, why=why, hash=tombstone)
        tree.publish(record)
    return written


def tombstones(store: Store, published: Published) -> frozenset[str]:
    """Hashes of forgotten facts, of this machine and of the others that share the tree. Under the lock."""
    mine = store.remembered("tombstones", lambda: _own_tombstones(store))
    return (mine | published.forgotten()) - {""}


def _own_tombstones(store: Store) -> frozenset[str]:
    own = list(store.records("what = ?", (What.FORGET,)))
    undone = undone_acts(store) if own else set()
    return frozenset(str(record.refs.get("hash", "")) for record in own if record.act not in undone)
