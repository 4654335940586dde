"""`read`, `search`, `check`, `trees`, `init`: what a program and a person see of a tree."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

from tests.cli.commands import Commands


def test_read_without_a_topic_gives_the_exact_bytes_of_the_index(memwarden: Commands) -> None:
    assert memwarden("read").out == (memwarden.folder / "INDEX.md").read_bytes()


def test_read_finds_a_note_by_its_topic(memwarden: Commands) -> None:
    assert memwarden("read", "travel").out == (memwarden.folder / "preferences/travel.md").read_bytes()


def test_read_in_json_has_the_agreed_shape(memwarden: Commands) -> None:
    memwarden.agent("append", "preferences/travel.md", "- Window seats")
    said = memwarden("read", "travel", "--json").value
    assert list(said) == ["note", "revision", "text", "by", "at", "age", "warnings"]
    assert (said["note"], said["by"], said["warnings"]) == ("preferences/travel.md", "vps/hermes", [])
    assert said["text"].endswith("- Window seats\n")
    assert datetime.fromisoformat(said["at"]).utcoffset() is not None


def test_read_of_an_unknown_topic_is_refused_with_the_nearest_in_json_and_in_words(memwarden: Commands) -> None:
    answer = memwarden("read", "travle", "--json", code=1)
    assert answer.refused == "no-link"
    assert answer.value["refused"]["candidates"] == ["preferences/travel.md"]
    plain = memwarden("read", "travle", code=1)
    assert plain.out == b""
    assert "Nearest: Travel" in plain.err


def test_read_in_a_tree_without_an_index_lists_the_notes(memwarden: Commands) -> None:
    (memwarden.folder / "INDEX.md").unlink()
    answer = memwarden("--tree", ".", "read")
    assert b"preferences/travel.md" in answer.out
    assert "no INDEX.md" in answer.err
    assert memwarden("--tree", ".", "read", "--json").value["note"] is None


def test_bytes_that_are_not_utf_8_survive_json(memwarden: Commands) -> None:
    (memwarden.folder / "latin.md").write_bytes(b"caf\xe9\n")
    assert memwarden("show", "latin.md", "--json").value["text"] == "caf\udce9\n"
    assert memwarden("show", "latin.md").out == b"caf\xe9\n"
    assert memwarden("read", "latin.md", "--json", code=1).refused == "not-text"


def test_the_tree_is_the_nearest_one_above_here_or_the_one_named(memwarden: Commands, tmp_path: Path) -> None:
    below = memwarden.folder / "preferences"
    assert Commands(below, memwarden.environment)("read", "travel").code == 0
    elsewhere = Commands(tmp_path, memwarden.environment)
    assert elsewhere("read", "--json", code=1).refused == "no-tree"
    for named in (("--tree", str(memwarden.folder), "read"), ("read", "--tree", str(memwarden.folder))):
        assert elsewhere(*named).out.startswith(b"# Index")
    elsewhere.environment["MEMWARDEN_TREE"] = str(memwarden.folder)
    assert elsewhere("read").out.startswith(b"# Index")


def test_a_folder_that_does_not_exist_is_refused(memwarden: Commands) -> None:
    assert memwarden("--tree", "nowhere", "read", "--json", code=1).refused == "no-tree"


def test_search_gives_note_line_and_place(memwarden: Commands) -> None:
    assert memwarden("search", "aisle", "--json").value == [
        {"note": "preferences/travel.md", "line": 3, "text": "- Aisle seats", "start": 2, "end": 7}
    ]
    assert memwarden("search", "aisle").text == "preferences/travel.md\t3\t- Aisle seats\n"


def test_a_search_leaves_an_index_for_the_next_and_finds_the_same_by_it(memwarden: Commands) -> None:
    first = memwarden("search", "AISLE seat", "--json").value
    (index,) = Path(memwarden.environment["MEMWARDEN_STATE"]).glob("*/fulltext-*.sqlite3")
    assert memwarden("search", "AISLE seat", "--json").value == first
    with sqlite3.connect(index) as connection:
        assert connection.execute("select count(*) from notes where doc is null").fetchone() == (0,)
    connection.close()


def test_check_names_what_is_wrong_and_only_with_exit_code_fails_for_it(memwarden: Commands) -> None:
    assert memwarden("check", "--json").value == []
    (memwarden.folder / "orphan.md").write_text("# Orphan\n\nSee [gone](gone.md).\n")
    found = memwarden("check", "--json").value
    assert {finding["note"] for finding in found} == {"orphan.md"}
    assert list(found[0]) == ["code", "note", "line", "column", "message", "fix", "fingerprint"]
    assert memwarden("check", "--exit-code", code=1).text.startswith("orphan.md:")


def test_init_makes_a_tree_that_is_then_known(memwarden: Commands, tmp_path: Path) -> None:
    made = memwarden.agent("init", str(tmp_path / "new"), "--json").value
    assert made == {"tree": str(tmp_path / "new"), "notes": 1, "layout": "flat"}
    assert str(tmp_path / "new") in [tree["path"] for tree in memwarden("trees", "--json").value]


def test_init_that_is_refused_leaves_no_folder_behind(memwarden: Commands, tmp_path: Path) -> None:
    assert memwarden("--as", "nonsense", "init", str(tmp_path / "new"), "--json", code=1).refused == "bad-identity"
    assert not (tmp_path / "new").exists()


def test_init_in_a_folder_of_notes_changes_nothing_in_it(memwarden: Commands) -> None:
    before = sorted(path for path in memwarden.folder.rglob("*"))
    assert memwarden.agent("init", ".", "--json").value["notes"] == 2
    assert sorted(path for path in memwarden.folder.rglob("*")) == before
