"""Editing: built in and in one's own editor, byte for byte, and never over what others wrote meanwhile."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import MakeTree
from tests.tui.at_work import Desk, at_work
from tests.tui.remembered import agent

from memwarden import Tree
from memwarden.errors import Refused
from memwarden.text.merge import merge
from memwarden_tui.screens.confirm import ConfirmScreen
from memwarden_tui.screens.editing import editor, in_own_editor
from memwarden_tui.screens.editing_area import EditorScreen
from memwarden_tui.screens.editing_stale import StaleScreen
from memwarden_tui.screens.editing_text import Draft, Shown, require_text, with_markers
from memwarden_tui.screens.notes import NotesScreen

TEXT = "# Tea\n\n- green\n- black\n- white\n- red\n- yellow\n"


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n\n- [Tea](tea.md)\n", "tea.md": TEXT})


def on_disk(tree: Tree) -> str:
    return (tree.root / "tea.md").read_text()


async def editing(desk: Desk) -> EditorScreen:
    await desk.press("2")
    desk.screen.show_note("tea.md", 2)
    await desk.settle()
    await desk.press("e")
    assert isinstance(desk.screen, EditorScreen)
    return desk.screen


def draft(text: bytes, note: str = "tea.md") -> Draft:
    return Draft(note, text, "0" * 64, text)


# The built-in editor


async def test_what_is_typed_is_saved_with_one_key_and_undone_with_another(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await editing(desk)
        assert screen.area.cursor_location == (2, 0) and "ctrl+s Save" in desk.keys
        await desk.press(*"- mint", "enter", "ctrl+s")
        assert on_disk(tree) == TEXT.replace("- green", "- mint\n- green")
        assert isinstance(desk.screen, NotesScreen) and desk.toast == "Saved tea.md."
        assert tree.provenance("tea.md")[2].by == tree.me
        await desk.press("u")
        assert on_disk(tree) == TEXT


async def test_letters_that_are_keys_elsewhere_are_typed(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await editing(desk)
        await desk.press(*"qu12/?")
        assert screen.area.text.splitlines()[2] == "qu12/?- green"
        await desk.press("ctrl+z")
        assert "qu12" not in screen.area.text
        await desk.press("ctrl+y")
        assert "qu12" in screen.area.text


async def test_saving_without_a_change_writes_nothing(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press("ctrl+s")
        assert desk.toast == "Nothing was changed." and len(tree.history("tea.md").versions()) == 1


async def test_esc_leaves_at_once_where_nothing_was_typed_and_asks_otherwise(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press("escape")
        assert isinstance(desk.screen, NotesScreen)
        await desk.press("e", "x", "escape")
        assert isinstance(desk.screen, ConfirmScreen)
        desk.screen._opened -= 1
        await desk.press("escape")
        assert isinstance(desk.screen, EditorScreen)
        await desk.press("escape")
        desk.screen._opened -= 1
        await desk.press("y")
        assert isinstance(desk.screen, NotesScreen) and on_disk(tree) == TEXT


# What others write meanwhile


async def test_a_change_elsewhere_in_the_note_is_shown_and_merged(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press(*"- mint", "enter")
        agent(tree, "vps/hermes").append("tea.md", "- rooibos")
        await desk.press("ctrl+s")
        assert isinstance(desk.screen, StaleScreen) and "rooibos" in desk.text
        assert on_disk(tree) == TEXT + "- rooibos\n"
        desk.screen._opened -= 1
        await desk.press("m")
        assert on_disk(tree) == TEXT.replace("- green", "- mint\n- green") + "- rooibos\n"
        authors = {one.line: one.by for one in tree.provenance("tea.md")}
        assert authors[b"- rooibos\n"] == "vps/hermes" and authors[b"- mint\n"] == tree.me


async def test_where_both_changed_a_line_one_edits_on_with_both_in_the_text(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press(*"- mint, ")
        (tree.root / "tea.md").write_text(TEXT.replace("- green", "- GREEN and more"))
        tree.rescan()
        await desk.press("ctrl+s")
        assert isinstance(desk.screen, StaleScreen) and "Merge" not in desk.text
        desk.screen._opened -= 1
        await desk.press("m", "e")
        assert isinstance(desk.screen, EditorScreen)
        area = desk.screen.area
        assert "<<<<<<< yours\n- mint, - green\n=======\n- GREEN and more\n>>>>>>>" in area.text
        await desk.press("ctrl+s")
        assert isinstance(desk.screen, EditorScreen) and "GREEN" in on_disk(tree) and "mint" not in on_disk(tree)
        desk.screen.area.text = TEXT.replace("- green", "- mint, GREEN")
        await desk.press("ctrl+s")
        assert on_disk(tree) == TEXT.replace("- green", "- mint, GREEN")


async def test_an_edit_can_be_dropped_for_what_others_wrote(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press("x")
        agent(tree, "vps/hermes").append("tea.md", "- rooibos")
        await desk.press("ctrl+s", "x")
        assert isinstance(desk.screen, StaleScreen)
        desk.screen._opened -= 1
        await desk.press("x")
        assert isinstance(desk.screen, NotesScreen) and on_disk(tree) == TEXT + "- rooibos\n"


# Bytes


async def test_a_note_that_is_no_utf8_is_not_edited(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "- [Tea](tea.md)\n", "tea.md": b"caf\xe9\n"})
    async with at_work(tree) as desk:
        await desk.press("2")
        desk.screen.show_note("tea.md")
        await desk.settle()
        await desk.press("e")
        assert isinstance(desk.screen, NotesScreen) and desk.toast.startswith("tea.md is not UTF-8")


def test_nul_bytes_are_no_text() -> None:
    with pytest.raises(Refused, match="NUL"):
        require_text("x.md", b"a\0b")


async def test_windows_line_ends_and_a_byte_order_mark_stay(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "- [Tea](tea.md)\n", "tea.md": b"\xef\xbb\xbf# Tea\r\n\r\n- green\r\n"})
    async with at_work(tree) as desk:
        await editing(desk)
        await desk.press(*"- mint", "enter", "ctrl+s")
        assert (tree.root / "tea.md").read_bytes() == b"\xef\xbb\xbf# Tea\r\n\r\n- mint\r\n- green\r\n"


def test_lines_that_are_not_touched_keep_their_bytes_and_hidden_characters_return() -> None:
    data = b"one\r\ntwo \x1b[2J\x0c three\nfour\xe2\x80\xa8\xe2\x80\xae"
    shown = Shown(data)
    assert shown.text.count("\n") == 2 and "\x1b" not in shown.text and len(shown.text.splitlines()) == 3
    changed = shown.text.replace("three", "3").replace("one", "1")
    assert shown.bytes_of(changed) == b"1\ntwo \x1b[2J\x0c 3\nfour\xe2\x80\xa8\xe2\x80\xae"


@given(st.binary(max_size=200).filter(lambda data: b"\0" not in data))
def test_a_text_that_nobody_touched_comes_back_byte_for_byte(data: bytes) -> None:
    try:
        require_text("x.md", data)
    except Refused:
        return
    shown = Shown(data)
    assert shown.bytes_of(shown.text) == data
    assert len((shown.text + "x").splitlines()) == shown.text.count("\n") + 1


def test_both_sides_of_a_conflict_stand_between_marks() -> None:
    both = merge(b"a\nb\nc", b"a\nB\nc", b"a\nbb\nc")
    text = with_markers(both)
    assert text == b"a\n<<<<<<< yours\nB\n=======\nbb\n>>>>>>> in the note\nc"


# One's own editor


def script(folder: Path, body: str) -> Path:
    made = folder / "ed it"
    made.write_text(f"#!/bin/sh\n{body}\n")
    made.chmod(made.stat().st_mode | stat.S_IXUSR)
    return made


def test_the_editor_is_visual_then_editor_then_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert editor() == []
    made = script(tmp_path, "true")
    monkeypatch.setenv("EDITOR", f"'{made}' --wait")
    assert editor() == [str(made), "--wait"]
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    assert editor() == [str(made), "--wait"]
    monkeypatch.setenv("EDITOR", "'unbalanced")
    assert editor() == []


def test_it_gets_a_copy_that_only_this_user_can_read(tmp_path: Path) -> None:
    made = script(tmp_path, f'ls -ld "$(dirname "$1")" > {tmp_path}/mode; printf "new\\n" >> "$1"')
    assert in_own_editor([str(made)], draft(b"old\r\n"), 3) == b"old\r\nnew\n"
    assert (tmp_path / "mode").read_text().startswith("drwx------")


def test_an_editor_that_fails_changes_nothing(tmp_path: Path) -> None:
    assert in_own_editor([str(script(tmp_path, "exit 1"))], draft(b"old\n"), 0) is None


def test_editors_that_know_lines_are_told_one(tmp_path: Path) -> None:
    made = script(tmp_path, 'echo "$1" > "$2"')
    nano = made.rename(tmp_path / "nano")
    assert in_own_editor([str(nano)], draft(b""), 6) == b"+7\n"


async def test_where_the_terminal_cannot_be_lent_the_built_in_one_opens(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EDITOR", str(script(tmp_path, "exit 0")))
    async with at_work(tree) as desk:
        await editing(desk)
