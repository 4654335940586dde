"""Who speaks at the command line: an agent by its name or its program, or the person at a terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memwarden.errors import Code, Refused
from memwarden.store.records import Grade, Origin

if TYPE_CHECKING:
    from memwarden.memory.person import Person
    from memwarden.memory.tree import Tree
    from memwarden.memory.writer import Writer

VIA = "cli"


def at_terminal() -> bool:
    return os.isatty(0) and os.isatty(1)


def writer(tree: Tree, as_whom: str, origin: str) -> Writer:
    """The identity named, else the agent whose program this runs under, else the person at the terminal.

    Raises Refused WHO_ARE_YOU where nobody can be told, PERSON_ONLY for a person's name away from a terminal.
    """
    if as_whom and tree.is_person(as_whom):
        return person(tree, as_whom, "writing as a person")
    if as_whom:
        return _agent(tree, as_whom, origin)
    if tool := _under_agent():
        return _agent(tree, _identity_of(tool), origin)
    if at_terminal():
        return tree.person(via=VIA)
    raise Refused(
        Code.WHO_ARE_YOU,
        "This write has no author: it comes neither from a terminal nor from a known agent's program.",
        "Say who you are: memwarden --as HOST/AGENT …, or set MEMWARDEN_AGENT=HOST/AGENT",
    )


def person(tree: Tree, as_whom: str, act: str) -> Person:
    """The person at this terminal. Raises Refused PERSON_ONLY; `act` says of what, as a noun."""
    if as_whom and not tree.is_person(as_whom):
        raise _persons(f"{as_whom} is an agent, and {act} is a person's act.")
    person_here(act)
    return tree.person(as_whom, via=VIA, grade=Grade.CLAIMED if as_whom else Grade.PROVEN)


def person_here(act: str) -> None:
    """Raises Refused PERSON_ONLY where nobody but a program can be there; `act` says for what, as a noun."""
    if tool := _under_agent():
        raise _persons(f"This runs under {tool}, and {act} is a person's act.")
    if not at_terminal():
        raise _persons(f"There is no terminal here, and {act} is a person's act.")


def reader(tree: Tree, as_whom: str) -> str:
    """Through whose eyes mail is read; nothing is written, so the person here is the default."""
    if as_whom:
        return as_whom
    tool = _under_agent()
    return _identity_of(tool) if tool else tree.me


def _agent(tree: Tree, identity: str, origin: str) -> Writer:
    if origin == Origin.PERSON:
        raise Refused(
            Code.ORIGIN,
            f"{identity} is an agent: it cannot give a person as the origin of its write.",
            "Use --origin chat for what a person asked for in a conversation.",
        )
    return tree.writer(identity, origin=Origin(origin or Origin.AGENT), via=VIA, grade=Grade.CLAIMED)


def _under_agent() -> str | None:
    from memwarden.memory.programs import under_agent

    return under_agent()


def _identity_of(tool: str) -> str:
    from memwarden.memory.identity import agent_identity

    return agent_identity(tool)


def _persons(message: str) -> Refused:
    return Refused(Code.PERSON_ONLY, message, "Ask the person to do it, at a terminal of their own or in memwarden.")
