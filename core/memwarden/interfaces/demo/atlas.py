"""The story of projects/atlas.md up to the fork: the conflict itself is told by `other_device`."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, append, create, edit
from memwarden.interfaces.demo.stage import ME

NOTE = "projects/atlas.md"

_BEGUN = """\
# Atlas

Moving billing and accounts off the old monolith. Plain words first, tickets second.

- Board: tracker, project ATL
- Runbook: [atlas-runbook](atlas-runbook.md)
- Machines: [servers](../facts/servers.md), people: [people](../facts/people.md)

## Plan

- The team meets on Mondays at 10:00
- Budget: 40k, approved by Ines
- Steering group: Ines, Jon, Sam
- Launch is planned for March with two regions, Ireland and Oregon

## Open questions

## Decisions

- {-41}: keep the old billing until the launch
- {-33}: invoices keep their numbers, the new ones start at 200,000

## Log
"""

STORY: Story = (
    create("45 d", ME, NOTE, _BEGUN, "Projects", "billing off the monolith, launch in spring"),
    append(
        "13 d 3 h", "laptop/claude", NOTE, "- {-13}: export of accounts runs in 41 minutes, was 3 hours",
        "asked to note it",
    ),
    edit(
        "12 d", "vps/codex", NOTE,
        ("## Open questions\n\n",
         "## Open questions\n\n- Who owns the rollback?\n- What happens to accounts without a country?\n\n"),
        why="from the migration's dry run",
    ),
    append("11 d 2 h", "vps/codex", NOTE, "- {-11}: dry run on a copy, 1,204 of 1,211 accounts went through"),
    append("10 d", "laptop/claude", NOTE, "- {-10}: the seven that failed have no country, list is with Jon"),
    append("8 d 5 h", "vps/hermes", NOTE, "- {-8}: Ines asks for a page on costs, two regions against three"),
    edit(
        "7 d", "laptop/claude", NOTE,
        ("- What happens to accounts without a country?\n",
         "- What happens to accounts without a country?\n- Does support need a quiet week after the launch?\n"
         "- Who tells the three customers with contracts on paper?\n"),
        why="questions from the Monday meeting",
    ),
    append("6 d 4 h", "vps/codex", NOTE, "- {-6}: invoices rendered on the new side, 3 differ by a cent of VAT"),
    append("5 d", "vps/codex", NOTE, "- {-5}: rounding fixed, the three agree now"),
    edit(
        "4 d 6 h", ME, NOTE,
        ("start at 200,000\n", "start at 200,000\n- {-4}: no launch in a week with a bank holiday\n"),
    ),
    append("3 d 2 h", "laptop/claude", NOTE, "- {-3}: support wants the quiet week, Jon plans it"),
    append("1 d 3 h", "vps/codex", NOTE, "- {-1}: read replicas in Oregon are in place, 90 ms behind"),
)  # fmt: skip
