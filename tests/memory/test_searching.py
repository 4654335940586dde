"""Search by the index finds what reading every note finds: after any change, and while the index is not there yet."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import MakeTree
from tests.memory.test_properties import NOTES, QUICK, aged, fresh, take

from memwarden import Origin, Tree
from memwarden.memory import search_upkeep, searching
from memwarden.memory.search import Hit
from memwarden.store import indexing
from memwarden.store.files import read_file
from memwarden.store.fulltext import distinct, needles
from memwarden.store.lock import TreeLock

PIECES = (
    "aisle", "Aisle", "window seat", "seat", " ", "\n", "\r\n", "straße", "STRASSE", "İstanbul", "istanbul", "ıI",
    "\u212aelvin", "ſeat", "Σίσυφος", "ΣΊΣΥΦΟΣ", "é", "e\u0301", "É", "\udce9", "\0", "天気がいい", "天気", '"', "a",
    "-- ", "\x85", "\u2028", "ﬁn", "FIN", "[x](../y.md)", "\U0010ffff", "\ufffe",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["append", "rewrite", "create", "delete", "move", "outside", "vanish", "rename", "undo"]),
        st.sampled_from(NOTES),
        TEXTS.map(lambda text: text.encode("utf-8", "surrogateescape")),
    ),
    min_size=1,
    max_size=6,
)
QUERIES = st.lists(
    st.one_of(st.sampled_from(PIECES), TEXTS, TEXTS.map('"{}"'.format), st.sampled_from(PIECES).map(str.swapcase)),
    max_size=3,
).map(" ".join)


def plain(root: Path, query: str, limit: int = 200) -> tuple[Hit, ...]:
    """Read every note, and try every line of it."""
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', query)]
    patterns = [re.compile(re.escape(word), re.IGNORECASE) for word in words]
    hits = []
    for path in sorted(
        os.fspath(file.relative_to(root)) for file in root.rglob("*.md") if "sync-conflict" not in file.name
    ):
        text = (root / path).read_bytes().decode("utf-8", "surrogateescape") if (root / path).is_file() else ""
        for number, line in enumerate(text.split("\n"), 1):
            found = [pattern.search(line) for pattern in patterns]
            if found and all(found) and found[0]:
                hits.append(Hit(path, number, line.rstrip("\r"), *found[0].span()))
    return tuple(hits[:limit])


def index_of(tree: Tree) -> Path:
    (file,) = tree.store.folder.glob("fulltext-*.sqlite3")
    return file


def settled(tree: Tree) -> Tree:
    """The index is there, and up to date."""
    tree.search("")
    tree.searching.settle(60)
    return tree


@pytest.fixture
def numbered(make_tree: MakeTree) -> Tree:
    """A hundred notes that say which they are."""
    return settled(
        make_tree({f"{number:02}.md": f"# Note {number}\n\n- number {number:03} is it\n" for number in range(100)})
    )


@QUICK
@given(STEPS, st.lists(QUERIES, min_size=1, max_size=4), st.sampled_from([1, 3, 200]))
def test_the_index_finds_what_reading_every_note_finds(
    steps: list[tuple[str, str, bytes]], queries: list[str], limit: int
) -> None:
    with fresh() as root, Tree.open(root) as tree:
        for step in steps:
            take(tree, step)
            tree.rescan()
            for query in queries:
                assert tree.search(query, limit) == plain(root, query, limit)
        settled(tree)
        for query in queries:
            assert tree.search(query, limit) == plain(root, query, limit)


@QUICK
@given(TEXTS, st.text(max_size=4), st.sampled_from(["{}", '"{}"', " {} {}"]))
def test_of_no_text_that_holds_a_word_the_index_misses_a_part_of_it(text: str, word: str, shape: str) -> None:
    query = shape.format(word, text[1:5])
    for quoted, bare in re.findall(r'"([^"]+)"|(\S+)', query):
        if re.search(re.escape(quoted or bare), text.replace("\n", "\r"), re.IGNORECASE):
            assert all(needle in distinct(text) for needle in needles([quoted or bare]))


def test_only_notes_that_may_hold_it_are_read(numbered: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(searching, "read_file", lambda path: read.append(path) or read_file(path))
    assert [hit.note for hit in numbered.search("42 note")] == ["42.md"]
    assert len(read) <= searching.A_LOOK + 1
    read.clear()
    assert len(numbered.search("number", 40)) == 40
    assert len(read) == 40


@pytest.mark.parametrize("query", ["number", '"er 0"', "09", "9", "note -", "it number", "zebra", "zz", "", '" "'])
@pytest.mark.parametrize("limit", [1, 40, 500])
def test_lines_come_by_path_and_line_and_no_more_than_asked_for(numbered: Tree, query: str, limit: int) -> None:
    assert numbered.search(query, limit) == plain(numbered.root, query, limit)


def test_a_search_waits_for_nobody_who_builds_the_index_and_reads_what_is_not_in_it_yet(numbered: Tree) -> None:
    with TreeLock(numbered.store.folder):
        numbered.writer("vps/hermes", origin=Origin.CHAT).append("07.md", "- a zebra")
        aged(numbered.root / "new.md", b"another zebra\n")
        numbered.rescan()
        assert [hit.note for hit in numbered.search("zebra")] == ["07.md", "new.md"]
    assert [hit.note for hit in settled(numbered).search("zebra")] == ["07.md", "new.md"]


def test_what_a_note_does_not_hold_any_more_is_not_found(numbered: Tree) -> None:
    (numbered.root / "07.md").write_bytes(b"# Gone\n")
    (numbered.root / "08.md").unlink()
    assert numbered.search("007") == numbered.search("008") == ()


def test_one_process_finds_at_once_what_another_wrote(numbered: Tree) -> None:
    with Tree.open(numbered.root) as other:
        other.writer("vps/hermes", origin=Origin.CHAT).append("07.md", "- a zebra")
        assert [hit.line for hit in numbered.search("zebra")] == [4]
        assert [hit.line for hit in settled(other).search("zebra")] == [4]


@pytest.mark.parametrize("done", ["deleted", "broken", "of a journal that is gone"])
def test_an_index_that_is_lost_is_built_again(numbered: Tree, done: str) -> None:
    numbered.close()
    file = index_of(numbered)
    if done == "deleted":
        file.unlink()
    elif done == "broken":
        file.write_bytes(b"this was a database" * 1000)
    else:
        with sqlite3.connect(file) as connection:
            connection.execute("update marker set id = 'another'")
        connection.close()
    with Tree.open(numbered.root) as again:
        for _ in range(2):
            assert [hit.note for hit in again.search("042")] == ["42.md"]
            settled(again)
        with sqlite3.connect(index_of(again)) as connection:
            assert connection.execute("select count(*) from notes where doc is not null").fetchone() == (100,)
        connection.close()


@pytest.mark.parametrize(
    ("place", "name", "value"),
    [
        (indexing, "_SCHEMA", "create virtual table words using fts5(text, tokenize='none')"),
        (search_upkeep, "ROOM", 1 << 62),
    ],
    ids=["no trigrams here", "no room"],
)
def test_where_no_index_can_be_every_note_is_read(
    make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch, place: object, name: str, value: object
) -> None:
    monkeypatch.setattr(place, name, value)
    tree = settled(make_tree({"a.md": "one\n", "b.md": "two\n"}))
    assert [hit.note for hit in tree.search("two")] == ["b.md"]
    assert [hit.note for hit in settled(tree).search("two")] == ["b.md"]


def test_links_copies_names_and_bytes_of_every_kind_are_searched_as_they_are(make_tree: MakeTree) -> None:
    tree = make_tree(
        {
            "long.md": b"x\0y " + b"ab" * (1 << 20) + b"needle",
            "latin\udcf6.md": b"caf\xe9 needle\r\nr\xe9sum\xe9\n",
            "a.sync-conflict-20240101-120000-ABCDEFG.md": "needle\n",
            ".hidden/b.md": "needle\n",
            "b.txt": "needle\n",
        }
    )
    (tree.root / "z.md").symlink_to("latin\udcf6.md")
    (tree.root / "y.md").symlink_to("b.txt")
    os.mkfifo(tree.root / "fifo.md")
    tree.rescan()
    for _ in range(2):
        found = tree.search("NEEDLE")
        assert [hit.note for hit in found] == ["latin\udcf6.md", "long.md", "y.md", "z.md"]
        assert (found[0].text, found[1].start) == ("caf\udce9 needle", 4 + (2 << 20))
        assert [hit.line for hit in tree.search("R\udce9SUM\udce9")] == [2, 2]
        settled(tree)


def test_the_same_text_is_indexed_once_wherever_it_lies(numbered: Tree) -> None:
    (numbered.root / "07.md").rename(numbered.root / "moved.md")
    aged(numbered.root / "copy.md", (numbered.root / "08.md").read_bytes())
    numbered.rescan()
    settled(numbered)
    with sqlite3.connect(index_of(numbered)) as connection:
        assert connection.execute("select count(*), max(doc) from texts").fetchone() == (100, 100)
        assert connection.execute("select count(distinct doc) from notes").fetchone() == (100,)
    connection.close()
    assert [hit.note for hit in numbered.search("number 00")][:9] == [f"0{one}.md" for one in range(7)] + [
        "08.md",
        "09.md",
    ]


def test_texts_that_no_note_holds_any_more_do_not_pile_up(make_tree: MakeTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "SPARE", 2)
    tree = settled(make_tree({"a.md": "first\n"}))
    writer = tree.writer("vps/hermes", origin=Origin.CHAT)
    for number in range(12):
        writer.append("a.md", f"- line {number}")
        settled(tree)
        with sqlite3.connect(index_of(tree)) as connection:
            assert connection.execute("select count(*) <= 5 from texts").fetchone() == (1,)
        connection.close()
        assert len(tree.search("line")) == number + 1


def test_pruning_takes_the_index_with_the_old_texts(numbered: Tree) -> None:
    numbered.person().rewrite("07.md", "# Seven\n", base=numbered.text("07.md").revision)
    settled(numbered)
    numbered.person().prune(timedelta(), dry_run=False)
    assert not list(numbered.store.folder.glob("fulltext-*"))
    assert [hit.note for hit in numbered.search("seven")] == ["07.md"]


def test_a_tree_is_closed_though_its_index_is_not_up_to_date(numbered: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_upkeep, "PATIENCE", 0.01)
    with TreeLock(numbered.store.folder):
        numbered.writer("vps/hermes", origin=Origin.CHAT).append("07.md", "- a zebra")
        numbered.search("zebra")
        numbered.close()
    numbered.searching.settle(60)
    with Tree.open(numbered.root) as again:
        assert [hit.note for hit in again.search("zebra")] == ["07.md"]


def test_many_threads_search_at_the_same_time(numbered: Tree) -> None:
    found: list[int] = []

    def ask(number: int) -> None:
        numbered.writer("vps/hermes", origin=Origin.CHAT).append(f"{number:02}.md", "- a zebra")
        found.append(len(numbered.search(f'"note {number}"')))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(10, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 10
    assert len(numbered.search("zebra")) == 10
