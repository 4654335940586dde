"""Who wrote each line of a note, carried through every record of its history."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from memwarden.memory import sources as form
from memwarden.memory.author_form import LineAuthor
from memwarden.memory.bylines import Bylines
from memwarden.memory.git_past import GitPast
from memwarden.memory.kept_authors import KeptAuthors
from memwarden.memory.published import Published
from memwarden.memory.replay import GIVING_BACK, Copies, Replay, gives_back
from memwarden.memory.sources import NOBODY, Source
from memwarden.store.cache import STATES
from memwarden.store.entries import Entry
from memwarden.store.records import Grade, Record, What
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store
from memwarden.text.lines import split_lines

__all__ = ["LineAuthor", "Provenance"]

_KEPT = 32
_STEPS = 256


class Provenance:
    """What is behind the lines of a text is remembered for its head record, here and in the store."""

    def __init__(self, store: Store, published: Published, git: GitPast) -> None:
        self._store = store
        self._published = published
        self._git = git
        self._bylines = Bylines(store, published, git)
        self._authors = KeptAuthors(store)
        self._known: OrderedDict[str, list[Source]] = OrderedDict()
        self._asked: dict[str, tuple[str, int]] = {}

    def lines(self, note: str, data: bytes) -> tuple[LineAuthor, ...]:
        """The authors of these bytes, the note's last known text; git is asked for what it knows."""
        evidence = f"{self._published.mark}:{self._git.head}"
        with self._store.locked():
            shadow = self._store.shadow(note)
            state = f"{shadow.head if shadow else ''}:{revision_of(data)}"
            if (known := self._authors.get(note, state, evidence, data)) is not None:
                return known
            sources = self.sources(note)
        found, settled = self._authored(note, data, sources)
        if settled:
            with self._store.locked():
                self._authors.keep(note, state, evidence, found, sources)
        return found

    def lines_at(self, note: str, record: str, data: bytes) -> tuple[LineAuthor, ...]:
        """The authors of the text that this record of the note left, which are these bytes."""
        with self._store.locked():
            sources = self.sources_at(note, record)
        return self.authored(note, data, sources)

    def before(self, record: Record) -> tuple[LineAuthor, ...]:
        """The authors of the text that a change was made to; of a pruned one nobody knows them."""
        with self._store.locked():
            states = self._store.states(record.note)
            at = next((at for at, entry in enumerate(states) if entry.id == record.id), 0)
            data = self._store.text(record.before) if record.before else None
            sources = self.sources_at(record.note, states[at - 1].id) if at else []
        return self.authored(record.note, data or b"", sources)

    def authored(self, note: str, data: bytes, sources: Sequence[Source]) -> tuple[LineAuthor, ...]:
        """These lines of the note with these sources; nobody is known of any of them where they are not as many."""
        return self._authored(note, data, sources)[0]

    def _authored(self, note: str, data: bytes, sources: Sequence[Source]) -> tuple[tuple[LineAuthor, ...], bool]:
        """With whether nothing was left to ask."""
        lines = split_lines(data)
        if len(sources) != len(lines):
            return tuple(LineAuthor(line, "", Grade.UNKNOWN, None, "") for line in lines), False
        authors, settled = self._bylines.authors(note, sources, ask=True)
        return tuple(LineAuthor(line, *authors[source]) for line, source in zip(lines, sources)), settled

    def authors(self, note: str, places: Sequence[int]) -> list[str]:
        """Identities only, of these lines, empty where nobody is known. Under the lock: git is not asked."""
        sources = self.sources(note)
        behind = [sources[place] if place < len(sources) else NOBODY for place in places]
        by, _ = self._bylines.authors(note, behind, ask=False)
        return [by[source].by for source in behind]

    def records(self, note: str) -> list[Record | None]:
        """The record behind each line of the note's last known text. Under the lock."""
        sources = self.sources(note)
        known = {record: self._store.record(record) for record in dict.fromkeys(source.record for source in sources)}
        return [known[source.record] for source in sources]

    def sources(self, note: str) -> list[Source]:
        """What is behind each line of the note's last known text. Under the lock; not to be changed."""
        shadow = self._store.shadow(note)
        if shadow is None or shadow.revision is None:
            return []
        if shadow.head not in self._known:
            tag, kept = self._nearest(note)
            carried = kept if tag == shadow.head else self._carried_on(note, tag, kept)
            if carried is None:
                carried = self._replayed(self._store.states(note))
            self._remember(shadow.head, carried)
            self._keep(note, tag, shadow.head, carried)
        return self._known[shadow.head]

    def _nearest(self, note: str) -> tuple[str, list[Source] | None]:
        """The head whose sources were asked for last, with them: in memory, else in the store."""
        tag, _ = self._asked.get(note, ("", 0))
        return (tag, self._known[tag]) if tag in self._known else self._kept(note)

    def _keep(self, note: str, tag: str, head: str, carried: list[Source]) -> None:
        """In the store too, but not at each step of a process that goes on from what it knows."""
        known, steps = self._asked.get(note, ("", 0))
        if tag == head or (tag and tag == known and steps < _STEPS):
            self._asked[note] = (head, steps + 1)
            return
        self._store.derive("sources", note, head, form.dump(carried))
        self._asked[note] = (head, 0)

    def sources_at(self, note: str, record: str) -> list[Source]:
        """What was behind each line when this record had been made. Under the lock; not to be changed."""
        if record not in self._known:
            states = self._store.states(note)
            until = next((at for at, entry in enumerate(states, 1) if entry.id == record), 0)
            self._remember(record, self._replayed(states[:until]))
        return self._known[record]

    def _kept(self, note: str) -> tuple[str, list[Source] | None]:
        kept = self._store.derived("sources", note)
        return (kept[0], form.load(kept[1])) if kept else ("", None)

    def _carried_on(self, note: str, tag: str, kept: list[Source] | None) -> list[Source] | None:
        """From the sources of an older head; None where that takes more than the records since."""
        if kept is None or not self._store.count("id = ?", (tag,)):
            return None
        since = f"note = ? and {STATES} and seq > (select seq from records where id = ?)"
        entries = list(self._store.entries(since, (note, tag)))
        if any(entry.arrival or entry.what in GIVING_BACK or self._came_back(entry) for entry in entries):
            return None
        replay = Replay(entries, sources=kept)
        self._run(replay, entries)
        return replay.sources

    def _came_back(self, entry: Entry) -> bool:
        """Whether a text that stood before came again past us."""
        stood = ("after = ? and seq < ?", (entry.after, entry.seq))
        return gives_back(entry) and entry.after is not None and self._store.count(*stood) > 0

    def _replayed(self, entries: Sequence[Entry]) -> list[Source]:
        replay = Replay(entries)
        self._run(replay, entries)
        return replay.sources

    def _run(self, replay: Replay, entries: Sequence[Entry]) -> None:
        for entry, body in zip(entries, self._store.bodies(entries)):
            match entry.what:
                case What.RESOLVE:
                    replay.step(entry, body, copies=self._copies(entry, body.refs))
                case What.CONFIRM if body.refs.get("edited"):
                    replay.step(entry, body, proposed=self._proposed(body.refs))
                case _:
                    replay.step(entry, body)

    def _copies(self, entry: Entry, refs: Mapping[str, Any]) -> Copies:
        """The texts that a resolution took in: conflict copies as they lay there last, then those of no file."""
        found: dict[str, tuple[Source, bytes]] = {}
        for path in refs.get("copies", ()):
            where = "what = 'copy' and note = ? and seq < ? and after is not null"
            last = next(self._store.entries(where, (str(path), entry.seq), newest=True, limit=1), None)
            if last is not None and (data := self._store.text(last.after or "")) is not None:
                found[last.after or ""] = (Source(last.id), data)
        for revision in refs.get("merged", ()):
            if revision not in found and (data := self._store.text(str(revision))) is not None:
                found[revision] = (NOBODY, data)
        return list(found.values())

    def _proposed(self, refs: Mapping[str, Any]) -> bytes:
        """What a confirmed proposal said before the person edited it; empty where that is not kept."""
        from memwarden.memory.proposals import parse_proposal

        data = self._store.text(str(refs.get("digest", "")))
        return parse_proposal(str(refs.get("item", "")).removeprefix("proposal:"), data).text if data else b""

    def _remember(self, head: str, sources: list[Source]) -> None:
        self._known[head] = sources
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
