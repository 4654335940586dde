"""A person gives text back: a version, what hunks cut, one author's lost lines, all that one burst took."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.flags import lost_places
from memwarden.memory.gate import Change, Written
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import Hunk, apply
from memwarden.text.lines import split_lines
from memwarden.text.splice import carry

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree


class GivingBack:
    """Made by `Person` for itself. What it writes is bound to what was shown, and looked at on disk afterwards."""

    def __init__(self, tree: Tree, actor: Actor) -> None:
        self._tree = tree
        self._actor = actor

    def version(self, note: str, revision: str, *, base: str | None, why: str, item: str, act: str) -> Written:
        """See `Person.restore`."""
        history = self._tree.history(note)
        version = history.find(revision)
        data = None if version.revision is None else history.data(version.revision)
        refs = {"restored": version.revision, **_answer(item)}
        change = Change(What.RESTORE, note, lambda _: data, base=base, why=why, act=act, refs=refs)
        return self._write(change, data)

    def hunks(
        self, note: str, record_id: str, hunks: Sequence[int], *, base: str | None, item: str, act: str
    ) -> Written:
        """See `Person.restore_hunks`."""
        record = self._changed(record_id)
        chosen = sorted({number for number in hunks if 0 <= number < len(record.hunks)})
        kept = tuple(hunk for number, hunk in enumerate(record.hunks) if number not in chosen)
        refs = {"restored_from": record.id, "hunks": chosen, **_answer(item)}
        return self._carry(note, record, kept, refs, base=base, act=act)

    def lost(self, note: str, record_id: str, author: str, *, base: str | None, item: str, act: str) -> Written:
        """See `Person.restore_lost`."""
        record = self._changed(record_id)
        authors = [line.by for line in self._tree.provenance_before(record)]
        if len(authors) < sum(len(hunk.cut) for hunk in record.hunks):
            raise Refused(Code.NO_VERSION, "Who wrote those lines is not kept here any more.", "Restore the hunks.")
        lines = {
            (number, offset)
            for number, offset in lost_places(record.hunks)
            if authors[record.hunks[number].start + offset] == author
        }
        if not lines:
            raise Refused(Code.NO_ITEM, f"That change took no line of {author or 'unknown'}.", "Restore the hunks.")
        changed = tuple(
            _leaving(hunk, {offset for at, offset in lines if at == number}) for number, hunk in enumerate(record.hunks)
        )
        refs = {"restored_from": record.id, "author": author, **_answer(item)}
        return self._carry(note, record, changed, refs, base=base, act=act)

    def burst(
        self, records: Sequence[Record], *, bases: Mapping[str, str | None], item: str, why: str
    ) -> tuple[Written, ...]:
        """See `Person.restore_burst`."""
        goals = _goals(records)
        with self._tree.store.locked():
            texts = {note: self._text_of(before) for note, (before, _) in goals.items()}
            for note, (_, after) in goals.items():
                self._require_at(note, bases.get(note, after))
            act = ""
            done: list[Written] = []
            for note, data in texts.items():
                refs = {"restored": goals[note][0], **_answer(item)}
                change = Change(What.RESTORE, note, _to(data), why=why, act=act, refs=refs)
                done.append(self._write(change, data))
                act = act or done[-1].act
        return tuple(done)

    def _carry(
        self, note: str, record: Record, hunks: Iterable[Hunk], refs: Mapping[str, Any], *, base: str | None, act: str
    ) -> Written:
        """Do to the note as it is what leads from the text after the record to the text before, changed by `hunks`."""
        after = self._text_of(record.after) or b""
        given_back = b"".join(apply(split_lines(self._text_of(record.before) or b""), hunks))

        def compute(now: bytes | None) -> bytes:
            merged = carry(after, given_back, now or b"")
            if merged is None:
                raise Refused(
                    Code.OVERLAP, "The lines around it have changed since, so it has no certain place.",
                    "Restore the whole version, or copy the lines by hand.",
                )  # fmt: skip
            return merged

        written = self._tree.gate.write(self._actor, Change(What.RESTORE, note, compute, base=base, act=act, refs=refs))
        self._require_on_disk(written.note, written.revision)
        return written

    def _write(self, change: Change, data: bytes | None) -> Written:
        written = self._tree.gate.write(self._actor, change)
        self._require_on_disk(written.note, None if data is None else revision_of(data))
        return written

    def _require_on_disk(self, note: str, revision: str | None) -> None:
        """Raises Refused MOVED_ON where the note holds something else by now."""
        try:
            now = self._tree.bytes_of(note)
        except DiskFailed:
            now = b""
        if (None if now is None else revision_of(now)) != revision:
            raise Refused(Code.MOVED_ON, f"{note} was changed while it was restored.", "Look at it and restore again.")

    def _require_at(self, note: str, base: str | None) -> None:
        now = self._tree.bytes_of(note)
        revision = None if now is None else revision_of(now)
        if revision != base and not (base and revision and len(base) >= 8 and revision.startswith(base)):
            raise Refused(
                Code.MOVED_ON, f"{note} was changed since, so nothing was restored.",
                "Look at it as it is now; its own versions can be restored one by one.", details={"note": note},
            )  # fmt: skip

    def _changed(self, record_id: str) -> Record:
        record = self._tree.record(record_id)
        if record is None or (record.after is None and record.before is None):
            raise Refused(Code.NO_VERSION, f"There is no change {record_id[:8]}.", "List the versions of the note.")
        return record

    def _text_of(self, revision: str | None) -> bytes | None:
        if revision is None:
            return None
        data = self._tree.text_of(revision)
        if data is None:
            raise Refused(Code.NO_VERSION, f"The text of {revision[:8]} is not kept here.", "Choose another version.")
        return data


def _goals(records: Sequence[Record]) -> dict[str, tuple[str | None, str | None]]:
    """For each note the revision before the first of its records, and the one after the last."""
    goals: dict[str, tuple[str | None, str | None]] = {}
    for record in sorted(records, key=lambda record: record.clock):
        before = goals[record.note][0] if record.note in goals else record.before
        goals[record.note] = before, record.after
    return goals


def _leaving(hunk: Hunk, offsets: set[int]) -> Hunk:
    """The hunk as if it had not cut these lines: each stays above what followed it."""
    from memwarden.text.words import pair_lines

    pairs = dict(pair_lines(hunk.cut, hunk.put))
    put: list[bytes] = []
    done = 0
    for offset, line in enumerate(hunk.cut):
        if offset in offsets:
            put.append(line)
        elif offset in pairs:
            put.extend(hunk.put[done : pairs[offset] + 1])
            done = pairs[offset] + 1
    return Hunk(hunk.start, hunk.cut, (*put, *hunk.put[done:]))


def _to(data: bytes | None) -> Callable[[bytes | None], bytes | None]:
    return lambda _: data


def _answer(item: str) -> dict[str, str]:
    return {"item": item, "verdict": "restored"} if item else {}
