"""Give a note another name: its history goes with it, links in other notes and symlinks follow."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from memwarden.errors import Code, MemwardenError, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Written, require_base
from memwarden.memory.symlinks import LINKS, able_to_follow, follow
from memwarden.store.records import What
from memwarden.store.snapshots import revision_of
from memwarden.text.lines import decode, encode

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class Moves:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def move(self, actor: Actor, note: str, to: str, *, base: str | None, why: str) -> Written:
        """One act: the new name, the old one gone, and every link to it. Raises Refused."""
        note, links = able_to_follow(self._tree, note)
        linking = self._tree.linking_to(note)
        with self._tree.store.locked():
            data = self._present(note, to)
            leaving = Change(What.DELETE, note, lambda _: None, base=base)
            require_base(leaving, note, data)
            self._tree.gate.allow(actor, leaving, note)
            for link in links:
                self._tree.gate.allow(actor, Change(What.EDIT, link, lambda now: now), link)
            head = self._tree.store.shadow(note)
            refs = {"from": note, "head": head.head if head else ""} | ({LINKS: links} if links else {})
            written = self._tree.gate.write(actor, Change(What.MOVE, to, _arriving(to, data), why=why, refs=refs))
            gone = Change(
                What.MOVE,
                note,
                lambda _: None,
                base=base or revision_of(data),
                why=why,
                act=written.act,
                refs={"to": to},
            )
            self._leave(actor, gone, written)
            for other in linking:
                change = Change(
                    What.EDIT, other, _relinked(other, note, to), act=written.act, why=f"{note} is {to} now"
                )
                if self._tree.gate.allows(actor, change):
                    self._tree.gate.write(actor, change)
        return written

    def _leave(self, actor: Actor, gone: Change, written: Written) -> None:
        """Take the note away where it was; where that cannot be, the new name goes again."""
        arrival = self._tree.store.record(written.record)
        assert arrival is not None
        try:
            follow(self._tree.root, arrival)
            self._tree.gate.write(actor, gone)
        except MemwardenError:
            self._tree.gate.take_back(actor, arrival)
            follow(self._tree.root, arrival, back=True)
            self._tree.lying.forget((arrival.note,))
            raise

    def _present(self, note: str, to: str) -> bytes:
        """The bytes to move, once what changed them past us is on record: their history goes along."""
        self._tree.look([note])
        data = self._tree.bytes_of(note)
        if data is None:
            raise Refused(Code.NO_NOTE, f"There is no note {note}.", "List the notes to find its path.")
        if self._tree.bytes_of(to) is not None:
            raise _taken(to)
        return data


def _arriving(to: str, data: bytes) -> Callable[[bytes | None], bytes]:
    def compute(before: bytes | None) -> bytes:
        if before is not None:
            raise _taken(to)
        return data

    return compute


def _taken(to: str) -> Refused:
    return Refused(Code.BAD_ARGUMENT, f"{to} is there already.", "Choose a name that is free.")


def _relinked(other: str, note: str, to: str) -> Callable[[bytes | None], bytes]:
    """Exact replacement of the link's address in every written form of it."""

    def compute(before: bytes | None) -> bytes:
        text = decode(before or b"")
        folder = os.path.dirname(other) or "."
        old, new = os.path.relpath(note, folder), os.path.relpath(to, folder)
        for was in dict.fromkeys((old, quote(old, safe="/-_.~", errors="surrogateescape"), f"./{old}")):
            now = quote(new, safe="/-_.~", errors="surrogateescape")
            for opening, closing in (("](", ")"), ("](", "#"), ("](", " "), ("]: ", "\n"), ("](<", ">")):
                text = text.replace(f"{opening}{was}{closing}", f"{opening}{now}{closing}")
        stem, fresh = old.removesuffix(".md"), new.removesuffix(".md")
        for end in ("]]", "|", "#"):
            text = text.replace(f"[[{stem}{end}", f"[[{fresh}{end}").replace(f"[[{old}{end}", f"[[{new}{end}")
        return encode(text)

    return compute
