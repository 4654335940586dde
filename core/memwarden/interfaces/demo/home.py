"""The stories of projects/garden.md and projects/tax-2026.md."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Story, append, create, edit, saved
from memwarden.interfaces.demo.stage import ME

GARDEN = "projects/garden.md"
TAX = "projects/tax-2026.md"

_GARDEN = """\
# Garden

Plot 14 behind the railway, shared with Paul. Water only from seven to nine in the morning.

## Beds

1. Beans, then lamb's lettuce
2. Potatoes, moved from bed 4 last year
3. Herbs, stays
4. Empty, wants compost

## Log
"""

_TAX = """\
# Tax 2026

Everything goes to Ruth by {+38}, in one mail.

## Have

- Payslips, all twelve
- Health insurance letter

## Missing

- Receipt for the desk chair, 389.00, shop has been asked
- Certificate of the bank
- Travel to the customer in Ghent, two nights

## Log
"""

STORY: Story = (
    create("44 d", ME, GARDEN, _GARDEN, "Projects", "plot 14, with Paul"),
    append("28 d", "pi/aras", GARDEN, "- {-28}: rain since 05:40, 11 mm at the shed\n"),
    append("13 d 9 h", "pi/aras", GARDEN, "- {-13}: rain barrel full, 180 l\n"),
    append("12 d 10 h", "pi/aras", GARDEN, "- {-12}: dry, shed door was left open\n"),
    append("10 d 10 h", "pi/aras", GARDEN, "- {-10}: 6 mm of rain, barrel overflows on the left\n"),
    append("9 d 9 h", "vps/hermes", GARDEN, "- {-9}: Paul brings compost on {+5}, two wheelbarrows\n", "mail of Paul"),
    append("8 d 10 h", "pi/aras", GARDEN, "- {-8}: tap drips, a bucket in two hours\n"),
    saved("7 d 1 h", GARDEN, "4. Empty, wants compost", "4. Empty, wants compost; garlic goes in after"),
    append("6 d 10 h", "pi/aras", GARDEN, "- {-6}: shed door was open all night again\n"),
    append("4 d 10 h", "pi/aras", GARDEN, "- {-4}: dry, nothing to do\n"),
    append("2 d 10 h", "pi/aras", GARDEN, "- {-2}: 2 mm of rain\n"),
    append("1 d 10 h", "pi/aras", GARDEN, "- {-1}: battery of the shed sensor at 22 %\n"),
    create("30 d", ME, TAX, _TAX, "Projects", "all to Ruth in one mail"),
    append("14 d", "laptop/claude", TAX, "- {-14}: asked the shop for the receipt of the chair\n"),
    append("11 d 8 h", "vps/hermes", TAX, "- {-11}: bank says the certificate comes by post\n"),
    edit(
        "6 d 6 h", "laptop/claude", TAX,
        ("- Health insurance letter\n", "- Health insurance letter\n- Travel to Ghent: train and hotel, both as PDF\n"),
        ("- Travel to the customer in Ghent, two nights\n",
         "- Travel to the customer in Ghent, only the taxi is left\n"),
        why="found both in the mail",
    ),
    append("3 d 8 h", "vps/hermes", TAX, "- {-3}: shop sent the receipt, 389.00, in the folder\n"),
    edit("1 d 5 h", ME, TAX, ("- Certificate of the bank\n", "- Certificate of the bank, came, to be scanned\n")),
)  # fmt: skip
