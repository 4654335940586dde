"""Processes that open a new tree at the same moment share one store from the first record on."""

from __future__ import annotations

import multiprocessing
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from memwarden.store.journal import START, Journal
from memwarden.store.records import Record, What
from memwarden.store.store import Store

PROCESSES, ROUNDS = 6, 20
FORK = multiprocessing.get_context("fork")


def opened(root: Path, state: Path, begin: Barrier, said: SimpleQueue[str]) -> None:
    begin.wait()
    store = Store.open(root, state)
    with store.locked():
        clock, name = store.stamp_clock()
        store.append(Record(name, name, clock, store.now().isoformat(), store.id, What.READ))
    store.close()
    said.put(store.id)


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
