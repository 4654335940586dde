"""The stories of preferences/coding-style.md, food.md and writing.md."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Event, Story, act, append, create, edit
from memwarden.interfaces.demo.stage import ME, Stage

CODING = "preferences/coding-style.md"
FOOD = "preferences/food.md"
WRITING = "preferences/writing.md"

_CODING = """\
# Coding style

- Python 3.11 and newer, types everywhere, no comments that repeat the code
- Tests are sentences; one that cannot fail is deleted
- Small commits, the message says why

## Shell

- set -eu at the top, quotes round every variable
- Nothing longer than twenty lines; after that it is Python

## Review

- Say what breaks, not what you would have done
"""

_FOOD = """\
# Food

- No coriander, ever
- Ana does not eat meat; when we eat together neither do I
- Coffee until noon, then tea
- Restaurants: small, no music one has to talk over
"""

_WRITING = """\
# Writing

- Short sentences. The point first, then why
- No exclamation marks in my name
- Mails to Ines: numbers in the first line
- German spelling with ß, English with -ise
"""

_SOURCES = (
    'Sam, chat, {-2}: "why is this a list comprehension over five lines?"',
    'Sam, review of ATL-218: "one screen per function, please"',
)


def _propose(stage: Stage) -> None:
    lines = "## Functions\n\n- A comprehension fits on one line; else it is a loop\n- A function fits on a screen\n"
    new = stage.tree.text(CODING).text.replace("## Shell\n", f"{lines}\n## Shell\n")
    stage.writer("laptop/claude").propose(
        CODING, "rewrite", new, why="asked for twice this week, and not written down yet",
        sources=[stage.fill(source) for source in _SOURCES],
    )  # fmt: skip


def _confirmed(stage: Stage) -> None:
    """An older proposal that the person took."""
    stage.writer("desk/goose").propose(
        FOOD, "append", "- Office lunches: soup place before the canteen\n", why="third time it was asked"
    )
    (proposal,) = [one for one in stage.tree.proposals() if one.target == FOOD]
    stage.me.confirm(proposal)


def _rejected(stage: Stage) -> None:
    stage.writer("desk/goose").propose(WRITING, "append", "- Sign mails with a joke\n", why="answers came faster")
    (proposal,) = [one for one in stage.tree.proposals() if one.target == WRITING]
    stage.me.reject(proposal, "not in my name")


def _coding() -> tuple[Event, ...]:
    return (
        create("120 d", ME, CODING, _CODING, "Preferences", "how code should look"),
        append("48 d", "vps/codex", CODING, "## Added later\n\n- A failing test comes before the repair\n", "a review"),
        edit(
            "11 d 5 h", "laptop/claude", CODING,
            ("Small commits, the message says why", "Small commits, the message says why and not what"),
            why="asked in review",
        ),
        append("9 d 6 h", "vps/codex", CODING, "- Migrations can be run twice\n", "after the dry run of Atlas"),
        append("4 d", "laptop/claude", CODING, "- Tabs only in Makefiles\n", "asked by vps/codex in mail"),
        act("2 h", _propose),
    )  # fmt: skip


STORY: Story = (
    *_coding(),
    create("110 d", ME, FOOD, _FOOD, "Preferences", "for tables and for shopping"),
    append("31 d", "vps/hermes", FOOD, "- The bakery on the corner is shut on Wednesdays\n"),
    append("12 d 8 h", "vps/hermes", FOOD, "- Ana: no walnuts, her mouth itches\n", "planning a dinner"),
    act("9 d 1 h", _confirmed),
    edit("5 d 3 h", ME, FOOD, ("Coffee until noon, then tea", "Coffee until two, then tea")),
    append("1 d 6 h", "laptop/claude", FOOD, "- Lisbon list: Zé da Mouraria at noon, no booking; Prado on a weekday\n"),
    create("90 d", ME, WRITING, _WRITING, "Preferences", "mails and texts in my name"),
    append("13 d 6 h", "laptop/claude", WRITING, "- Dates as 4 May, not 04.05.\n", "corrected twice"),
    act("7 d 4 h", _rejected),
    append("2 d 9 h", "vps/hermes", WRITING, "- To landlords: English and Portuguese, in one mail\n", "for Lisbon"),
)  # fmt: skip
