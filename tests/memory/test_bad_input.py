"""What a stranger may have left in a folder: shown, said what it is, nothing lost, and never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Refused, Replace, Tree
from memwarden.memory.graph import EntryState
from memwarden.memory.notes import NoteKind

NOBODY = 65534
OSC_52 = b"\x1b]52;c;ZXZpbA==\x07"
INDEX = """# Index

- [Fine](fine.md)
- [Gone](gone.md)
- [Out](../outside.md)
- [Encoded](%2e%2e/%2e%2e/secret.md)
- [Blank](note%20one.md) and [again](<note one.md>)
- [Space](note one.md)
- [[wiki#part|A wiki link]]
- [[nowhere]]
- [File](file:///etc/passwd)
- [Drive](C:\\x.md)
- [Folder](sub)
"""


def codes(tree: Tree, note: str) -> set[str]:
    return {finding.code for finding in (*tree.health(), *tree.check()) if finding.note == note}


def looked_at(tree: Tree) -> None:
    """Everything a screen asks for at once."""
    tree.notes(), tree.index(), tree.review(), tree.health(), tree.check(), tree.agents(), tree.conflicts()
    tree.mailbox(), tree.proposals(), tree.search("a"), tree.activity()
    for note in tree.paths():
        tree.text(note), tree.provenance(note), tree.history(note).versions()


def test_a_folder_that_does_not_exist_or_is_a_file_is_no_tree(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    for path, said in (("nothing", "does not exist"), ("file", "is not a folder")):
        with pytest.raises(Refused, match=said) as caught:
            Tree.open(tmp_path / path)
        assert caught.value.code is Code.NO_TREE
    assert os.listdir(tmp_path) == ["file"]


def test_an_empty_folder_is_a_tree_without_notes_that_takes_its_first(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({})
    looked_at(tree)
    assert (tree.notes(), tree.conflicts(), tree.review(), tree.health(), tree.index().hub) == ((), (), (), (), None)
    assert os.listdir(folder) == []
    with refused(Code.NO_LINK):
        tree.read("travel")
    with refused(Code.NO_NOTE):
        tree.writer("vps/hermes").append("a.md", "x")
    tree.writer("vps/hermes").create("a.md", "x\n", link="Section")
    assert tree.read("a.md").text == "x\n"


def test_a_tree_without_an_index_is_grouped_by_folder_and_its_notes_are_read_by_path(make_tree: MakeTree) -> None:
    tree = make_tree({"a.md": "x\n", "sub/b.md": "y\n"})
    looked_at(tree)
    assert [section.title for section in tree.index().sections] == ["", "sub"]
    assert tree.read("sub/b.md").text == "y\n"
    with refused(Code.NO_LINK):
        tree.read("something")


def test_an_index_with_every_kind_of_link_shows_each_for_what_it_is(make_tree: MakeTree, folder: Path) -> None:
    (folder / "sub").mkdir()
    tree = make_tree({"INDEX.md": INDEX, "fine.md": "x\n", "wiki.md": "w\n", "note one.md": "y\n"})
    looked_at(tree)
    states = {entry.target: entry.state for section in tree.index().sections for entry in section.entries}
    assert states["fine.md"] == states["note one.md"] == EntryState.OK
    assert states["gone.md"] == states["nowhere"] == EntryState.MISSING
    outside = {target for target, state in states.items() if state is EntryState.OUTSIDE}
    assert {"../outside.md", "../../secret.md"} <= outside
    assert states["sub"] is EntryState.DIRECTORY
    assert {"dangling-link", "outside-link", "space-in-link"} <= codes(tree, "INDEX.md")
    assert tree.read("A wiki link").path == "wiki.md"
    for topic, code in (("Gone", Code.NO_NOTE), ("Out", Code.OUTSIDE), ("Folder", Code.NOT_A_NOTE)):
        with refused(code):
            tree.read(topic)
    for path in ("../outside.md", "/etc/passwd", "%2e%2e/secret.md", "..%2f..%2fetc", "sub/../../x.md"):
        with refused(Code.OUTSIDE, Code.NO_NOTE, Code.NO_LINK):
            tree.read(path)


TEXTS = {
    "crlf.md": b"a\r\nb\r\n",
    "bom.md": b"\xef\xbb\xbf# A\n",
    "unended.md": b"# A\nlast line",
    "markup.md": b"[/markup] [red]x[/] [link=https://x.y]z[/link]\n",
    "osc.md": OSC_52 + b"\x1b[2J x\n",
    "bidi.md": "user\u202etxt.exe\u2066 x\n".encode(),
    "empty.md": b"",
}


def test_notes_with_odd_bytes_that_are_text_are_read_and_kept_byte_for_byte(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree(dict(TEXTS))
    looked_at(tree)
    for name, data in TEXTS.items():
        assert tree.read(name).data == data
        assert tree.history(name).data(tree.read(name).revision) == data
    hermes = tree.writer("vps/hermes")
    for name, data in TEXTS.items():
        hermes.append(name, "- more")
        after = (folder / name).read_bytes()
        assert after.startswith(data)
        assert after.endswith(b"- more\r\n" if name == "crlf.md" else b"- more\n")


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("latin.md", b"caf\xe9\nx\n", "not-utf8"),
        ("nul.md", b"a\0b\nx\n", "nul-byte"),
        ("cut.md", b"x\n\xc3", "not-utf8"),
    ],
)
def test_a_note_that_is_no_text_is_shown_but_not_read_and_an_edit_elsewhere_keeps_its_bytes(
    make_tree: MakeTree, folder: Path, name: str, data: bytes, code: str
) -> None:
    tree = make_tree({name: data})
    looked_at(tree)
    assert tree.text(name).data == data
    assert code in codes(tree, name)
    with refused(Code.NOT_TEXT):
        tree.read(name)
    tree.writer("vps/hermes", origin=Origin.CHAT).edit(name, [Replace("x\n", "y\n")])
    assert (folder / name).read_bytes() == data.replace(b"x\n", b"y\n")
    with Tree.open(folder) as again:
        first = again.history(name).versions()[-1]
        assert again.history(name).data(first.revision or "") == data


def test_five_megabytes_on_one_line_are_a_note_like_any_other(make_tree: MakeTree, folder: Path) -> None:
    data = b"# Big\n" + b"word " * 1_000_000
    tree = make_tree({"big.md": data})
    assert tree.read("big.md").data == data
    tree.writer("vps/hermes").append("big.md", "- more")
    assert (folder / "big.md").read_bytes() == data + b"\n- more\n"
    looked_at(tree)
    tree.person().restore("big.md", tree.history("big.md").versions()[-1].revision or "")
    assert (folder / "big.md").read_bytes() == data


def test_a_pipe_named_like_a_note_is_listed_as_no_note_and_never_waited_for(make_tree: MakeTree, folder: Path) -> None:
    os.mkfifo(folder / "x.md")
    tree = make_tree({"a.md": "x\n"})
    looked_at(tree)
    assert {entry.path: entry.kind for entry in tree.notes()}["x.md"] is NoteKind.SPECIAL
    assert codes(tree, "x.md") == {"special-file"}
    for ask in (tree.read, tree.text, tree.provenance):
        with refused(Code.NOT_A_NOTE):
            ask("x.md")
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    for write in (lambda: hermes.append("x.md", "y"), lambda: hermes.create("x.md", "y")):
        with refused(Code.NOT_A_NOTE):
            write()
    with refused(Code.NOT_A_NOTE):
        tree.person().delete("x.md")
    os.mkfifo(folder / "sub")
    with refused(Code.NO_NOTE, Code.NO_LINK, Code.NOT_A_NOTE):
        tree.read("sub/x.md")


def test_a_folder_named_like_a_note_is_no_note(make_tree: MakeTree, folder: Path) -> None:
    (folder / "dir.md").mkdir()
    tree = make_tree({"a.md": "[d](dir.md)\n"})
    looked_at(tree)
    for ask in (tree.text, tree.read):
        with refused(Code.NOT_A_NOTE):
            ask("dir.md")
    with refused(Code.NOT_A_NOTE):
        tree.writer("vps/hermes").append("dir.md", "x")


def test_links_in_a_circle_out_of_the_tree_or_to_nothing_are_findings_and_are_not_followed(
    make_tree: MakeTree, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside.md").write_bytes(b"secret of another folder\n")
    (folder / "loop.md").symlink_to("loop2.md")
    (folder / "loop2.md").symlink_to("loop.md")
    (folder / "round").symlink_to(".")
    (folder / "out.md").symlink_to("../outside.md")
    (folder / "broken.md").symlink_to("nothing.md")
    (folder / "other").symlink_to("..")
    tree = make_tree({"a.md": "x\n"})
    looked_at(tree)
    assert {entry.path for entry in tree.notes() if entry.kind is NoteKind.NOTE} == {"a.md"}
    for name in ("loop.md", "out.md", "broken.md"):
        assert codes(tree, name) == {"bad-symlink"}
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    for name in ("out.md", "other/outside.md", "other/new.md"):
        with refused(Code.OUTSIDE, Code.BAD_NAME):
            tree.text(name)
        with refused(Code.OUTSIDE, Code.BAD_NAME):
            hermes.create(name, "x\n")
    with pytest.raises(Exception) as caught:
        tree.text("loop.md")
    assert type(caught.value).__module__ == "memwarden.errors"
    assert (tmp_path / "outside.md").read_bytes() == b"secret of another folder\n"


def test_a_link_inside_the_tree_is_another_name_of_its_note_and_stays_a_link(make_tree: MakeTree, folder: Path) -> None:
    (folder / "MEMORY.md").symlink_to("shared/MEMORY.md")
    tree = make_tree({"INDEX.md": "# Index\n", "shared/MEMORY.md": "# A\n"})
    looked_at(tree)
    written = tree.writer("vps/hermes").append("MEMORY.md", "- x")
    assert (written.note, (folder / "MEMORY.md").is_symlink()) == ("shared/MEMORY.md", True)
    assert (folder / "shared/MEMORY.md").read_bytes() == b"# A\n- x\n"
    assert tree.read("MEMORY.md").by == "vps/hermes"


def test_a_note_that_a_symlink_names_is_not_deleted_from_under_it(make_tree: MakeTree, folder: Path) -> None:
    (folder / "MEMORY.md").symlink_to("shared/MEMORY.md")
    tree = make_tree({"shared/MEMORY.md": "# A\n"})
    me = tree.person()
    for name in ("MEMORY.md", "shared/MEMORY.md"):
        with refused(Code.BAD_ARGUMENT) as caught:
            me.delete(name)
        assert caught.value.details == {"links": ["MEMORY.md"]}
    (folder / "MEMORY.md").unlink()
    tree.forget()
    me.delete("shared/MEMORY.md")
    assert tree.paths() == ()


def test_symlinks_go_along_with_a_note_that_moves_and_come_back_with_it(make_tree: MakeTree, folder: Path) -> None:
    (folder / "bots").mkdir()
    (folder / "MEMORY.md").symlink_to("shared/MEMORY.md")
    (folder / "bots/mine.md").symlink_to("../shared/MEMORY.md")
    (folder / "second.md").symlink_to("MEMORY.md")
    tree = make_tree({"shared/MEMORY.md": "# A\n"})
    me = tree.person()

    def told() -> list[str]:
        return [os.readlink(folder / link) for link in ("MEMORY.md", "bots/mine.md", "second.md")]

    moved, first = ["other/place.md", "../other/place.md", "MEMORY.md"], told()
    act = me.move("shared/MEMORY.md", "other/place.md").act
    assert (told(), tree.read("second.md").text, {record.act for record in tree.activity(limit=2)}) == (
        moved,
        "# A\n",
        {act},
    )
    me.undo()
    assert (told(), (folder / "bots/mine.md").read_text()) == (first, "# A\n")
    me.redo()
    assert (told(), tree.health()) == (moved, ())
    (folder / "MEMORY.md").unlink()
    (folder / "MEMORY.md").symlink_to("elsewhere.md")
    me.undo()
    assert told() == ["elsewhere.md", first[1], "MEMORY.md"]


@pytest.mark.parametrize(
    ("link", "given"), [("/shared/MEMORY.md", "shared/MEMORY.md"), ("shared/MEMORY.md", "MEMORY.md")]
)
def test_a_note_whose_symlink_cannot_go_along_is_not_moved(
    make_tree: MakeTree, folder: Path, link: str, given: str
) -> None:
    (folder / "MEMORY.md").symlink_to(f"{folder}{link}" if link.startswith("/") else link)
    tree = make_tree({"shared/MEMORY.md": "# A\n"})
    with refused(Code.BAD_ARGUMENT) as caught:
        tree.person().move(given, "shared/other.md")
    assert caught.value.details == {"links": ["MEMORY.md"]}
    assert [file.name for file in (folder / "shared").iterdir()] == ["MEMORY.md"]


def test_a_symlink_that_its_agent_may_not_change_keeps_the_note_where_it_is(make_tree: MakeTree, folder: Path) -> None:
    (folder / "agents/vps/codex").mkdir(parents=True)
    (folder / "agents/vps/codex/memory.md").symlink_to("../hermes/memory.md")
    tree = make_tree({"agents/vps/hermes/memory.md": "# A\n"})
    with refused(Code.POLICY):
        tree.writer("vps/hermes", origin=Origin.CHAT).move("agents/vps/hermes/memory.md", "agents/vps/hermes/old.md")
    assert [file.name for file in (folder / "agents/vps/hermes").iterdir()] == ["memory.md"]


def test_a_move_of_a_note_that_has_changed_since_leaves_nothing_behind(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": "# A\n"})
    seen = tree.text("a.md").revision
    (folder / "a.md").write_text("# Another\n")
    with refused(Code.STALE):
        tree.person().move("a.md", "b.md", base=seen)
    assert tree.paths() == ("a.md",)


@pytest.mark.parametrize(
    "name", [b"n\xf6te.md", b"a\nb.md", b"\x1b[2Jx.md", "a\u202eb.md".encode(), b"[red]x.md", b" x.md", b"-x.md"]
)
def test_a_name_with_odd_bytes_is_listed_read_and_written_as_it_is(
    make_tree: MakeTree, folder: Path, name: bytes
) -> None:
    (folder / os.fsdecode(name)).write_bytes(b"x\n")
    tree = make_tree({"INDEX.md": "# Index\n"})
    looked_at(tree)
    path = os.fsdecode(name)
    assert path in tree.paths()
    assert tree.read(path).text == "x\n"
    tree.writer("vps/hermes").append(path, "- y")
    assert (folder / path).read_bytes() == b"x\n- y\n"
    with Tree.open(folder) as again:
        assert again.provenance(path)[-1].by == "vps/hermes"
        again.person().move(path, "good name.md")
        assert again.provenance("good name.md")[-1].by == "vps/hermes"
        again.person().undo()
    assert sorted(os.listdir(folder)) == sorted(["INDEX.md", path])


def test_a_tree_that_is_opened_read_only_on_purpose_takes_no_write(make_tree: MakeTree, folder: Path) -> None:
    make_tree({"a.md": "x\n"})
    with Tree.open(folder, readonly=True) as tree:
        assert tree.readonly
        for write in (tree.person().delete, lambda note: tree.writer("vps/hermes").append(note, "y")):
            with refused(Code.READ_ONLY):
                write("a.md")
    assert (folder / "a.md").read_bytes() == b"x\n"
