"""In whose name a hook speaks, and the tree it speaks to."""

from __future__ import annotations

import hashlib
import os

from memwarden.errors import Code, Refused, StoreFailed
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.options import Options
from memwarden.memory.actor import Actor
from memwarden.memory.identity import Identity, agent_identity
from memwarden.memory.intents import HOOK, SHELL, Intent
from memwarden.memory.tree import Tree
from memwarden.store.paths import state_root
from memwarden.store.records import Grade, Origin

_TOOLS = {"BeforeTool": "gemini", "AfterTool": "gemini"}


def actor_of(options: Options, call: Call) -> Actor:
    """Bound by the command line that a person installed. Raises Refused BAD_IDENTITY, ORIGIN."""
    if options.origin == Origin.PERSON or (options.origin and options.origin not in set(Origin)):
        raise Refused(Code.ORIGIN, f"A hook's origin is chat, agent, routine or dream, not {options.origin}.")
    by = str(Identity.bind(options.identity)) if options.identity else agent_identity(_client(options, call))
    via = SHELL if call.shell else HOOK
    return Actor(by, Origin(options.origin or Origin.AGENT), Grade.PROVEN, via, session=call.session)


def opened(root: str, actor: Actor) -> Tree:
    """The tree, with what changed past us taken in. Raises Refused NO_TREE, PERSON_ONLY, StoreFailed."""
    tree = Tree.open(root)
    try:
        if not tree.store.folder.is_relative_to(state_root()):
            raise StoreFailed(" ".join(tree.warnings))
        if tree.is_person(actor.by):
            raise Refused(Code.PERSON_ONLY, f"{actor.by} is a person, and a hook speaks for an agent.")
    except BaseException:
        tree.close()
        raise
    return tree


def intent_of(call: Call, actor: Actor, at: float, notes: dict[str, tuple[str, ...]]) -> Intent:
    return Intent(actor.by, actor.origin, actor.session, call.tool, at, notes, bool(call.shell), key_of(call))


def key_of(call: Call) -> str:
    """One for each call that its program numbers, the same before it and after it."""
    if not call.id:
        return os.urandom(8).hex()
    return hashlib.sha256(f"{call.session}\0{call.id}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _client(options: Options, call: Call) -> str:
    if options.client:
        return options.client
    from memwarden.memory.programs import known_agent_environment

    return known_agent_environment() or _TOOLS.get(call.event) or ("codex" if call.tool == "apply_patch" else "claude")
