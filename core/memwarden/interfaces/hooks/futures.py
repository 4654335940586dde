"""The change that a tool call is about to make to one note, as the gate judges it."""

from __future__ import annotations

import os

from memwarden.errors import Code, Refused
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.places import RULES
from memwarden.interfaces.hooks.touches import Texts, Touch
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change
from memwarden.memory.names import require_portable
from memwarden.memory.tree import Tree
from memwarden.store.files import read_file
from memwarden.store.records import What
from memwarden.store.snapshots import revision_of
from memwarden.sync.copies import is_copy
from memwarden.text.lines import decode


def foresee(tree: Tree, actor: Actor, call: Call, note: str, touch: Touch) -> tuple[str, tuple[str, ...]]:
    """The note's own name and the revisions it may have after the call. Raises Refused where it must not be made."""
    if is_copy(note):
        raise Refused(
            Code.CONFLICT_PENDING, f"{note} is a copy that a conflict left behind: it waits for a person.",
            "Tell the person; do not change it.",
        )  # fmt: skip
    now = tree.bytes_of(note)
    texts = texts_of(call, touch, now)
    if now is None and not touch.gone and not note.startswith(RULES):
        require_portable(note, tree.paths())
    what, verb = _what(touch, now, texts)
    change = Change(what, note, lambda now: (texts_of(call, touch, now) or [now])[0], verb=verb)
    name, _, after = tree.gate.foresee(actor, change)
    if texts and texts[0] != after:
        texts = [*texts, after]
    return name, revisions(texts)


def texts_of(call: Call, touch: Touch, now: bytes | None) -> Texts:
    if not touch.source:
        return touch.becomes(now)
    from pathlib import Path

    return touch.becomes(read_file(Path(os.path.join(call.cwd, touch.source))))


def revisions(texts: Texts) -> tuple[str, ...]:
    """As an announcement has them: "" for a note that is gone."""
    return tuple(dict.fromkeys("" if text is None else revision_of(text) for text in texts))


def _what(touch: Touch, now: bytes | None, texts: Texts) -> tuple[What, str]:
    """The verb of the record, and what the rules call it: a text that only grows at its end is appended to."""
    if touch.gone:
        return What.DELETE, "delete"
    if now is None:
        return What.CREATE, "create"
    what = What.REWRITE if touch.whole else What.EDIT
    after = texts[0] if texts else None
    return what, "append" if after is not None and _grows(decode(now), decode(after)) else what.value


def _grows(now: str, after: str) -> bool:
    return after.startswith(now) and after != now and (not now or now.endswith("\n") or after[len(now)] in "\r\n")
