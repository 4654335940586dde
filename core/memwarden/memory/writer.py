"""The verbs of a writer whose identity is bound: each is one change through the gate."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Literal

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change, Written, arguments_hash
from memwarden.memory.names import require_free_name
from memwarden.memory.notes import Note
from memwarden.memory.turned_down import Stale
from memwarden.memory.whole_text import whole_bytes
from memwarden.store.records import What
from memwarden.store.snapshots import revision_of
from memwarden.text.append import dated as with_date
from memwarden.text.append import joined
from memwarden.text.diff import diff_bytes

if TYPE_CHECKING:
    from memwarden.memory.edits import Edit
    from memwarden.memory.messages import Message
    from memwarden.memory.proposals import Proposal
    from memwarden.memory.tree import Tree


class Writer:
    """Made by `Tree.writer`. Notes are named by path, or by topic where they are only read."""

    def __init__(self, tree: Tree, actor: Actor) -> None:
        self._tree = tree
        self.actor = actor

    @property
    def identity(self) -> str:
        return self.actor.by

    def read(self, topic: str) -> Note:
        """See `Tree.read`."""
        return self._tree.read(topic)

    def append(
        self,
        note: str,
        text: str | bytes,
        *,
        key: str = "",
        dated: bool = False,
        why: str = "",
        source: str = "",
    ) -> Written:
        """Add a block at the end of a note that exists. Raises Refused, Failed."""
        block = whole_bytes(text)
        if not block.strip():
            raise Refused(Code.EMPTY, "There is nothing to append.", "Give the text to add.")
        if dated:
            block = with_date(block, self._tree.now().date())

        def compute(before: bytes | None) -> bytes:
            return joined(_require(note, before), block)

        hashed = key and arguments_hash("append", note, whole_bytes(text), dated)
        return self._write(What.APPEND, note, compute, key=key, arguments=hashed, why=why, source=source)

    def edit(
        self, note: str, edits: Sequence[Edit], *, base: str | None = None, key: str = "", why: str = "",
        source: str = "",
    ) -> Written:  # fmt: skip
        """Apply edits whose anchors each match exactly once, or none of them."""
        from memwarden.memory.edits import apply_edits

        def compute(before: bytes | None) -> bytes:
            now = _require(note, before)
            if base is not None and not _is_at(now, base):
                seen = self._tree.text_at(note, base)
                raise _moved_on(note, base, seen, now, made=_edited(seen, edits))
            return apply_edits(now, edits)

        hashed = key and arguments_hash("edit", note, *edits)
        return self._write(What.EDIT, note, compute, key=key, arguments=hashed, why=why, source=source)

    def rewrite(
        self, note: str, text: str | bytes, *, base: str | None = None,
        on_change: Literal["refuse", "merge"] = "refuse", key: str = "", why: str = "", source: str = "",
    ) -> Written:  # fmt: skip
        """Put a whole new text where the note still is at `base`.

        Where it moved on, the write is refused with the difference in between, or with `merge` carried over by
        exact offsets where the two changes do not overlap. Only a person may leave `base` out.
        """
        if base is None and not self.actor.person:
            raise Refused(
                Code.BASE_REQUIRED,
                "A rewrite needs the revision it was made from.",
                "Read the note, then give its revision as base.",
            )
        new = whole_bytes(text)

        def compute(before: bytes | None) -> bytes:
            return self._rewritten(note, _require(note, before), new, base, on_change)

        hashed = key and arguments_hash("rewrite", note, new)
        return self._write(What.REWRITE, note, compute, key=key, arguments=hashed, why=why, source=source)

    def create(
        self, note: str, text: str | bytes, *, link: str | None = None, description: str = "", key: str = "",
        why: str = "", source: str = "",
    ) -> Written:  # fmt: skip
        """A new note, and with `link` its line in the index under that section ("" = at the end).

        A note that is there already is adopted: it stays as it is.
        """
        require_free_name(self._tree.root, note, self._tree.paths())
        data = whole_bytes(text)
        hashed = key and arguments_hash("create", note, data, link, description)
        hub = self._tree.hub() if link is not None else None
        if link is not None and hub is not None:
            self._require_linkable(hub, note, link, description, data)
        written = self._write(
            What.CREATE, note, lambda before: data if before is None else before,
            key=key, arguments=hashed, why=why, source=source,
        )  # fmt: skip
        if link is not None and hub is not None and hub != note:
            self._link(hub, note, link, description, data, written.act)
        return written

    def delete(self, note: str, *, base: str | None = None, key: str = "", why: str = "") -> Written:
        """Take the note away; its versions stay. Raises Refused BAD_ARGUMENT where a symlink of the tree names it."""
        from memwarden.memory.symlinks import require_unlinked

        require_unlinked(self._tree, note)

        def compute(before: bytes | None) -> None:
            _require(note, before)

        return self._write(
            What.DELETE, note, compute, base=base, key=key, arguments=key and arguments_hash("delete", note), why=why
        )

    def move(self, note: str, to: str, *, base: str | None = None, why: str = "") -> Written:
        """Give the note another name; its history, links in other notes and symlinks follow."""
        require_free_name(self._tree.root, to, self._tree.paths())
        return self._tree.moves.move(self.actor, note, to, base=base, why=why)

    def propose(
        self, target: str, act: str, text: str | bytes = b"", *, why: str = "", sources: Sequence[str] = (),
        base: str | None = None, key: str = "",
    ) -> Proposal:  # fmt: skip
        """Leave a change for a person to confirm, in this writer's own directory."""
        from memwarden.memory.proposals import format_proposal, parse_proposal, propose

        if base is None and (now := self._tree.bytes_of(target)) is not None:
            base = revision_of(now)
        made = propose(
            self.identity, target, act, whole_bytes(text), base=base or "", why=why, sources=tuple(sources),
            at=self._tree.now(), token=os.urandom(4).hex(),
        )  # fmt: skip
        data = format_proposal(made)
        hashed = key and arguments_hash("propose", target, act, whole_bytes(text))
        written = self._write(What.CREATE, made.path, lambda _: data, key=key, arguments=hashed, why=why)
        return parse_proposal(*first) if (first := self._first(written)) else made

    def send(
        self, to: str, subject: str, text: str, *, type: str = "message", thread: str = "", reply_to: str = "",
        new: bool = False, key: str = "",
    ) -> Message:  # fmt: skip
        """Write a message into this writer's outbox; `new` allows a recipient nobody has seen yet."""
        from memwarden.memory.outbox import compose, validate_send

        validate_send(to, subject, type, self._tree.recipients(), new, thread=thread, reply_to=reply_to, body=text)
        message = compose(
            self.identity, to, subject, text, at=self._tree.now(), token=os.urandom(4).hex(),
            type=type, thread=thread, reply_to=reply_to,
        )  # fmt: skip
        hashed = key and arguments_hash("send", to, subject, text, type, thread, reply_to)
        return self._post(message, key, hashed)[0]

    def send_each(
        self, recipients: Sequence[str], subject: str, text: str, *, type: str = "message", thread: str = "",
        reply_to: str = "", new: Collection[str] = (),
    ) -> tuple[Message, ...]:  # fmt: skip
        """The same message to each of them, in one thread and as one act; none is sent where one is refused."""
        from memwarden.memory.outbox import compose, validate_send

        known, act = self._tree.recipients(), ""
        sent: list[Message] = []
        for to in recipients:
            validate_send(to, subject, type, known, to in new, thread=thread, reply_to=reply_to, body=text)
        for to in recipients:
            message = compose(
                self.identity, to, subject, text, at=self._tree.now(), token=os.urandom(4).hex(),
                type=type, thread=thread or (sent[0].thread if sent else ""), reply_to=reply_to,
            )  # fmt: skip
            posted, act = self._post(message, act=act)
            sent.append(posted)
        return tuple(sent)

    def acknowledge(self, message_id: str) -> Message:
        """Tell the sender that a message was read: a reply with the subject `ack: …`."""
        from memwarden.memory.outbox import acknowledgement

        message = self._tree.mailbox(self.identity).find(message_id)
        answer = acknowledgement(message, self.identity, at=self._tree.now(), token=os.urandom(4).hex())
        sent, act = self._post(answer)
        self._tree.remember(self.actor, What.READ, act=act, message=message.id, state="acknowledged")
        return sent

    def mark(self, message_id: str, state: str, *, act: str = "") -> str:
        """Remember for this reader: read, unread, acknowledged, flagged, unflagged, archived, unarchived.

        Gives the act; marks that are made within one `act` are undone together.
        """
        message = self._tree.mailbox(self.identity).find(message_id)
        return self._tree.remember(self.actor, What.READ, act=act, message=message.id, state=state).act

    def _require_linkable(self, hub: str, note: str, section: str, description: str, data: bytes) -> None:
        """Raises Refused where the line in the index would be: then the note is not made either."""
        from memwarden.memory.index_links import linked

        gate, before = self._tree.gate, self._tree.bytes_of(hub) or b""
        gate.allow(self.actor, Change(What.EDIT, hub, lambda now: now, verb="append"), hub)
        gate.inspect(self.actor, What.EDIT, hub, before, linked(before, hub, note, section, description, data))

    def _link(self, hub: str, note: str, section: str, description: str, data: bytes, act: str) -> None:
        from memwarden.memory.index_links import linked

        def compute(before: bytes | None) -> bytes:
            return linked(before or b"", hub, note, section, description, data)

        self._write(What.EDIT, hub, compute, act=act, verb="append", why=f"links {note}")

    def _post(self, message: Message, key: str = "", arguments: str = "", act: str = "") -> tuple[Message, str]:
        """The message as it lies in the outbox, and the act that put it there."""
        from memwarden.memory.messages import format_message, parse_message
        from memwarden.memory.outbox import outbox_path

        data = format_message(message)
        path, why = outbox_path(self.identity, message.id), f"mail to {message.to}"
        written = self._write(What.CREATE, path, lambda _: data, key=key, arguments=arguments, why=why, act=act)
        return (parse_message(*first) if (first := self._first(written)) else message), written.act

    def _first(self, written: Written) -> tuple[str, bytes] | None:
        """Path and bytes of what the first call with this key wrote; None where this call wrote."""
        record = self._tree.record(written.record) if written.replayed else None
        data = self._tree.text_of(record.after) if record and record.after else None
        return (record.note, data) if record and data is not None else None

    def _write(
        self, what: What, note: str, compute: Callable[[bytes | None], bytes | None], *, base: str | None = None,
        key: str = "", arguments: str = "", why: str = "", source: str = "", act: str = "",
        verb: str = "",
    ) -> Written:  # fmt: skip
        change = Change(what, note, compute, base, key, arguments, why, source, act, verb)
        return self._tree.gate.write(self.actor, change)

    def _rewritten(self, note: str, now: bytes, new: bytes, base: str | None, on_change: str) -> bytes:
        from memwarden.memory.edits import in_the_notes_ending
        from memwarden.text.splice import carry

        text = in_the_notes_ending(new, now)
        if base is None or _is_at(now, base):
            return text
        seen = self._tree.text_at(note, base)
        if on_change == "merge" and seen is not None:
            merged = carry(seen, in_the_notes_ending(new, seen), now)
            if merged is not None:
                return merged
        why = "and the two changes overlap" if on_change == "merge" and seen is not None else "in between"
        raise _moved_on(note, base, seen, now, made=new, why=why)


def _is_at(now: bytes, base: str) -> bool:
    return len(base) >= 8 and revision_of(now).startswith(base)


def _edited(seen: bytes | None, edits: Sequence[Edit]) -> bytes | None:
    """What the edits make of the text they were meant for."""
    from memwarden.memory.edits import apply_edits

    try:
        return None if seen is None else apply_edits(seen, edits)
    except Refused:
        return None


def _moved_on(
    note: str, base: str, seen: bytes | None, now: bytes, *, made: bytes | None, why: str = "in between"
) -> Stale:
    between = (
        []
        if seen is None
        else [
            {"line": hunk.start + 1, "cut": _shown(hunk.cut), "put": _shown(hunk.put)} for hunk in diff_bytes(seen, now)
        ]
    )
    return Stale(
        f"{note} has changed since revision {base[:8]}, {why}: it is now {revision_of(now)[:8]}.",
        "Read it again and put your change into what it says now.",
        details={"base": base, "now": revision_of(now), "between": between},
        seen=seen,
        made=made,
    )


def _shown(lines: tuple[bytes, ...]) -> list[str]:
    return [line.decode("utf-8", "replace").rstrip("\r\n") for line in lines]


def _require(note: str, before: bytes | None) -> bytes:
    if before is None:
        raise Refused(Code.NO_NOTE, f"There is no note {note}.", "Create it, or list the notes to find its path.")
    return before
