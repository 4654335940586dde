"""How far a text may be from the last one that is kept whole."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from memwarden.memory.actor import NOBODY
from memwarden.memory.ledger import Ledger
from memwarden.store.records import What
from memwarden.store.snapshots import revision_of
from memwarden.store.store import SNAPSHOT_EVERY, Store


def test_a_note_that_moves_again_and_again_is_kept_whole_as_seldom_as_one_that_stays(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    store = Store.open(tmp_path / "tree", tmp_path / "state")
    ledger = Ledger(tmp_path / "tree", store)
    texts = [b"# Note\n" + b"- more\n" * number for number in range(SNAPSHOT_EVERY)]
    with store.locked():
        for number, (before, after) in enumerate(pairwise([b"", *texts])):
            name, next_name = f"{number}.md", f"{number + 1}.md"
            written = ledger.draft(NOBODY, What.EDIT, name, before if number else None, after)
            ledger.keep(written, texts=[after])
            moved = ledger.draft(
                NOBODY, What.MOVE, next_name, after, after, hunks=(), parents=(written.id,), refs={"from": name}
            )
            ledger.keep(moved, texts=[after])
        assert sum(store.snapshots.has(revision_of(text)) for text in texts) == 2
    store.close()
    again = Store.open(tmp_path / "tree", tmp_path / "state")
    with again.locked():
        assert [again.text(revision_of(text)) for text in texts] == texts
    again.close()
