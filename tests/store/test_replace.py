"""A name always holds exactly its old bytes or exactly its new ones."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from pathlib import Path

import pytest

from memwarden.errors import DiskFailed, Refused
from memwarden.store import exchange
from memwarden.store.files import locate, read_file
from memwarden.store.replace import Raced, exchange_works, late_bytes, replace, temp_for


def nothing() -> None:
    return


def test_new_bytes_take_the_place_of_the_old_and_keep_the_mode(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    note.chmod(0o640)
    out = replace(note, b"new", b"old", "1", nothing)
    assert note.read_bytes() == b"new"
    assert stat.S_IMODE(note.stat().st_mode) == 0o640
    assert late_bytes(out) == b"old"
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_save_between_the_reading_and_the_exchange_is_put_back(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    with pytest.raises(Raced):
        replace(note, b"new", b"old", "1", lambda: note.write_bytes(b"theirs") and None)
    assert note.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_file_that_appeared_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    with pytest.raises(Raced):
        replace(note, b"new", None, "1", lambda: note.write_bytes(b"theirs") and None)
    assert note.read_bytes() == b"theirs"


def test_a_file_that_went_away_meanwhile_is_a_race_and_not_a_failure(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    with pytest.raises(Raced):
        replace(note, b"new", b"old", "1", note.unlink)
    assert os.listdir(tmp_path) == []


def test_a_deletion_that_meets_another_text_gives_it_back(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    with pytest.raises(Raced):
        replace(note, None, b"old", "1", lambda: note.write_bytes(b"theirs") and None)
    assert note.read_bytes() == b"theirs"
    late_bytes(replace(note, None, b"theirs", "2", nothing))
    assert os.listdir(tmp_path) == []


def test_a_save_into_the_file_that_came_out_can_still_be_read(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    with note.open("r+b") as editor:
        out = replace(note, b"new", b"old", "1", nothing)
        editor.write(b"OLD and more")
        editor.flush()
        assert late_bytes(out) == b"OLD and more"
    assert note.read_bytes() == b"new"


def test_a_failure_of_the_journal_leaves_the_old_bytes_and_no_temp(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"old")

    def full() -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(DiskFailed, match="No space left"):
        replace(note, b"new", b"old", "1", full)
    assert note.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.md"]


def test_without_the_exchange_a_changed_file_is_still_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "_call", lambda: None)
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    with pytest.raises(Raced):
        replace(note, b"new", b"old", "1", lambda: note.write_bytes(b"theirs") and None)
    late_bytes(replace(note, b"new", b"theirs", "2", nothing))
    assert note.read_bytes() == b"new"
    fresh = tmp_path / "b.md"
    assert replace(fresh, b"b", None, "3", nothing) == -1
    assert fresh.read_bytes() == b"b"
    assert not exchange_works(tmp_path)


def test_a_symlink_inside_the_tree_is_followed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/MEMORY.md").write_bytes(b"old")
    (tmp_path / "MEMORY.md").symlink_to("shared/MEMORY.md")
    assert locate(tmp_path, "MEMORY.md") == (tmp_path.resolve() / "shared/MEMORY.md", "shared/MEMORY.md")


@pytest.mark.parametrize("name", ["../x.md", "/etc/passwd", "a/../../x.md", "", "a//b.md", "./a.md", "a\0.md"])
def test_a_path_that_leaves_the_tree_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match=r"inside|leads out"):
        locate(tmp_path, name)


def test_a_link_out_of_the_tree_is_refused_for_notes_that_do_not_exist_yet(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "memory"
    outside.mkdir()
    root.mkdir()
    (root / "link").symlink_to(outside)
    with pytest.raises(Refused, match="leads out"):
        locate(root, "link/new.md")


def test_a_root_that_is_a_symlink_and_a_sibling_with_its_name_as_prefix_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "mem").mkdir()
    (tmp_path / "mem-evil").mkdir()
    (tmp_path / "tmp").symlink_to(tmp_path / "mem")
    assert locate(tmp_path / "tmp", "a.md")[1] == "a.md"
    (tmp_path / "mem/way").symlink_to(tmp_path / "mem-evil")
    with pytest.raises(Refused):
        locate(tmp_path / "mem", "way/x.md")


def test_a_pipe_named_like_a_note_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.md")
    with pytest.raises(Refused, match="pipe"):
        read_file(tmp_path / "x.md")


def test_the_temp_name_is_hidden_and_one_that_syncthing_never_syncs(tmp_path: Path) -> None:
    assert temp_for(tmp_path / "a.md", "17").name == ".syncthing.memwarden-17.tmp"


def test_a_save_into_our_own_file_that_had_the_name_for_a_moment_can_still_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"saved meanwhile\n")
    real, calls = exchange.exchange, []

    def swapped(one: Path, other: Path) -> bool:
        if calls:
            # An editor opens the note just before it is put back, empties it, and writes after.
            calls.append(note.open("r+b"))
            calls[-1].truncate()
        done = real(one, other)
        calls.append(None)
        return done

    monkeypatch.setattr(exchange, "exchange", swapped)
    with pytest.raises(Raced) as raced:
        replace(note, b"new\n", b"old\n", "r1", lambda: None)
    editor = next(call for call in calls if call)
    editor.write(b"typed\n")
    editor.close()
    assert note.read_bytes() == b"saved meanwhile\n"
    assert late_bytes(raced.value.descriptor) == b"typed\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_a_system_that_forbids_the_exchange_gets_the_plain_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> int:
        ctypes.set_errno(errno.EPERM)
        return -1

    monkeypatch.setattr(exchange, "_call", lambda: forbidden)
    note = tmp_path / "a.md"
    note.write_bytes(b"old")
    assert late_bytes(replace(note, b"new", b"old", "1", nothing)) == b"old"
    assert replace(tmp_path / "b.md", b"made", None, "2", nothing) == -1
    assert (note.read_bytes(), (tmp_path / "b.md").read_bytes()) == (b"new", b"made")
    assert sorted(os.listdir(tmp_path)) == ["a.md", "b.md"]
