"""A store as it is found: new, opened by many at the same moment, or taken away under whoever has it open."""

from __future__ import annotations

import multiprocessing
import shutil
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from memwarden.store.journal import START, Journal
from memwarden.store.records import Record, What
from memwarden.store.store import Store

PROCESSES, ROUNDS = 6, 20
FORK = multiprocessing.get_context("fork")


def keep_one(store: Store) -> str:
    with store.locked():
        clock, name = store.stamp_clock()
        store.append(Record(name, name, clock, store.now().isoformat(), store.id, What.READ))
    return name


def opened(root: Path, state: Path, begin: Barrier, said: SimpleQueue[str]) -> None:
    begin.wait()
    store = Store.open(root, state)
    keep_one(store)
    store.close()
    said.put(store.id)


def kept(store: Store) -> list[str]:
    with store.locked():
        return [record.id for record in store.records("1 = 1")]


def test_processes_that_open_a_new_tree_at_once_share_one_store(tmp_path: Path) -> None:
    for number in range(ROUNDS):
        root, state = tmp_path / f"{number}/tree", tmp_path / f"{number}/state"
        root.mkdir(parents=True)
        begin, said = FORK.Barrier(PROCESSES), FORK.SimpleQueue()
        openers = [FORK.Process(target=opened, args=(root, state, begin, said)) for _ in range(PROCESSES)]
        for opener in openers:
            opener.start()
        for opener in openers:
            opener.join()
        assert [opener.exitcode for opener in openers] == [0] * PROCESSES
        ids = [said.get() for _ in openers]
        (store,) = state.iterdir()
        records = [record for _, _, record in Journal(store / "journal").read(START)]
        assert set(ids) == {(store / "id").read_text()}
        assert [record.store for record in records] == ids[:1] * PROCESSES


def test_a_store_that_is_taken_away_while_it_is_open_is_begun_anew_under_its_id(tmp_path: Path) -> None:
    store, other = Store.open(tmp_path, tmp_path / "state"), Store.open(tmp_path, tmp_path / "state")
    keep_one(store)
    shutil.rmtree(store.folder)
    assert kept(other) == []
    name = keep_one(store)
    assert kept(store) == kept(other) == kept(Store.open(tmp_path, tmp_path / "state")) == [name]
    assert (store.folder / "id").read_text() == store.id == other.id


def test_an_index_of_more_than_the_journal_holds_is_not_believed(tmp_path: Path) -> None:
    store = Store.open(tmp_path, tmp_path / "state")
    keep_one(store)
    store.close()
    for segment in (store.folder / "journal").iterdir():
        segment.unlink()
    again = Store.open(tmp_path, tmp_path / "state")
    assert kept(again) == []
    assert [keep_one(again)] == kept(again)
