"""The rules that hold where nobody wrote any: one preset for each layout of a tree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memwarden.checks.limits import CLAUDE_FILES, NEST_FILES, Limits, memory_limits
from memwarden.memory.policy import ADDING, VERBS, Fault, Policy, Rule

LAYOUTS = ("flat", "claude", "nest", "layers")

_ALL = frozenset(VERBS)
_PROPOSE = frozenset({"propose"})
_OWN = Rule(("agents/{host}/{agent}/**",), agents=_ALL, owner="{host}/{agent}")
# An agent never deletes a note that several share, not even when asked in a chat: it proposes the deletion.
_SHARED = Rule(("**",), agents=ADDING, chat=frozenset({"edit", "rewrite"}))

_RULES = {
    "flat": (_OWN, _SHARED),
    "claude": (_OWN, _SHARED),
    "nest": (
        _OWN,
        Rule(("queen/**", "shared/**", "decisions/**"), agents=_PROPOSE),
        Rule(("projects/**", "workflow/**"), agents=ADDING | {"edit", "rewrite"}),
        Rule(("**",), agents=_PROPOSE),
    ),
    "layers": (
        Rule(("bots/{agent}/bot-memory/**",), agents=_ALL, owner="*/{agent}"),
        _OWN,
        Rule(("shared-memory/**",), agents=ADDING, chat=_ALL),
        _SHARED,
    ),
}
_FILES = {
    "flat": memory_limits(),
    "claude": (*CLAUDE_FILES, *memory_limits()),
    "nest": (*memory_limits(), *NEST_FILES),
    "layers": memory_limits(),
}
_NEST = r"queen/[^/]+\.md|shared/(?:memory|resident)\.md|agents/[^/]+/[^/]+/(?:memory|resident)\.md"
_LAYERS = r"shared-memory/MEMORY\.md|bots/[^/]+/bot-memory/.+"


def preset(layout: str) -> Policy:
    """Raises KeyError for a layout that is none of `LAYOUTS`."""
    return Policy(layout, _RULES[layout], limits=Limits(files=_FILES[layout]))


def recognise(paths: Iterable[str]) -> str:
    """The layout of a tree, from its notes' paths.

    A hub `INDEX.md` at the root makes it flat whatever folders lie beside it: an agent that creates a folder
    does not thereby get other rules.
    """
    names = set(paths)
    if "INDEX.md" in names and "queen/agent-rules.md" not in names:
        return "flat"
    if any(re.fullmatch(_LAYERS, name) for name in names):
        return "layers"
    if any(re.fullmatch(_NEST, name) for name in names):
        return "nest"
    return "claude" if "MEMORY.md" in names else "flat"


def malformed(fault: Fault) -> Policy:
    """What holds while the configuration cannot be read: agents append, and nothing else."""
    return Policy(
        "flat", (Rule(("**",), agents=frozenset({"append"})),), limits=Limits(files=_FILES["flat"]), fault=fault
    )
