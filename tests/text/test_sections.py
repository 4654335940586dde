"""A long text read section by section has the outline that it has as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.text import sections
from memwarden.text.markdown import outline

LINES = (
    *("# One", "## Two ##", "#", "#none", " # Indented", "> # Quoted", "- # Listed", "Under", "===", "---", ""),
    *("- [a](a.md) what", "  - [b](<b c.md>)", "[wiki]", "[[wiki|w]] and [x](x", "y.md)", "`[c](c.md)", "d`"),
    *("```", "~~~", "<div>", "<!-- [e](e.md)", "-->", "[f]: f.md", "[f]", "    [g](g.md)", "\t# Tabbed"),
    *("| a | b |", "| - | - |", "| [h](h.md) | [i](my i.md) |", "> [j](j.md)", "k.md what it is", "- l.md what it is"),
)


@given(st.lists(st.sampled_from(LINES), max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_a_text_read_by_sections_has_the_outline_of_the_whole(lines: list[str], end: str) -> None:
    text = end.join(lines)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sections, "LONG", 0)
        assert sections.outline_of(text) == outline(text)


def test_where_one_line_is_new_only_its_section_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(sections, "outline", lambda text: read.append(text) or outline(text))
    parts = [f"## Section {number}\n\n" + f"- [note {number}](note-{number}.md)\n" * 50 for number in range(20)]
    sections.outline_of("".join(parts))
    assert len(read) == len(parts)
    parts[7] += "- [new](new.md)\n"
    found = sections.outline_of("".join(parts))
    assert read[len(parts) :] == [parts[7]]
    assert found == outline("".join(parts))
