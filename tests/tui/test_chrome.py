"""Header, footer, rules, breadcrumb, toasts, bars: what they say at which width."""

from __future__ import annotations

import pytest
from rich.style import Style
from rich.text import Text
from textual.geometry import Region

from memwarden_tui.commands import Command, Commanded, Offer
from memwarden_tui.glyphs import ASCII, UNICODE, Look
from memwarden_tui.palettes import DARK
from memwarden_tui.widgets.bars import bar
from memwarden_tui.widgets.breadcrumb import crumb_line
from memwarden_tui.widgets.empty import empty_text
from memwarden_tui.widgets.footer import Item, footer_line, lay_out
from memwarden_tui.widgets.header import HeaderData, Peer, header_line
from memwarden_tui.widgets.rule import rule_line
from memwarden_tui.widgets.sparkline import sparkline
from memwarden_tui.widgets.toast import Said, row_for, toast_line

LOOK = Look(DARK, UNICODE)
PLAIN = Look(DARK, ASCII)
PEERS = (Peer("vps 12 s behind"), Peer("pi offline 3 h", bad=True))
DATA = HeaderData("~/memory", 9, 3, PEERS)


def test_the_header_at_120_columns_is_that_of_the_look() -> None:
    line, tabs = header_line(DATA, "notes", 120, LOOK)
    assert line.plain == (
        " memwarden  ~/memory     1 Review 9  2 Notes  3 Mail 3  4 Agents  5 Activity"
        "           vps 12 s behind   pi offline 3 h"
    )
    assert [(tab.name, tab.start, tab.end) for tab in tabs[:2]] == [("review", 24, 36), ("notes", 36, 45)]


def test_the_header_at_80_columns_has_no_brand_and_the_worst_peer() -> None:
    line, _ = header_line(DATA, "review", 80, LOOK)
    assert line.plain.startswith("  1 Review 9  2 Notes ")
    assert line.plain.endswith("pi offline 3 h") and "vps" not in line.plain
    assert line.cell_len == 79


@pytest.mark.parametrize("width", range(60, 200, 7))
def test_the_header_never_is_wider_than_the_screen(width: int) -> None:
    data = HeaderData("~/some/where/deep/in/the/folders/日本語/memory", 1234, 567, PEERS)
    line, _ = header_line(data, "mail", width, LOOK)
    assert line.cell_len <= width


def test_a_tree_in_order_says_so_and_one_that_nothing_carries_says_nothing() -> None:
    assert header_line(HeaderData(peers=()), "notes", 120, LOOK)[0].plain.endswith("in sync")
    assert header_line(HeaderData(), "notes", 120, LOOK)[0].plain.rstrip().endswith("Activity")


def test_a_view_with_nothing_waiting_has_no_count() -> None:
    assert "Review  2" in header_line(HeaderData(), "notes", 120, LOOK)[0].plain.replace("   ", "  ")


def item(keys: str, label: str, short: str = "", rank: int = 5) -> Item:
    offer = Offer(Command(label.lower(), keys, label, label), Commanded())
    return Item(keys, label, short or label, rank, offer)


NOTES = [
    item("h", "History"),
    item("b", "Authors"),
    item("i", "Inspector", "Info"),
    item("f", "Forget line", "Forget", 7),
    item("e", "Edit"),
    item("m", "Message"),
    item("L", "Link", rank=8),
    item("/", "Filter", "Find", 3),
    item("?", "Keys", rank=1),
]


def test_a_wide_footer_has_three_blanks_between_its_keys() -> None:
    line = footer_line(lay_out(NOTES, 120), LOOK).plain
    assert line == (
        " h History   b Authors   i Inspector   f Forget line   e Edit   m Message   L Link   / Filter   ? Keys"
    )


@pytest.mark.parametrize("width", range(20, 130, 3))
def test_a_narrow_footer_loses_blanks_then_words_then_keys_but_never_the_help(width: int) -> None:
    placed = lay_out(NOTES, width)
    line = footer_line(placed, LOOK)
    assert line.cell_len <= width - 1
    assert line.plain.endswith("? Keys")
    if "Info" in line.plain:
        assert "   " not in line.plain


def test_a_footer_has_at_most_nine_keys() -> None:
    more = [item(key, key.upper(), rank=9) for key in "cdgkno"]
    placed = lay_out([*more, *NOTES], 400)
    assert [one.label for one in placed] == [one.label for one in NOTES]


def test_a_rule_is_heavy_where_the_keys_go_and_light_elsewhere() -> None:
    assert rule_line("Authors", "lines", 24, LOOK, active=True).plain == "Authors ━━━━━━━━━━ lines"
    assert rule_line("Authors", "", 24, LOOK, active=False).plain == "Authors ────────────────"
    assert rule_line("Authors", "4", 16, PLAIN, active=True).plain == "Authors ====== 4"
    assert rule_line("", "", 8, LOOK, active=False).plain == "────────"


@pytest.mark.parametrize("width", range(1, 40))
def test_a_rule_never_is_wider_than_its_pane(width: int) -> None:
    wide = rule_line("A long title of a pane", "12 of 300", max(width, 14), LOOK, active=True)
    assert wide.cell_len <= max(width, 14)


def test_a_breadcrumb_leads_to_the_file_and_loses_its_middle_first() -> None:
    crumbs, right = ("Review", "Conflict"), Text("base 4 May")
    wide = crumb_line(crumbs, "projects/atlas.md", right, 118, LOOK).plain
    assert wide.startswith("Review › Conflict › projects/atlas.md ") and wide.endswith(" base 4 May")
    narrow = crumb_line(crumbs, "projects/atlas.md", right, 78, LOOK).plain
    assert narrow.startswith("Review › projects/atlas.md ") and len(narrow) == 78
    assert crumb_line(crumbs, "", Text(), 40, PLAIN).plain.rstrip() == "Review > Conflict"


def test_a_toast_keeps_its_key_and_drops_what_does_not_fit() -> None:
    said = Said("Restored travel.md.", "All 41 lines are back.", key="u", act="Undo")
    assert toast_line(said, 80, LOOK).plain == " Restored travel.md. All 41 lines are back.   u Undo "
    assert toast_line(said, 32, LOOK).plain == " Restored travel.md.   u Undo "
    assert toast_line(said, 20, LOOK).cell_len <= 20


def test_a_toast_is_never_on_the_row_of_the_cursor() -> None:
    assert row_for(36, Region()) == 34
    assert row_for(36, Region(0, 10, 40, 2)) == 34
    assert row_for(24, Region(0, 22, 40, 1)) == 21
    assert row_for(24, Region(0, 21, 40, 2)) == 20


def test_a_sparkline_ends_below_the_row_above_and_is_blank_at_zero() -> None:
    assert sparkline([0, 1, 4, 7], LOOK).plain == " ▂▅▇"
    assert sparkline([3, 3], LOOK, width=4).plain == "  ▇▇"
    assert sparkline([1, 2, 3, 4], LOOK, width=2).plain == "▆▇"
    assert sparkline([0, 0], LOOK).plain == "  "
    assert sparkline([1, 7], PLAIN).plain == ":#"


def test_bars_have_half_steps_and_anything_has_one() -> None:
    style = Style(color="red")
    assert bar(10, 10, 4, LOOK, style).plain == "━━━━"
    assert bar(5, 10, 5, LOOK, style).plain.rstrip() in {"━━", "━━╸"}
    assert bar(1, 1000, 8, LOOK, style).plain.rstrip() == "╸"
    assert bar(0, 10, 4, LOOK, style).plain == "    "


def test_an_empty_view_names_its_key() -> None:
    text = empty_text(LOOK, "No mail. {n} writes to an agent.")
    assert text.plain == "No mail. n writes to an agent."
    assert [text.plain[span.start : span.end] for span in text.spans if "bold" in str(span.style)] == ["n"]
