"""Sizes and repetitions."""

from __future__ import annotations

import time

from memwarden.checks.changes import between
from memwarden.checks.duplicates import duplicates
from memwarden.checks.limits import NEST_FILES, Limits, memory_limits
from memwarden.checks.run import check

LONG = "word " * 150 + "\n"
FACTS = "".join(f"- fact number {number} of the note\n" for number in range(8))
DEFAULT = Limits(files=memory_limits())
NEST = Limits(files=NEST_FILES)


def codes(before: str, after: str, note: str = "", limits: Limits = DEFAULT) -> list[str]:
    return [finding.code for finding in check(before, after, note=note, limits=limits)]


def test_a_line_may_have_150_tokens_and_no_more() -> None:
    assert codes("", "x" * 600 + "\n") == []
    assert codes("", "x" * 601 + "\n") == ["line-too-long"]
    assert codes("", "字" * 150 + "\n") == []
    assert codes("", "字" * 151 + "\n") == ["line-too-long"]
    assert codes("", "x" * 601 + "\n", limits=Limits(line_tokens=0)) == []


def test_an_old_long_line_may_be_moved_and_shortened_but_not_grow() -> None:
    assert codes(LONG + FACTS, FACTS + LONG) == []
    assert codes(LONG, LONG[5:]) == []
    assert codes(LONG, "more words at its start " + LONG) == ["line-too-long"]


def test_a_long_line_is_found_at_its_own_line() -> None:
    (finding,) = check("a\nb\n", "a\nc\n" + LONG + "b\n")
    assert (finding.line, finding.column) == (3, 1)


def test_memory_has_400_tokens_where_it_is_shared_and_1200_where_it_is_an_agents() -> None:
    lines = "".join(f"- {'x' * 77}\n" for _ in range(21))
    assert codes("", lines, "shared-memory/MEMORY.md") == ["file-too-long"]
    assert codes("", lines, "bots/hermes/bot-memory/MEMORY.md") == []
    assert codes(
        "", lines * 3, "bots/hermes/bot-memory/MEMORY.md", Limits(files=memory_limits(), repeated_lines=0)
    ) == ["file-too-long"]
    assert codes("", lines, "topics/travel.md") == []


def test_a_file_over_its_limit_may_shrink() -> None:
    lines = "".join(f"- {number} {'x' * 75}\n" for number in range(30))
    assert codes(lines, lines[80:], "shared/MEMORY.md") == []
    assert codes(lines, lines + "- one more\n", "shared/MEMORY.md") == ["file-too-long"]


def test_the_files_of_a_nest_have_limits_of_lines() -> None:
    lines = "".join(f"- {number}\n" for number in range(1_001))
    for note, most in {
        "queen/agent-rules.md": 80,
        "queen/strategy.md": 80,
        "agents/vps/hermes/memory.md": 200,
        "shared/memory.md": 500,
        "projects/house.md": 150,
        "workflow/release.md": 200,
        "notes/any.md": 1_000,
    }.items():
        upto = "".join(lines.splitlines(keepends=True)[:most])
        findings = [finding for finding in check("", upto, note=note, limits=NEST) if not finding.warning]
        assert findings == [], note
        (finding,) = check("", upto + "- more\n", note=note, limits=NEST)
        assert str(most) in finding.message, note
    assert codes("", "".join(lines.splitlines(keepends=True)[:501]), "notes/any.md", NEST) == ["file-too-long"]
    (soft,) = check("", "".join(lines.splitlines(keepends=True)[:501]), note="notes/any.md", limits=NEST)
    assert soft.warning


def test_an_append_that_sends_the_old_note_again_is_held_with_the_lines_it_repeats() -> None:
    (finding,) = check(FACTS, FACTS + FACTS + "- a new one\n")
    assert finding.code == "already-present"
    assert finding.line == 9
    assert "begins 8 lines" in finding.message
    assert "from line 1 to 8" in finding.message


def test_many_blocks_sent_again_in_a_long_note_are_found_in_one_pass_over_it() -> None:
    lines = [f"- a fact of some length, number {number}\n" for number in range(20_000)]
    blocks = ["".join(lines[at : at + 8]) for at in range(0, len(lines), 8)]
    began = time.process_time()
    again = "".join(f"- new {at}\n{block}" for at, block in enumerate(reversed(blocks)))
    change = between("".join(lines), "".join(lines) + again)
    assert len(list(duplicates(change, repeated_lines=4))) == len(blocks)
    assert time.process_time() - began < 2


def test_a_short_note_sent_again_whole_is_a_repetition_too() -> None:
    note = "# Travel preferences of Sam\n\n- aisle seats, never the window\n"
    assert codes(note, note + "\n" + note) == ["duplicate-heading", "already-present"][::-1]


def test_single_lines_may_come_again_and_blocks_may_move() -> None:
    assert codes(FACTS, FACTS + "- fact number 3 of the note\n") == []
    assert codes(FACTS + "- end\n", "- end\n" + FACTS) == []
    assert codes(FACTS, FACTS + "- ok\n" * 3) == []


def test_a_second_heading_of_the_same_level_is_a_warning() -> None:
    (finding,) = check("# Log\n\n## Deploy\ntext\n", "# Log\n\n## Deploy\ntext\n\n## deploy\nmore\n")
    assert (finding.code, finding.line, finding.warning) == ("duplicate-heading", 6, True)
    assert codes("## Deploy\n", "## Deploy\n\n### Deploy\n") == []
    assert codes("## A\n## A\n", "## A\n## A\nmore\n") == []
