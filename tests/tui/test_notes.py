"""Notes on a real tree: the list, the note with its authors, the inspector, and every key of the view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.tui.at_work import NARROW, WIDE, Desk, at_work, notes_of
from tests.tui.remembered import NOTES, TRAVEL, Clock, agent, remembered

from memwarden import Tree
from memwarden_tui.screens.choose import ChooseScreen
from memwarden_tui.screens.elsewhere import go_to_note
from memwarden_tui.screens.notes import NotesScreen
from memwarden_tui.widgets.notetree import short_names

COPY = "projects/atlas.sync-conflict-20260102-140300-ABCDEFG.md"


@pytest.fixture
def kept(folder: Path) -> Iterator[tuple[Tree, Clock]]:
    tree, clock = remembered(folder)
    yield tree, clock
    tree.close()


@pytest.fixture
def tree(kept: tuple[Tree, Clock]) -> Tree:
    return kept[0]


def line_of(desk: Desk, words: str) -> str:
    return next(row for row in desk.rows if words in row)


# The list


async def test_the_list_has_the_sections_of_the_index_and_the_state_of_each_note(tree: Tree) -> None:
    now = tree.text(TRAVEL)
    shorter = now.text.replace("- Never the last row\n- Exit row on long ones\n- No middle seat\n", "")
    agent(tree, "vps/scribe").rewrite(TRAVEL, shorter, base=now.revision)
    (tree.root / COPY).write_text("# Atlas\n\nLaunch is planned for APRIL with three regions.\n")
    tree.rescan()
    async with at_work(tree) as desk:
        await notes_of(desk)
        rows = [row[:29].strip() for row in desk.rows[4:20]]
        assert rows[:5] == ["Projects", "atlas.md        conflict", "", "Preferences", "▌  travel.md       −3 lines"]
        assert "Not in INDEX             1" in rows and "scratch.md" in rows
        assert desk.rows[2].startswith(" INDEX ─") and desk.rows[2][:29].endswith(" 5")


async def test_a_link_to_nothing_is_shown_and_made_by_one_key(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await notes_of(desk, "preferences/food.md")
        await desk.press("shift+tab", "j")
        assert line_of(desk, "▌  boiler.md")[:29].split() == ["▌", "boiler.md", "missing"]
        assert "INDEX.md line 11 links facts/boiler.md, which is not here." in desk.text
        assert "enter goes to the link, n creates the note." in " ".join(row[31:90].strip() for row in desk.rows)
        await desk.press("enter")
        assert screen.page is not None and screen.page.path == "INDEX.md" and screen.note_pane.view.cursor == 10
        await desk.press("backspace")
        desk.screen._point_at("preferences/food.md")
        desk.screen.show_pane("tree")
        await desk.press("j")
        await desk.press("n")
        assert (tree.root / "facts/boiler.md").read_text() == "# Boiler\n\n"
        await desk.press("escape")
        assert screen.page is not None and screen.page.path == "facts/boiler.md"


async def test_a_link_out_of_the_tree_says_so_and_offers_nothing(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, "preferences/food.md")
        await desk.press("shift+tab", "j", "j")
        assert line_of(desk, "▌  away.md")[:29].split() == ["▌", "away.md", "outside"]
        assert "which lies outside" in desk.text
        assert "creates" not in desk.text


async def test_a_note_that_no_index_links_gets_its_line_by_one_key(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, "scratch.md")
        assert "a Add to INDEX" in desk.keys
        await desk.press("a")
        assert isinstance(desk.screen, ChooseScreen)
        await desk.press("P", "r", "e", "f", "enter")
        assert "- [Scratch](scratch.md)" in (tree.root / "INDEX.md").read_text()
        assert "Not in INDEX" not in desk.text and desk.toast.startswith("Linked scratch.md")
        await desk.press("u")
        assert "scratch" not in (tree.root / "INDEX.md").read_text()


async def test_a_filter_leaves_the_notes_that_match(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("shift+tab", "slash", "e", "a", "t", "enter")
        listed = [row[:29].strip() for row in desk.rows]
        assert "▌  food.md" in listed and not any("travel" in row for row in listed)
        await desk.press("escape")
        assert "atlas.md" in desk.text


def test_a_name_is_as_short_as_it_is_unique() -> None:
    names = short_names(["a/memory.md", "b/memory.md", "x/b/memory.md", "c/one.md"])
    assert list(names.items()) == [
        ("c/one.md", "one.md"),
        ("a/memory.md", "a/memory.md"),
        ("b/memory.md", "b/memory.md"),
        ("x/b/memory.md", "x/b/memory.md"),
    ]


async def test_an_empty_tree_says_what_fills_it(make_tree: MakeTree) -> None:
    async with at_work(make_tree({})) as desk:
        await desk.press("2")
        assert "No notes yet. e writes the first one" in " ".join(desk.text.split())
        assert not desk.screen.note_pane.display and not desk.screen.side.display
        await desk.press("e", *"first", "enter", *"one fact", "ctrl+s")
        assert "one fact" in (desk.app.memory.root / "first.md").read_text()


async def test_an_empty_note_says_that_it_is_one(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "# Index\n\n- [A](a.md)\n", "a.md": ""})
    async with at_work(tree) as desk:
        await notes_of(desk, "a.md")
        assert "The note is empty. e writes into it, h shows what it held." in desk.text


async def test_a_link_of_a_note_that_leads_to_nothing_is_made_by_one_key(make_tree: MakeTree) -> None:
    tree = make_tree({"sub/a.md": "# A\n\nSee [the garden](garden.md) and [out](../../out.md).\n"})
    async with at_work(tree) as desk:
        screen = await notes_of(desk, "sub/a.md", 2)
        await desk.press("L", "enter")
        assert desk.app.said.text == "There is no note garden.md." and desk.app.said.more == "n makes it."
        await desk.press("n", "escape")
        assert screen.page.path == "sub/garden.md" and tree.bytes_of("sub/garden.md") == b"# Garden\n\n"


# The note


async def test_each_line_has_its_author_and_the_inspector_tells_of_the_one_under_the_cursor(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, TRAVEL, 11)
        assert "▎vps/hermes    ▌  - Never book before 07:00" in line_of(desk, "07:00")
        assert "line 12 of 15" in desk.rows[2] and "Line 12" in desk.rows[2]
        right = [row[91:].strip() for row in desk.rows[4:]]
        assert right[0].split() == ["vps/hermes", "proven"] and right[1].endswith("MCP")
        assert right[2] == '"Sam asked in chat"' and right[3] == "before: 06:30, by"
        assert any(row.startswith("Authors") for row in right) and any(row.startswith("Versions") for row in right)
        assert any(row.split() == ["from", "INDEX.md", "Preferences"] for row in right)


async def test_b_takes_the_authors_away_and_brings_them_back(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("b")
        assert "▎laptop/claude" not in desk.text
        await desk.press("b")
        assert "▎laptop/claude" in desk.text


async def test_r_shows_the_markup_as_it_is(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await notes_of(desk)
        await desk.press("r")
        assert screen.note_pane.view.raw


async def test_i_closes_the_inspector_and_opens_it_again(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk)
        await desk.press("i")
        assert "Authors" not in "\n".join(desk.rows[:-1])
        await desk.press("i")
        assert "Authors ──" in desk.text


async def test_words_are_found_in_the_note_one_after_another(tree: Tree) -> None:
    async with at_work(tree) as desk:
        screen = await notes_of(desk)
        await desk.press("slash", *"never", "enter")
        assert "2 found" in desk.rows[2] and screen.note_pane.view.cursor == 4
        await desk.press("n")
        assert screen.note_pane.view.cursor == 11
        await desk.press("N")
        assert screen.note_pane.view.cursor == 4
        await desk.press("escape")
        assert "found" not in desk.rows[2] and not screen.note_pane.wanted


async def test_a_line_that_came_since_the_last_look_has_a_dot(kept: tuple[Tree, Clock]) -> None:
    tree, clock = kept
    tree.save_ui({"left": tree.now().isoformat(), "screens": {"NotesScreen": {}}})
    clock.on(minutes=1)
    agent(tree, "vps/codex").append(TRAVEL, "- Passport until 2031")
    tree.person().append(TRAVEL, "- My own line")
    async with at_work(tree) as desk:
        await notes_of(desk)
        assert "• - Passport until 2031" in desk.text
        assert "• - My own" not in desk.text and "• - Never" not in desk.text


# News and width


async def test_what_is_read_stays_in_view_while_the_note_grows_above_it(tree: Tree) -> None:
    long = "# Long\n\n" + "".join(f"- line {number}\n" for number in range(200))
    (tree.root / "preferences/food.md").write_text(long)
    tree.rescan()
    async with at_work(tree) as desk:
        screen = await notes_of(desk, "preferences/food.md", 100)
        row = next(at for at, text in enumerate(desk.rows) if "▌  - line 98" in text)
        (tree.root / "preferences/food.md").write_text(long.replace("# Long\n", "# Long\n\nnew\nnew\nnew\n"))
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert "▌  - line 98" in desk.rows[row] and screen.note_pane.view.cursor == 104


async def test_a_note_that_goes_while_it_is_read_says_so(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, "scratch.md")
        (tree.root / "scratch.md").unlink()
        tree.rescan()
        desk.app.tree_changed()
        await desk.settle()
        assert "nobody links this" not in desk.text


async def test_where_it_is_narrow_there_is_one_pane_at_a_time(tree: Tree) -> None:
    async with at_work(tree, NARROW) as desk:
        screen = await notes_of(desk)
        assert desk.rows[1].startswith(" preferences/travel.md ━") and desk.keys.startswith(" esc Index  h History")
        await desk.press("escape")
        assert desk.rows[1].startswith(" INDEX ━")
        await desk.press("enter", "i")
        assert desk.rows[1].startswith(" Line 1 ━") and desk.keys.startswith(" esc Note")
        await desk.press("escape")
        assert screen.note_pane.view.has_focus


async def test_between_the_inspector_stands_in_the_place_of_the_list(tree: Tree) -> None:
    async with at_work(tree, (100, 30)) as desk:
        await notes_of(desk)
        assert desk.rows[2].startswith(" INDEX ─") and "Authors" not in "\n".join(desk.rows[:-1])
        await desk.press("i")
        assert desk.rows[2].startswith(" preferences/") and "Authors ──" in desk.text
        await desk.press("i")
        assert desk.rows[2].startswith(" INDEX ─")


async def test_note_line_and_view_are_kept_over_a_restart(tree: Tree) -> None:
    async with at_work(tree) as desk:
        await notes_of(desk, TRAVEL, 5)
        await desk.press("b", "q")
    async with at_work(tree) as desk:
        await desk.press("2")
        screen = desk.screen
        assert screen.page.path == TRAVEL and screen.note_pane.view.cursor == 5
        assert not screen.note_pane.view.show_gutter and screen.note_pane.view.has_focus


async def test_a_note_that_is_asked_for_before_the_list_is_there_is_the_one_that_is_read(tree: Tree) -> None:
    hidden = ".memwarden/notes.md"
    (tree.root / ".memwarden").mkdir()
    (tree.root / hidden).write_text("in no list\n")
    for note in ("preferences/food.md", hidden):
        async with at_work(tree) as desk:
            await desk.press("1")
            desk.app.run_worker(go_to_note(desk.app, note, 1))
            await desk.settle()
            assert isinstance(desk.screen, NotesScreen)
            assert desk.screen.page is not None and desk.screen.page.path == note


async def test_nothing_hidden_or_marked_up_in_a_note_or_its_name_does_anything(make_tree: MakeTree) -> None:
    name = "notes/[@click=app.quit]x\u202e[/b].md"
    tree = make_tree({**NOTES, name: "# \x1b]52;c;aGk=\x07 [/b] [@click=app.quit]x[/]\n"})
    async with at_work(tree, WIDE) as desk:
        await notes_of(desk, name)
        assert "\\x1b]52" in desk.text and "[@click=app.quit]x" in desk.text and "\x1b]52" not in desk.text
        await desk.press("h")
        assert "<U+202E>" in desk.text and "\u202e" not in desk.text


async def test_a_thousand_notes_are_listed_and_walked(make_tree: MakeTree) -> None:
    many = {f"all/note-{number:04}.md": f"# Note {number}\n" for number in range(1000)}
    index = "# Index\n\n" + "".join(f"- [{path}]({path})\n" for path in many)
    async with at_work(make_tree({"INDEX.md": index, **many})) as desk:
        await desk.press("2", "G", "k")
        assert "▌  note-0999.md" in desk.text and "1,001" in desk.rows[2]
