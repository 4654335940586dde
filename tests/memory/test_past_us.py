"""Changes that go past us, in every way that programs make them: taken in once, for what they are."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Flag, Origin, Record, Tree

LONG = "".join(f"- fact number {number} of many\n" for number in range(40))
OTHER = LONG.replace("fact", "word")


def told(records: tuple[Record, ...]) -> set[tuple[str, str]]:
    return {(record.what.value, record.note) for record in records}


SAVES = {
    "vim": "mv a.md a.md~; { echo new; cat a.md~; } > a.md; rm a.md~",
    "a new file and a rename": "{ echo new; cat a.md; } > .a.md.tmp; mv .a.md.tmp a.md",
    "truncate and write": "{ echo new; cat a.md; } > ../x; cat ../x > a.md",
    "delete and create": "{ echo new; cat a.md; } > ../x; rm a.md; sleep 0.05; cp ../x a.md",
    "sed": "sed -i '1i new' a.md",
    "perl": "perl -pi -e 'print \"new\\n\" if $. == 1' a.md",
    "tee": "{ echo new; cat a.md; } > ../x; tee a.md < ../x > /dev/null",
}


@pytest.mark.parametrize("how", SAVES)
def test_a_save_is_one_change_whichever_way_a_program_saves(make_tree: MakeTree, folder: Path, how: str) -> None:
    tree = make_tree({"a.md": LONG, "b.md": OTHER})
    subprocess.run(SAVES[how], shell=True, cwd=folder, check=True)
    (record,) = tree.rescan()
    assert (record.what, record.note, record.added, record.removed) == ("outside", "a.md", 1, 0)
    assert tree.text_of(record.before or "") == LONG.encode()
    assert tree.rescan() == ()


LOOKS: dict[str, Callable[[Tree], object]] = {
    "a look": Tree.rescan,
    "a write": lambda tree: tree.writer("vps/hermes").append("a.md", "- hermes"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("how", ["emptied", "taken away"])
def test_a_save_that_is_half_done_is_no_deletion(make_tree: MakeTree, folder: Path, how: str, look: str) -> None:
    tree, note, half = make_tree({"a.md": LONG}), folder / "a.md", threading.Event()

    def save() -> None:
        note.write_bytes(b"") if how == "emptied" else note.unlink()
        half.set()
        threading.Event().wait(0.06)
        note.write_bytes(LONG.encode() + b"- typed\n")

    saving = threading.Thread(target=save)
    saving.start()
    half.wait()
    LOOKS[look](tree)
    saving.join()
    tree.rescan()
    assert note.read_text().startswith(LONG + "- typed\n")
    assert not any(record.flags or record.after is None for record in tree.activity(note="a.md"))


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", *arguments], cwd=folder, check=True)


def test_a_checkout_that_takes_a_note_back_keeps_the_newer_text(make_tree: MakeTree, folder: Path) -> None:
    (folder / "a.md").write_text(LONG)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    tree = make_tree({"a.md": LONG})
    tree.writer("vps/hermes").append("a.md", "- not committed")
    newer = tree.text("a.md").revision
    git(folder, "checkout", "-q", "--", "a.md")
    (record,) = tree.rescan()
    assert Flag.REVERT in record.flags
    tree.person().restore("a.md", newer)
    assert (folder / "a.md").read_text() == LONG + "- not committed\n"


def test_a_folder_that_is_deleted_comes_back_whole_with_one_act(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({f"sub/{number}.md": f"# {number}\n{LONG}" for number in range(12)})
    subprocess.run(["rm", "-r", folder / "sub"], check=True)
    assert {record.what for record in tree.rescan()} == {"delete"}
    (item,) = [item for item in tree.review() if item.kind == "deletion"]
    tree.person().restore_burst(item.records, item=item.id)
    assert len(list((folder / "sub").iterdir())) == 12
    tree.person().undo()
    assert list((folder / "sub").iterdir()) == []


def test_a_renamed_folder_takes_every_notes_history_along_also_of_notes_alike(
    make_tree: MakeTree, folder: Path
) -> None:
    names = ("a", "b", "c")
    tree = make_tree({f"old/{name}/memory.md": "# Memory\n" for name in names} | {"old/d.md": "# Memory\n"})
    for name in names:
        tree.writer(f"vps/{name}").append(f"old/{name}/memory.md", "- the same line")
    (folder / "old").rename(folder / "new")
    assert {record.what for record in tree.rescan()} == {"move"}
    for name in names:
        assert [line.by for line in tree.provenance(f"new/{name}/memory.md")] == ["", f"vps/{name}"]
    assert [version.act for version in tree.history("new/d.md").versions()] == ["move", "found"]


def test_a_write_to_the_new_name_of_a_renamed_note_finds_its_history(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"old/a.md": LONG})
    tree.writer("vps/hermes").append("old/a.md", "- mine")
    (folder / "old").rename(folder / "new")
    tree.writer("vps/codex").append("new/a.md", "- more")
    assert [version.act for version in tree.history("new/a.md").versions()] == ["append", "move", "append", "found"]
    assert [line.by for line in tree.provenance("new/a.md")][-2:] == ["vps/hermes", "vps/codex"]


def test_a_write_to_the_old_name_of_a_renamed_note_is_refused_and_breaks_no_history(
    make_tree: MakeTree, folder: Path
) -> None:
    tree = make_tree({"old/a.md": LONG})
    (folder / "old").rename(folder / "new")
    with refused(Code.NO_NOTE):
        tree.writer("vps/codex").append("old/a.md", "- more")
    assert [version.act for version in tree.history("new/a.md").versions()] == ["move", "found"]


@pytest.mark.parametrize("leads", ["out of the tree", "to another note"])
def test_a_link_put_in_a_notes_place_is_the_note_gone_and_what_it_leads_to_is_not_read_for_it(
    make_tree: MakeTree, folder: Path, leads: str
) -> None:
    tree = make_tree({"a.md": LONG, "b.md": OTHER})
    (folder.parent / "out.md").write_text("private\n")
    (folder / "a.md").unlink()
    (folder / "a.md").symlink_to(folder.parent / "out.md" if leads == "out of the tree" else "b.md")
    (record,) = tree.rescan()
    assert (record.what, record.note, record.before is not None) == ("delete", "a.md", True)
    (folder / "b.md").write_text(OTHER + "- more\n")
    assert told(tree.rescan()) == {("outside", "b.md")}
    assert not any(b"private\n" in hunk.put for record in tree.activity() for hunk in record.hunks)


def test_an_editors_lock_is_no_finding(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"a.md": LONG})
    (folder / ".#a.md").symlink_to("sam@laptop.123:456")
    tree.rescan()
    assert tree.health() == ()


def test_a_note_moved_by_its_agent_is_neither_a_deletion_nor_a_case_for_the_brake(make_tree: MakeTree) -> None:
    tree = make_tree({f"agents/vps/hermes/{number}.md": LONG + f"{number}\n" for number in range(12)})
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    for number in range(12):
        hermes.move(f"agents/vps/hermes/{number}.md", f"agents/vps/hermes/old/{number}.md")
    assert [record.flags for record in tree.activity(limit=24)] == [()] * 24
    assert [item.kind for item in tree.review() if item.kind in {"deletion", "held"}] == []


def test_a_list_that_another_thread_was_still_making_is_not_kept_past_a_change(
    make_tree: MakeTree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memwarden.memory import lying

    tree, walk = make_tree({"a.md": LONG}), lying.walk

    def interrupted(root: Path) -> object:
        yield from list(walk(root))
        (folder / "b.md").write_text(OTHER)
        tree.rescan()

    tree.forget()
    monkeypatch.setattr(lying, "walk", interrupted)
    assert tree.paths() == ("a.md",)
    monkeypatch.setattr(lying, "walk", walk)
    assert tree.paths() == ("a.md", "b.md")
