"""The journal keeps whole lines in order and shrugs at torn ones."""

from __future__ import annotations

import errno
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.store.journal import START, Journal
from memwarden.store.records import Flag, Grade, Origin, Record, What, dump, load
from memwarden.store.store import Store
from memwarden.text.diff import Hunk


def a_record(number: int, **fields: object) -> Record:
    name = f"r{number}"
    return Record(name, name, "0", "2026-11-30T10:00:00+00:00", "s", What.EDIT, note="a.md")._replace(**fields)


lines = st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"") + b"\n")


@given(
    st.lists(st.builds(Hunk, st.integers(0, 99), st.lists(lines).map(tuple), st.lists(lines).map(tuple)), max_size=3),
    st.text(max_size=20),
)
def test_a_record_comes_back_from_its_line_as_it_was(hunks: list[Hunk], why: str) -> None:
    record = a_record(
        1, hunks=tuple(hunks), why=why, flags=(Flag.REVERT,), grade=Grade.CLAIMED, origin=Origin.CHAT, refs={"a": 1}
    )
    line = dump(record)
    assert line.count(b"\n") == 1
    assert load(line) == record


def test_a_record_of_a_path_that_is_not_utf8_survives() -> None:
    record = a_record(1, note=b"n\xf6te.md".decode("utf-8", "surrogateescape"))
    assert load(dump(record)) == record


def test_readers_ignore_fields_they_do_not_know_and_lines_that_are_no_records() -> None:
    assert load(dump(a_record(1)).replace(b'{"v":1', b'{"v":1,"moon":"full"')) == a_record(1)
    assert load(b'{"what": "edit"}\n') is None
    assert load(b"\x00\xff\n") is None


def test_records_are_read_from_where_the_reader_left_off(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([a_record(1), a_record(2)])
    read = list(journal.read(START))
    assert [record.id for _, _, record in read] == ["r1", "r2"]
    position, length, _ = read[-1]
    journal.append([a_record(3)])
    rest = list(journal.read(type(position)((position[0], position[1] + length))))
    assert [record.id for _, _, record in rest] == ["r3"]


def test_an_unterminated_tail_is_no_record_and_does_not_spoil_the_next(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append([a_record(1)])
    with (tmp_path / "000001.jsonl").open("ab") as file:
        file.write(dump(a_record(2))[:-20])
    assert [record.id for _, _, record in journal.read(START)] == ["r1"]
    ((place, length),) = journal.append([a_record(3)])
    assert [record.id for _, _, record in journal.read(START)] == ["r1", "r3"]
    assert journal.at(place, length) == a_record(3)


def test_a_record_whose_newline_alone_is_missing_never_becomes_one_later(tmp_path: Path) -> None:
    """Its writer died before it could say so to anybody; the next record must not end it for him."""
    journal = Journal(tmp_path)
    journal.append([a_record(1), a_record(2)])
    (segment,) = tmp_path.iterdir()
    segment.write_bytes(segment.read_bytes()[:-1])
    ((place, length),) = Journal(tmp_path).append([a_record(3)])
    assert [record.id for _, _, record in Journal(tmp_path).read(START)] == ["r1", "r3"]
    assert Journal(tmp_path).at(place, length) == a_record(3)


def test_sealed_segments_read_like_open_ones(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    places = []
    for number in range(3):
        places += journal.append([a_record(number, why="w" * 3_000_000)])
    assert journal.seal() == 1
    assert (tmp_path / "000001.jsonl.gz").exists()
    assert not (tmp_path / "000001.jsonl").exists()
    assert [record.id for _, _, record in journal.read(START)] == ["r0", "r1", "r2"]
    found = [journal.at(place, length) for place, length in places]
    assert [record.id for record in found if record] == ["r0", "r1", "r2"]
    assert journal.size() < 4_000_000


@pytest.mark.parametrize("disk", ["with room", "full"])
def test_a_chain_over_many_sealed_segments_unpacks_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: str
) -> None:
    monkeypatch.setattr("memwarden.store.journal.SEGMENT_BYTES", 100)
    journal, unpacked = Journal(tmp_path), list[bytes]()
    places = [place for number in range(12) for place in journal.append([a_record(number)])]
    assert journal.seal() == 11

    def unpack(data: bytes) -> bytes:
        unpacked.append(data)
        return zlib.decompress(data, wbits=31)

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gzip.decompress", unpack)
    if disk == "full":
        monkeypatch.setattr("tempfile.TemporaryFile", full)
    for _ in range(3):
        found = [journal.at(place, length) for place, length in reversed(places)]
        assert [record and record.id for record in found] == [f"r{number}" for number in range(11, -1, -1)]
    assert len(unpacked) == 11


def test_a_record_whose_writing_failed_is_cut_off_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.append([a_record(1)])
    end = journal.end()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        journal.append([a_record(2)])
    monkeypatch.undo()
    assert journal.end() == end
    journal.append([a_record(3)])
    assert [found.id for _, _, found in journal.read(START)] == ["r1", "r3"]


def test_closing_a_store_seals_the_segments_that_are_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memwarden.store.journal.SEGMENT_BYTES", 500)
    (tmp_path / "tree").mkdir()
    store = Store.open(tmp_path / "tree", tmp_path / "state")
    with store.locked():
        for number in range(20):
            store.append(a_record(number))
    store.close()
    files = sorted(file.suffix for file in (store.folder / "journal").iterdir())
    assert files.count(".jsonl") == 1
    assert files.count(".gz") > 1
    again = Store.open(tmp_path / "tree", tmp_path / "state")
    with again.locked():
        again.append(a_record(99))
        assert again.count("1 = 1") == 21
    again.close()
