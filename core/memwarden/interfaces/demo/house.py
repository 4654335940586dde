"""The stories of the tree's own notes: the index, the rules for agents, what they share, what lies about."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, act, append, create, edit, refused, saved
from memwarden.interfaces.demo.stage import ME, Stage, put
from memwarden.memory.policy import CONFIG

RULES = "agent-rules.md"
SHARED = "shared/memory.md"
ORPHAN = "scratch.md"
HERMES = "agents/vps/hermes/memory.md"
CLAUDE = "agents/laptop/claude/memory.md"

_INDEX = """\
# Memory

What my agents and I remember. One line per note; details belong into the note.

## Projects

## Preferences
- [Travel](preferences/travel.md) before anything is planned or booked
- [Recipes](preferences/recipes.md) Ana's, for six

## Facts
- [Servers](facts/servers.md) which machine does what

## Agents
"""

_CONFIG = b"""\
layout = "flat"

# The rules for agents are mine: agents propose, I confirm.
[[rule]]
paths = "agent-rules.md"
agents = ["propose"]
"""

_RULES = """\
# Rules for agents

## Memory

- Append by default; rewrite only what you were asked to
- A fact has one home, everything else links to it
- Passwords, tokens and card numbers are never written down here

## Booking

- Prices are compared on two sites before anything is bought
- Book when the price is under the limit
- Keep the receipt in the mail folder "receipts"

## Mail

- Nothing is sent in my name before I have seen it
"""

_BOOK = "- Book when the price is under the limit\n"
_BETTER = (
    "- Book when the price is under the limit and Sam has said yes in the last 24 hours\n"
    "- Above 300, ask again, also when an earlier yes covered the trip\n"
    "- Never book for Ana without a message from Ana\n"
)

_SCRATCH = """\
- ask Ruth: is the desk chair one item or office equipment?
- 14:20 gate B, row 31
- "the map is not the territory" who said it first?
"""

_SHARED = "# Shared memory\n\nDated lines, newest last; each of us adds.\n\n"
_CLAUDE = "# Claude's own notes\n\n- Sam types fast and means the last sentence\n"
_HERMES = "# What I keep for myself\n\n- Sam reads mail at 07:30 and at 18:00\n- Costs: always with VAT\n"


def _rule_the_tree(stage: Stage) -> None:
    put(stage.tree.root / CONFIG, _CONFIG, stage.clock)
    stage.tree.rules.accept(_CONFIG)


def _propose(stage: Stage) -> None:
    rules = stage.tree.text(RULES).text.replace(_BOOK, _BETTER)
    stage.writer("desk/goose").propose(
        RULES, "rewrite", rules, why="Twice this month I booked on an old yes. Both had to be cancelled.",
        sources=[
            stage.fill('Sam, chat, {-2}: "ask me again before you buy anything above 300"'),
            stage.fill('Ana, mail, {-1}: "please don\'t book for me, I do that myself"'),
        ],
    )  # fmt: skip


STORY: Story = (
    create("189 d", ME, "INDEX.md", _INDEX),
    create("130 d", ME, RULES, _RULES, "Agents", "read this first"),
    act("129 d", _rule_the_tree),
    create("62 d", "laptop/claude", SHARED, _SHARED, "Agents", "what all of us should know"),
    append("13 d 4 h", "vps/codex", SHARED, "- {-13}: Atlas has a freeze every Friday from 15:00\n"),
    append("12 d 2 h", "laptop/claude", SHARED, "- {-12}: Sam works from Hamburg until {-9}, mornings only\n"),
    append("9 d 5 h", "vps/hermes", SHARED, "- {-9}: calendar of Ana may be read, never written\n", "Ana said so"),
    append("7 d 6 h", "vps/hermes", SHARED, "- {-7}: train tickets are bought by Ana from now on\n"),
    append("5 d 5 h", "vps/codex", SHARED, "- {-5}: new staging address is staging.atlas.lan\n"),
    append("3 d 9 h", "laptop/claude", SHARED, "- {-3}: the flat means Josefa Maria, unless he says another street\n"),
    append("20 h", "desk/goose", SHARED, "- {-1}: the office is shut on {+3}\n"),
    create("61 d", "vps/hermes", HERMES, _HERMES),
    append("10 d 3 h", "vps/hermes", HERMES, "- The movers answer only before noon\n"),
    append("2 d 3 h", "vps/hermes", HERMES, "- Viewings: Ana's calendar first, then mine\n"),
    create("58 d", "laptop/claude", CLAUDE, _CLAUDE),
    append("8 d 7 h", "laptop/claude", CLAUDE, "- Do not offer three options where one is right\n"),
    create("18 d", "desk/goose", ORPHAN, "- desk: two screens, the left one flickers\n"),
    saved("3 d 1 h", ORPHAN, "flickers\n", "flickers\n" + _SCRATCH),
    refused(edit("1 h 10 min", "desk/goose", RULES, (_BOOK, _BETTER), why="asked for in chat")),
    act("1 h", _propose),
)  # fmt: skip
