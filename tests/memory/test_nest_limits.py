"""The sizes that a nest's people wrote into queen/limits.md hold; those that an agent wrote there do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.memory.refusals import refused

from memwarden import Code, Origin, Tree
from memwarden.memory.nest_limits import NOTE, parse

TABLE = """# File size limits

Only humans modify it. Updated 2026-11-30.

| File | Max lines | Split target |
|---|---|---|
| `queen/strategy.md` | 80 | `queen/strategy/<topic>.md` |
| `agents/<host>/<agent-id>/memory.md` | 250 | topic memory beside it |
| `projects/<name>.md` | {projects} | `projects/<name>/<topic>.md` |
| (default — any other markdown) | soft 30 / hard 40 | filename → folder + index |
| a remark | 3 | |
| `projects/<name>.txt` | 9 |

- 2026-11-30: 3 rows changed.
"""
HOME = "agents/vps/hermes/notes.md"


@pytest.fixture
def nest(make_tree: MakeTree) -> Tree:
    return make_tree(
        {
            "queen/agent-rules.md": "# Rules\n",
            NOTE: TABLE.format(projects=3),
            "projects/atlas.md": "# Atlas\n",
            HOME: "#\n",
        }
    )


def append(tree: Tree, note: str, lines: int) -> tuple[bool, ...]:
    """Whether each finding was a warning only."""
    text = "".join(f"- fact {number}\n" for number in range(lines))
    return tuple(one.warning for one in tree.writer("vps/hermes", origin=Origin.CHAT).append(note, text).findings)


def test_the_table_is_read_as_nestwork_writes_it() -> None:
    found = {limit.paths: (limit.soft, limit.lines) for limit in parse(TABLE.format(projects=7))}
    assert list(found.values()) == [(0, 80), (0, 250), (0, 7), (30, 40)]
    assert any("topic memory beside it" in limit.advice for limit in parse(TABLE))
    assert list(parse("# Nothing\n\n| File | Max lines |\n|---|---|\n")) == []


def test_its_numbers_hold_in_the_place_of_the_usual_ones(nest: Tree) -> None:
    with refused(Code.CHECKS):
        append(nest, "projects/atlas.md", 4)
    assert append(nest, HOME, 30) == (True,)
    with refused(Code.CHECKS):
        append(nest, HOME, 12)


def test_a_change_that_a_person_makes_holds_at_once(nest: Tree, folder: Path) -> None:
    nest.person().rewrite(NOTE, TABLE.format(projects=35))
    assert append(nest, "projects/atlas.md", 4) == ()
    (folder / NOTE).write_text(TABLE.format(projects=5))
    nest.rescan()
    with refused(Code.CHECKS):
        append(nest, "projects/atlas.md", 4)


def test_what_an_agent_wrote_there_past_the_rules_does_not_hold(nest: Tree, folder: Path) -> None:
    hermes = nest.writer("vps/hermes", origin=Origin.CHAT)
    with refused(Code.POLICY):
        hermes.append(NOTE, "| `projects/<name>.md` | 900 |\n")
    made = hermes.propose(NOTE, "rewrite", TABLE.format(projects=35))
    with refused(Code.CHECKS):
        append(nest, "projects/atlas.md", 4)
    nest.person().confirm(next(one for one in nest.proposals() if one.id == made.id))
    assert append(nest, "projects/atlas.md", 4) == ()


def test_in_a_tree_that_is_no_nest_such_a_note_says_nothing(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "# Index\n", NOTE: TABLE.format(projects=1), "projects/atlas.md": "# Atlas\n"})
    assert append(tree, "projects/atlas.md", 20) == ()
