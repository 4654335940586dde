"""What other stores' records say of the lines that came past us, where one delivery brought the work of several."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from memwarden.memory.carried import Misfit, Put, authors_of, chain, put_by
from memwarden.memory.past import Claim, Claims
from memwarden.memory.published import WROTE
from memwarden.memory.replay import put_places
from memwarden.store.entries import Entry
from memwarden.store.records import Record, What
from memwarden.store.store import Store
from memwarden.text.diff import Hunk
from memwarden.text.lines import split_lines


class Deliveries:
    """`records` are what others published of one note."""

    def __init__(self, store: Store, records: Iterable[Record]) -> None:
        self._store = store
        self._records = [record for record in records if record.after and record.by and record.what is not What.MOVE]
        self._made = {record.after: record for record in reversed(self._records)}
        self._steps = {(record.before, record.after): record for record in reversed(self._records)}

    def made(self, entry: Entry) -> Record | None:
        """The write that made this text, best out of the very text before it."""
        return self._steps.get((entry.before, entry.after)) or self._made.get(entry.after)

    def lines(self, entry: Entry) -> Claims | None:
        """Line by line who wrote the text; None where one write explains it all, or none does."""
        writes = tuple(chain(self._records, entry.before, entry.after or ""))
        complete = bool(writes) and writes[-1].before == entry.before
        if not writes or (complete and len(writes) == 1 and WROTE not in writes[0].refs):
            return None
        with self._store.locked():
            after, before = self._lines(entry.after), self._lines(entry.before)
            (body,) = self._store.bodies([entry])
        if after is None:
            return None
        try:
            found = put_by(writes, len(after), len(before) if complete and before is not None else None)
        except Misfit:
            return None
        _agree(found, after, body.hunks)
        authors = {write.id: authors_of(write) for write in writes}
        return [claim_of(put[0], authors[put[0].id][put[1]]) if put else None for put in found]

    def _lines(self, revision: str | None) -> list[bytes] | None:
        data = b"" if revision is None else self._store.text(revision)
        return None if data is None else split_lines(data)


def claim_of(write: Record, author: str) -> Claim | None:
    """Whose a line of this author is that a published write put; None where nobody is known."""
    confirmed_by = write.by if write.what is What.CONFIRM and author != write.by else ""
    return Claim(author, write.time, write.id, "published", confirmed_by) if author else None


def _agree(found: Put, lines: Sequence[bytes], hunks: Sequence[Hunk]) -> None:
    """Of equal lines the ranges may call another one new than the difference that was made here."""
    new = {place for place, _ in put_places(hunks)}
    spare: defaultdict[bytes, deque[tuple[Record, int]]] = defaultdict(deque)
    for place, write in enumerate(found):
        if write is not None and place not in new:
            spare[lines[place]].append(write)
    for place in sorted(new):
        if found[place] is None and spare[lines[place]]:
            found[place] = spare[lines[place]].popleft()
