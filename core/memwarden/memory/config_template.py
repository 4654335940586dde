"""The commented configuration that `memwarden init` writes: everything in it is what holds without it."""

from __future__ import annotations

from memwarden.checks.limits import AGENT_MEMORY_TOKENS, DEFAULT, SHARED_MEMORY_TOKENS
from memwarden.memory.policy import BrakeRule, LargeDeletion

_HEAD = """\
# The rules of this tree. Agents may read them and never write them; a change holds once a person accepts it
# in memwarden. What is commented out is what holds anyway.

# flat    one folder of notes with INDEX.md as the hub
# claude  MEMORY.md and topic files, as Claude Code keeps them
# nest    agents/<host>/<agent>/, queen/, shared/, projects/, workflow/, as nestwork keeps them
# layers  shared-memory/ and bots/<bot>/bot-memory/, as codync keeps them
layout = "{layout}"

# Who is a person besides the user of this machine. `*` is any one part of <host>/<name>.
# people = ["*/sam"]

# A warning where a line is in another script than this language (ISO 639-1).
# language = "en"

# Rules: the first whose paths match a note decides; after the rules here come those of the layout:
"""

_LAYOUT = {
    "flat": """\
#   agents/<host>/<agent>/**   its owner: everything; others: propose
#   all other notes            agents append, create, propose; in a chat that a person started also edit, rewrite
""",
    "claude": """\
#   agents/<host>/<agent>/**   its owner: everything; others: propose
#   all other notes            agents append, create, propose; in a chat that a person started also edit, rewrite
""",
    "nest": """\
#   agents/<host>/<agent>/**            its owner: everything; others: propose
#   queen/**, shared/**, decisions/**   propose
#   projects/**, workflow/**            append, edit, rewrite, create, propose
#   all other notes                     propose
""",
    "layers": """\
#   bots/<bot>/bot-memory/**   the bot: everything; others: propose
#   agents/<host>/<agent>/**   its owner: everything; others: propose
#   shared-memory/**           append, create, propose; in a chat that a person started everything
#   all other notes            agents append, create, propose; in a chat that a person started also edit, rewrite
""",
}

_TAIL = """\
# Whatever a rule allows: turns that a routine, another agent or a consolidation started only add.
#
# Verbs: append edit rewrite create delete propose. `*` is any text within one part of a path, `**` any parts;
# {{host}} and {{agent}} stand for the writer's identity. With an owner, everybody else may only propose.
#
# [[rule]]
# paths = "logs/**"
# agents = ["append", "create"]
#
# [[rule]]
# paths = ["decisions/**", "DECISIONS.md"]
# agents = ["propose"]
# chat = ["append"]              # more verbs in a chat that a person started
#
# [[rule]]
# paths = "desks/{{host}}/{{agent}}/**"
# owner = "{{host}}/{{agent}}"
# agents = ["append", "edit", "rewrite", "create", "delete"]

# A write that leaves so little of a note keeps the text before for good and is pointed out.
# [large_deletion]
# left = {left}                    # share that is left, at most
# minimum_chars = {minimum_chars}          # of a note with so many characters before

# So many notes shrunk so sharply by one agent in so short a time hold its writes. 0 notes: no brake.
# [brake]
# notes = {notes}
# seconds = {seconds}
# hold_minutes = {hold_minutes}

# Sizes in tokens, and how many lines in a row may not be repeated. 0: no limit.
# [sizes]
# line = {line}
# shared = {shared}                 # a MEMORY.md that all share
# agent = {agent}                # an agent's own
# repeated = {repeated}
"""


def template(layout: str) -> str:
    """The file for a tree of this layout. Raises KeyError for an unknown one."""
    deletion, brake = LargeDeletion(), BrakeRule()
    tail = _TAIL.format(
        left=deletion.left,
        minimum_chars=deletion.minimum_chars,
        notes=brake.notes,
        seconds=brake.seconds,
        hold_minutes=brake.hold_minutes,
        line=DEFAULT.line_tokens,
        shared=SHARED_MEMORY_TOKENS,
        agent=AGENT_MEMORY_TOKENS,
        repeated=DEFAULT.repeated_lines,
    )
    return _HEAD.format(layout=layout) + _LAYOUT[layout] + tail
