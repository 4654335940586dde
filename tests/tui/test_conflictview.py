"""Conflicts: what a model remembers and takes back, and how hunks, sides and results are drawn."""

from __future__ import annotations

import pytest
from tests.tui.drawn import HOSTILE, OneView, colour, ground, is_harmless, rows, style_of
from textual import on

from memwarden.memory.conflicts import held_open
from memwarden.text.lines import encode
from memwarden.text.merge import Choice, RegionKind, merge
from memwarden_tui.palettes import DARK
from memwarden_tui.widgets.conflictentry import Side
from memwarden_tui.widgets.conflictmodel import ConflictModel
from memwarden_tui.widgets.conflictview import ConflictView
from memwarden_tui.widgets.gutter import Face

BASE = """# Atlas

- The team meets on Mondays.
- Budget: 30k
- Steering group: Ana, Jon, Sam
- Launch is planned for March with two regions

## Questions
- Who owns the rollback?
- Who signs?

## Auto
- one
- two
- three
"""
YOURS = (
    BASE.replace("30k", "40k by Ana")
    .replace("March", "April")
    .replace("- Who owns the rollback?\n- Who signs?\n", "")
    .replace("- two", "- two of yours")
    + "- end of yours\n"
)
THEIRS = (
    BASE.replace("30k", "50k").replace("March", "May").replace("the rollback?", "the rollback plan?")
    + "- end of theirs\n"
)
CLAUDE, CODEX = Side(Face("laptop/claude", "agent5"), "14:02"), Side(Face("vps/codex", "agent7"), "14:03")


def model(base: str | None = BASE, yours: str = YOURS, theirs: str = THEIRS) -> ConflictModel:
    return ConflictModel(merge(None if base is None else encode(base), encode(yours), encode(theirs)))


def plain(view: ConflictView) -> str:
    return "\n".join(rows(view))


def test_choices_are_counted_and_taken_back_one_by_one() -> None:
    conflict = model()
    assert (conflict.open_count, conflict.done_count) == (3, 0)
    first = conflict.active
    assert conflict.choose(Choice.YOURS)
    assert conflict.next_open()
    assert conflict.choose(Choice.BOTH)
    assert conflict.open_count == 1
    assert conflict.undo() and conflict.open_count == 2 and conflict.active == conflict.conflicts[1]
    assert conflict.undo() and conflict.open_count == 3 and conflict.active == first
    assert not conflict.undo()


def test_next_and_previous_go_to_open_hunks_round_the_end() -> None:
    conflict = model()
    first, second, third = conflict.conflicts
    conflict.next_open()
    conflict.choose(Choice.YOURS)
    assert conflict.next_open() and conflict.active == third
    assert conflict.next_open() and conflict.active == first
    assert conflict.next_open(-1) and conflict.active == third
    assert conflict.next_open(-1) and conflict.active == first
    assert second not in conflict.open


def test_the_result_is_refused_while_a_hunk_is_open_and_holds_every_choice() -> None:
    conflict = model()
    with pytest.raises(ValueError, match="open"):
        conflict.result()
    conflict.choose(Choice.YOURS)
    conflict.next_open()
    conflict.choose(b"- Launch is planned for summer\n")
    conflict.next_open()
    conflict.choose(Choice.BASE)
    result = conflict.result().decode()
    assert "40k by Ana" in result
    assert "planned for summer\n" in result
    assert "- Who owns the rollback?\n- Who signs?\n" in result
    assert "- two of yours" in result
    assert "- end of yours\n" in result and "- end of theirs\n" in result


@pytest.mark.parametrize(("choice", "text"), [(Choice.YOURS, YOURS), (Choice.THEIRS, THEIRS), (Choice.BASE, BASE)])
def test_one_side_for_the_whole_file_is_that_file_and_one_undo_takes_it_back(choice: Choice, text: str) -> None:
    conflict = model()
    assert conflict.choose_all(choice)
    assert conflict.result() == encode(text)
    assert conflict.undo()
    assert conflict.open_count == 3


def test_without_a_base_the_base_cannot_be_taken() -> None:
    conflict = model(None)
    assert not conflict.can(Choice.BASE)
    assert not conflict.choose(Choice.BASE)
    assert not conflict.choose_all(Choice.BASE)
    assert conflict.choose(Choice.THEIRS)


def test_equal_texts_have_no_hunk_and_nothing_to_choose() -> None:
    conflict = model(BASE, BASE, BASE)
    assert conflict.active is None
    assert not conflict.choose(Choice.YOURS)
    assert not conflict.next_open()
    assert conflict.result() == encode(BASE)


async def test_an_open_hunk_shows_base_and_sides_with_their_keys_authors_and_words() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 50)) as pilot:
        conflict = model()
        conflict.choose(Choice.YOURS)
        conflict.next_open()
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        drawn = rows(view)
        head = next(row for row, text in enumerate(drawn) if "Hunk 2 of 3" in text)
        assert drawn[head] == "▌ Hunk 2 of 3   open  both sides changed line 6"
        assert drawn[head + 2] == "▌ s = base     - Launch is planned for March with two regions"
        assert drawn[head + 3].startswith("▌ o + yours    - Launch is planned for April with two regions")
        assert drawn[head + 3].endswith("laptop/claude  14:02")
        assert len(drawn[head + 3]) == 116
        assert drawn[head + 4].startswith("▌ t + theirs   - Launch is planned for May")
        assert drawn[head + 6] == "▌   ? result   not chosen yet"
        assert ground(style_of(view, "March", head + 2)) == DARK.remmark
        assert ground(style_of(view, "April", head + 3)) == DARK.addmark
        assert ground(style_of(view, "▌", head)) == DARK.surface
        assert colour(style_of(view, "laptop/claude", head + 3)) == DARK.agents[5]


async def test_a_done_hunk_closes_up_to_its_result() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 50)) as pilot:
        conflict = model()
        conflict.choose(Choice.YOURS)
        conflict.next_open()
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        done = next(row for row in rows(view) if "hunk 1 done" in row)
        assert done.startswith("    + yours    - Budget: 40k by Ana")
        assert done.endswith("hunk 1 done, took yours")
        assert ground(style_of(view, "Budget")) == DARK.addbg


async def test_a_deletion_against_an_edit_says_how_many_lines_go() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 50)) as pilot:
        view.show_conflict(model(), CLAUDE, CODEX)
        await pilot.pause()
        assert "yours removes 2 lines that theirs edits" in plain(view)
        assert "- yours" not in plain(view).replace("−", "-") or "2 lines removed" in plain(view)
        assert style_of(view, "2 lines removed").italic


async def test_the_choice_stands_in_its_place_until_the_hunk_is_left() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 60)) as pilot:
        conflict = model()
        view.show_conflict(conflict, CLAUDE, CODEX)
        conflict.choose(Choice.BOTH_REVERSED)
        view.renew_model()
        await pilot.pause()
        drawn = rows(view)
        place = next(row for row, text in enumerate(drawn) if "result" in text)
        assert drawn[place].startswith("▌   + result   - Budget: 50k")
        assert drawn[place].endswith("took both, theirs first")
        assert drawn[place + 1] == "▌              - Budget: 40k by Ana"
        conflict.undo()
        view.renew_model()
        assert "not chosen yet" in plain(view)


async def test_what_merged_by_itself_says_how() -> None:
    view = ConflictView()
    conflict = model()
    kinds = {region.kind for region in conflict.merge.regions}
    assert {RegionKind.YOURS, RegionKind.UNION} <= kinds
    async with OneView(view).run_test(size=(118, 60)) as pilot:
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        assert "+ yours    - two of yours" in plain(view)
        assert "only yours changed" in plain(view)
        assert "+ both     - end of yours" in plain(view)
        assert "both added, both kept" in plain(view)


async def test_neighbouring_lines_that_merged_by_themselves_say_that_the_other_side_changed_right_there() -> None:
    view = ConflictView()
    conflict = model("a b\nc d\ne f\n", "a B\nc d\ne f\n", "a b\nc D\ne f\n")
    assert conflict.open_count == 0
    async with OneView(view).run_test(size=(118, 20)) as pilot:
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        assert "only yours changed, next to theirs" in plain(view)
        assert "only theirs changed, next to yours" in plain(view)


async def test_from_a_base_that_proves_nothing_a_hunk_says_which_side_is_other_than_it() -> None:
    view = ConflictView()
    conflict = ConflictModel(held_open(merge(b"a\nb\nc\n", b"A\nb\nc\nd\n", b"a\nb\nc\n")))
    async with OneView(view).run_test(size=(118, 30)) as pilot:
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        assert "only yours differs from the base in line 1" in plain(view)
        assert "only yours has this line" in plain(view)


async def test_long_stretches_without_a_change_are_folded() -> None:
    many = "".join(f"line {index}\n" for index in range(60))
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 60)) as pilot:
        conflict = model(many, many.replace("line 30\n", "mine\n"), many.replace("line 30\n", "yours\n"))
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        assert "26 unchanged lines" in plain(view)
        assert "25 unchanged lines" in plain(view)
        assert "   30          line 29" in rows(view)


async def test_eighty_columns_put_the_author_under_the_text() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(80, 24)) as pilot:
        conflict = model()
        conflict.next_open()
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        drawn = rows(view)
        place = next(row for row, text in enumerate(drawn) if "o + yours" in text)
        assert drawn[place] == "▌ o + yours   - Launch is planned for April with two regions"
        assert drawn[place + 1] == "▌             laptop/claude  14:02"


async def test_without_a_base_the_sides_are_compared_with_each_other() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 60)) as pilot:
        view.show_conflict(model(None), CLAUDE, CODEX)
        await pilot.pause()
        assert "no base says who changed it" in plain(view)
        assert "= base" not in plain(view)
        assert ground(style_of(view, "50k")) == DARK.addmark


async def test_a_click_makes_a_hunk_the_active_one() -> None:
    class Listening(OneView):
        @on(ConflictView.Selected)
        def hear(self, event: ConflictView.Selected) -> None:
            self.heard.append(event.region)

    view = ConflictView()
    app = Listening(view)
    async with app.run_test(size=(118, 60)) as pilot:
        conflict = model()
        view.show_conflict(conflict, CLAUDE, CODEX)
        await pilot.pause()
        row = next(number for number, text in enumerate(rows(view)) if "Hunk 2 of 3" in text)
        await pilot.click(ConflictView, offset=(20, row))
        await pilot.pause()
        assert app.heard == [conflict.conflicts[1]]
        assert conflict.active == conflict.conflicts[1]


async def test_hostile_sides_are_shown_and_never_obeyed() -> None:
    view = ConflictView()
    async with OneView(view).run_test(size=(118, 60)) as pilot:
        conflict = model("x\n", "\n".join(HOSTILE), "\n".join(reversed(HOSTILE)))
        view.show_conflict(conflict, Side(Face("\x1b[31m/evil")), CODEX)
        await pilot.pause()
        assert is_harmless(plain(view).replace("\n", ""))
        assert "[/foo] [@click=app.quit]x[/]" in plain(view)
        assert "\\x1b[31m/evil" in plain(view)
