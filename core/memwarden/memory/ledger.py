"""Draft and keep records: the one place where a change becomes a line of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from memwarden.errors import StoreFailed
from memwarden.memory.actor import Actor
from memwarden.store.records import Flag, Record, What
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store
from memwarden.text.diff import Hunk, diff_bytes


class Ledger:
    """Every method is called under the store's lock."""

    def __init__(self, root: Path, store: Store) -> None:
        self.root = root
        self.store = store

    def draft(
        self,
        actor: Actor,
        what: What,
        note: str = "",
        before: bytes | None = None,
        after: bytes | None = None,
        *,
        hunks: tuple[Hunk, ...] | None = None,
        act: str = "",
        key: str = "",
        arguments: str = "",
        why: str = "",
        source: str = "",
        flags: Iterable[Flag] = (),
        refs: Mapping[str, Any] | None = None,
        parents: tuple[str, ...] | None = None,
    ) -> Record:
        """A record of this change by this actor, not kept yet. `hunks` default to the difference of the texts."""
        clock, record_id = self.store.stamp_clock()
        shadow = self.store.shadow(note) if note and parents is None else None
        return Record(
            id=record_id,
            act=act or record_id,
            clock=clock,
            at=self.store.now().isoformat(timespec="milliseconds"),
            store=self.store.id,
            what=what,
            host=actor.host,
            by=actor.by,
            grade=actor.grade,
            via=actor.via,
            origin=actor.origin,
            session=actor.session,
            note=note,
            parents=parents if parents is not None else ((shadow.head,) if shadow else ()),
            before=None if before is None else revision_of(before),
            after=None if after is None else revision_of(after),
            size=len(after or b""),
            hunks=diff_bytes(before or b"", after or b"") if hunks is None else hunks,
            key=key,
            arguments=arguments,
            why=why,
            source=source,
            flags=tuple(flags),
            refs=dict(refs or {}),
        )

    def keep(self, *records: Record, texts: Iterable[bytes | None] = ()) -> None:
        """Write the records durably. `texts` are the `after` texts, where they are at hand."""
        try:
            self.store.append(*records, texts=[text for text in texts if text is not None])
        except OSError as error:
            raise StoreFailed(
                f"The history in {self.store.folder} cannot be written: {error.strerror}.",
                "Nothing was changed; free space there, then try again.",
            ) from error

    def note(self, actor: Actor, what: What, note: str = "", *, why: str = "", act: str = "", **refs: Any) -> Record:
        """Keep a record that changes no bytes: a verdict, a hold, a refusal."""
        record = self.draft(actor, what, note, hunks=(), act=act, why=why, refs=refs, parents=())
        self.keep(record)
        return record

    def void(self, record: Record, actor: Actor) -> None:
        """Say that a kept record never took place."""
        self.note(actor, What.VOID, record.note, record=record.id)
