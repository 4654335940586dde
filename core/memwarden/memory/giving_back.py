"""A person gives text back: a version, what hunks cut, one author's lost lines, all that one burst took."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.changes import VersionChange
from memwarden.memory.flags import lost_places
from memwarden.memory.gate import Change, Written
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of
from memwarden.text.diff import Hunk, apply
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
        self, note: str, version_id: str, hunks: Sequence[int], *, base: str | None, item: str, act: str
    ) -> Written:
        """See `Person.restore_hunks`."""
        history = self._tree.history(note)
        made = history.change(history.version(version_id))
        refs = {"restored_from": made.id, "hunks": sorted(set(hunks)), **_answer(item)}
        return self._carry(note, made, without(made.hunks, hunks), refs, base=base, act=act)

    def lost(self, note: str, version_id: str, author: str, *, base: str | None, item: str, act: str) -> Written:
        """See `Person.restore_lost`."""
        history = self._tree.history(note)
        version = history.version(version_id)
        made = history.change(version)
        kept = without_losing(made.hunks, history.authors_before(version), author)
        refs = {"restored_from": made.id, "author": author, **_answer(item)}
        return self._carry(note, made, kept, refs, base=base, act=act)

    def burst(
        self, records: Sequence[Record], *, bases: Mapping[str, str | None], item: str, why: str
    ) -> tuple[Written, ...]:
        """See `Person.restore_burst`."""
        wanted = goals(records)
        with self._tree.store.locked():
            texts = {note: self._text_of(before) for note, (before, _) in wanted.items()}
            for note, (_, after) in wanted.items():
                self._require_at(note, bases.get(note, after))
            act = ""
            done: list[Written] = []
            for note, data in texts.items():
                refs = {"restored": wanted[note][0], **_answer(item)}
                change = Change(What.RESTORE, note, _to(data), why=why, act=act, refs=refs)
                done.append(self._write(change, data))
                act = act or done[-1].act
        return tuple(done)

    def _carry(
        self, note: str, made: VersionChange, hunks: Sequence[Hunk], refs: Mapping[str, Any], *, base: str | None,
        act: str,
    ) -> Written:  # fmt: skip
        def compute(now: bytes | None) -> bytes:
            return put_back(made, hunks, now)

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

    def _text_of(self, revision: str | None) -> bytes | None:
        if revision is None:
            return None
        data = self._tree.text_of(revision)
        if data is None:
            raise Refused(Code.NO_VERSION, f"The text of {revision[:8]} is not kept here.", "Choose another version.")
        return data


def goals(records: Sequence[Record]) -> dict[str, tuple[str | None, str | None]]:
    """For each note the revision before the first of its records, and the one after the last."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for record in sorted(records, key=lambda record: record.clock):
        before = found[record.note][0] if record.note in found else record.before
        found[record.note] = before, record.after
    return found


def put_back(made: VersionChange, hunks: Iterable[Hunk], now: bytes | None) -> bytes:
    """The note as it is, changed as if the version had changed no more than these hunks. Raises Refused OVERLAP."""
    merged = carry(b"".join(made.after), b"".join(apply(made.before, hunks)), now or b"")
    if merged is None:
        raise Refused(
            Code.OVERLAP, "The lines around it have changed since, so it has no certain place.",
            "Restore the whole version, or copy the lines by hand.",
        )  # fmt: skip
    return merged


def without(hunks: Sequence[Hunk], undone: Iterable[int]) -> list[Hunk]:
    """The hunks of a change but for these, by number. Raises Refused BAD_ARGUMENT for one that is not there."""
    numbers = set(undone)
    if not numbers <= set(range(len(hunks))):
        raise Refused(Code.BAD_ARGUMENT, f"This change has {len(hunks)} hunks.", "Number them as its difference does.")
    return [hunk for number, hunk in enumerate(hunks) if number not in numbers]


def without_losing(hunks: Sequence[Hunk], authors: Sequence[str], author: str) -> list[Hunk]:
    """The hunks of a change as if they had taken no line of this author. Raises Refused NO_VERSION, NO_ITEM."""
    if len(authors) < sum(len(hunk.cut) for hunk in hunks):
        raise Refused(Code.NO_VERSION, "Who wrote those lines is not kept here any more.", "Restore the hunks.")
    lines = {
        (number, offset) for number, offset in lost_places(hunks) if authors[hunks[number].start + offset] == author
    }
    if not lines:
        raise Refused(Code.NO_ITEM, f"That change took no line of {author or 'unknown'}.", "Restore the hunks.")
    return [_leaving(hunk, {offset for at, offset in lines if at == number}) for number, hunk in enumerate(hunks)]


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
