"""Hints about changes, and what happens where the system gives none."""

from __future__ import annotations

import errno
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.sync.nests import wait_until

from memwarden.sync.poll import Poller
from memwarden.sync.watch import EVERYTHING, Watcher, WatchState
from memwarden.sync.watchlimit import shortfall

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
Hints = queue.Queue[frozenset[str]]


@contextmanager
def watching(root: Path) -> Iterator[tuple[Watcher, Hints]]:
    hints: Hints = queue.Queue()
    watcher = Watcher(root, hints.put)
    watcher.start()
    try:
        yield watcher, hints
    finally:
        watcher.stop()


def gather(hints: Hints, *wanted: str) -> set[str]:
    """Everything that was hinted until all that is wanted was."""
    seen: set[str] = set()
    while not seen.issuperset(wanted):
        seen |= hints.get(timeout=20)
    return seen


def edge(root: Path, hints: Hints) -> set[str]:
    """Everything hinted up to a change made now: what came before it can no longer come."""
    (root / "edge.md").write_bytes(os.urandom(8))
    return gather(hints, "edge.md") - {"edge.md"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    (folder / "projects").mkdir(parents=True)
    (folder / "note.md").write_bytes(b"one\n")
    return folder


def replace_atomically(file: Path, data: bytes) -> None:
    temp = file.with_name(f".syncthing.memwarden-{file.name}.tmp")
    temp.write_bytes(data)
    temp.replace(file)


CHANGES: dict[str, Callable[[Path], object]] = {
    "note.md": lambda root: (root / "note.md").write_bytes(b"two\n"),
    "new.md": lambda root: (root / "new.md").write_bytes(b"x\n"),
    "note.md ": lambda root: replace_atomically(root / "note.md", b"three\n"),
    "note.md  ": lambda root: (root / "note.md").unlink(),
    "projects/moved.md": lambda root: (root / "note.md").rename(root / "projects/moved.md"),
    "deep/er/x.md": lambda root: ((root / "deep/er").mkdir(parents=True), (root / "deep/er/x.md").write_bytes(b"x")),
    "n\udcf6te.md": lambda root: (root / "n\udcf6te.md").write_bytes(b"x"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_hinted_by_its_path(root: Path, change: str) -> None:
    with watching(root) as (watcher, hints):
        assert watcher.state == WatchState("events")
        CHANGES[change](root)
        assert change.strip() in gather(hints, change.strip())


def test_reading_a_note_gives_no_hint(root: Path) -> None:
    with watching(root) as (_, hints):
        (root / "note.md").read_bytes()
        os.listdir(root / "projects")
        (root / "note.md").stat()
        assert edge(root, hints) == set()


def test_what_git_syncthing_and_our_own_writing_do_gives_no_hint(root: Path) -> None:
    for folder in (".git/objects", ".stversions", ".stfolder"):
        (root / folder).mkdir(parents=True)
    with watching(root) as (_, hints):
        (root / ".git/index.lock").write_bytes(b"x")
        (root / ".git/objects/aa").mkdir()
        (root / ".stversions/note~20261130-141639.md").write_bytes(b"x")
        (root / ".syncthing.note.md.tmp").write_bytes(b"x")
        (root / ".syncthing.memwarden-1.tmp").write_bytes(b"x")
        assert edge(root, hints) == set()


def test_a_moved_folder_is_hinted_with_its_notes(root: Path, tmp_path: Path) -> None:
    (root / "projects/a.md").write_bytes(b"x")
    with watching(root) as (_, hints):
        (root / "projects").rename(root / "archive")
        assert {"archive/a.md", "projects/a.md"} <= gather(hints, "archive/a.md", "projects/a.md")
        (root / "archive").rename(tmp_path / "outside")
        gather(hints, "archive")


def test_a_burst_is_gathered_into_few_hints(root: Path) -> None:
    with watching(root) as (_, hints):
        names = {f"{n}.md" for n in range(500)}
        for name in names:
            (root / name).write_bytes(b"x")
        calls, seen = 0, set[str]()
        while not seen >= names:
            seen |= hints.get(timeout=20)
            calls += 1
        assert calls <= 25


def test_a_single_change_is_hinted_within_half_a_second(root: Path) -> None:
    with watching(root) as (_, hints):
        took = []
        for n in range(5):
            began = time.monotonic()
            (root / f"{n}.md").write_bytes(b"x")
            gather(hints, f"{n}.md")
            took.append(time.monotonic() - began)
        assert sorted(took)[2] < 0.5


def test_stopping_is_prompt_and_final_and_starting_again_works(root: Path) -> None:
    hints: Hints = queue.Queue()
    watcher = Watcher(root, hints.put)
    assert watcher.state.mode == "off"
    for n in range(3):
        watcher.start()
        watcher.start()
        (root / "note.md").write_bytes(b"%d" % n)
        gather(hints, "note.md")
        began = time.monotonic()
        watcher.stop()
        watcher.stop()
        assert time.monotonic() - began < 1.0
        assert watcher.state == WatchState("off")
    while not hints.empty():
        hints.get()
    (root / "note.md").write_bytes(b"after")
    with watching(root) as (_, others):
        edge(root, others)
    assert hints.empty()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("memwarden-")]


def test_a_tree_reached_through_a_link_is_hinted_by_its_own_paths(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    with watching(tmp_path / "link") as (_, hints):
        (tmp_path / "link/projects/a.md").write_bytes(b"x")
        assert gather(hints, "projects/a.md") <= {"projects/a.md", "projects"}


def test_a_listener_that_fails_does_not_end_the_watching_and_is_said(root: Path) -> None:
    hints: Hints = queue.Queue()

    def fail_once(paths: frozenset[str]) -> None:
        hints.put(paths)
        if "note.md" in paths:
            raise ValueError("broken")

    watcher = Watcher(root, fail_once)
    watcher.start()
    (root / "note.md").write_bytes(b"x")
    gather(hints, "note.md")
    edge(root, hints)
    assert watcher.state.mode == "events"
    assert "broken" in watcher.state.reason
    watcher.stop()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE])
def test_a_system_without_watches_left_is_polled_visibly(
    root: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("watchdog.observers.api.BaseObserver.start", refuse)
    with watching(root) as (watcher, hints):
        assert watcher.state.mode == "polling"
        assert os.strerror(code) in watcher.state.reason
        assert "every 1 s" in watcher.state.reason
        (root / "note.md").write_bytes(b"changed\n")
        assert gather(hints, "note.md") == {"note.md"}


@LINUX
def test_an_overflowing_queue_means_anything_may_have_changed(root: Path) -> None:
    from watchdog.observers.inotify_c import InotifyConstants, InotifyEvent, InotifyFD, Mask, WatchDescriptor

    with watching(root) as (watcher, hints):
        overflow = InotifyEvent(WatchDescriptor(-1), Mask(InotifyConstants.IN_Q_OVERFLOW), 0, b"")
        InotifyFD.get_instance().handle_event(overflow)
        assert hints.get(timeout=20) == EVERYTHING
        assert "lost events" in watcher.state.reason
        (root / "projects/after.md").write_bytes(b"x")
        gather(hints, "projects/after.md")


LIMITED = """
import queue, sys
from pathlib import Path
from memwarden.sync.watch import Watcher
hints = queue.Queue()
watcher = Watcher(Path(sys.argv[1]), hints.put)
watcher.start()
print(watcher.state.mode, watcher.state.reason)
Path(sys.argv[1], "19/deep.md").write_bytes(b"x")
seen = set()
while "19/deep.md" not in seen:
    seen |= hints.get(timeout=20)
watcher.stop()
"""


@LINUX
def test_a_watch_limit_below_the_number_of_folders_is_noticed(root: Path) -> None:
    for n in range(20):
        (root / str(n)).mkdir()
    limit = "/proc/sys/user/max_inotify_watches"
    unshare = ["unshare", "--user", "--map-root-user", "sh", "-c"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*unshare, f"echo 5 > {limit}"], capture_output=True).returncode
    ):
        pytest.skip("the watch limit can only be lowered in a user namespace, which is not allowed here")
    script = f'echo 5 > {limit} && exec "$0" -c "$1" "$2"'
    done = subprocess.run(
        [*unshare, script, sys.executable, LIMITED, str(root)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("polling 17 of 22 folders are not watched, the system allows 5 watches")


@LINUX
def test_every_folder_of_a_watched_tree_is_counted_as_watched(root: Path) -> None:
    (root / ".git/objects/aa").mkdir(parents=True)
    with watching(root) as (watcher, hints):
        assert shortfall(root) == ""
        (root / "new/folder").mkdir(parents=True)
        (root / "new/folder/a.md").write_bytes(b"x")
        gather(hints, "new/folder/a.md")
        assert watcher.state == WatchState("events")


def test_polling_sees_new_changed_replaced_and_deleted_files(root: Path) -> None:
    seen: queue.Queue[str] = queue.Queue()
    (root / "gone.md").write_bytes(b"x")
    (root / ".git").mkdir()
    poller = Poller(root, lambda path, _: seen.put(path), shortest=0.01)
    (root / ".git/HEAD").write_bytes(b"x")
    (root / "note.md").write_bytes(b"longer text\n")
    (root / "projects/new.md").write_bytes(b"x")
    (root / "gone.md").unlink()
    (root / "loop").symlink_to(root)
    found: set[str] = set()

    def all_seen() -> bool:
        while not seen.empty():
            found.add(seen.get())
        return found >= {"note.md", "projects/new.md", "gone.md", "loop"}

    wait_until(all_seen)
    poller.stop()
    assert found == {"note.md", "projects/new.md", "gone.md", "loop"}
