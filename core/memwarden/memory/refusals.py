"""Refused writes that hold no secret: a person looks at them, and may make them after all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Written
from memwarden.store.records import Record, What
from memwarden.text.splice import carry

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


def kept_text(tree: Tree, record: Record) -> bytes | None:
    """The whole note as the refused write would have left it; None where it was not kept, as with a secret."""
    revision = record.refs.get("revision")
    return tree.text_of(str(revision)) if record.what is What.REFUSED and revision else None


def admit(tree: Tree, actor: Actor, record_id: str, *, why: str = "") -> Written:
    """Carry the refused change over to the note as it is now. Raises Refused NO_ITEM, OVERLAP."""
    record = tree.record(record_id)
    text = kept_text(tree, record) if record else None
    if record is None or text is None:
        raise Refused(Code.NO_ITEM, "The text of that write was not kept.", "Ask the agent to propose it.")
    base = record.refs.get("base")
    seen = (tree.text_of(str(base)) or b"") if base else b""

    def compute(now: bytes | None) -> bytes:
        merged = text if (now or b"") in (seen, text) else carry(seen, text, now or b"")
        if merged is None:
            raise Refused(Code.OVERLAP, f"{record.note} has changed in the same place.", "Put it in by hand.")
        return merged

    refs = {"item": f"refused:{record.id}", "verdict": "confirmed", "sender": record.by, "refused": record.id}
    return tree.gate.write(actor, Change(What.CONFIRM, record.note, compute, why=why or record.why, refs=refs))
