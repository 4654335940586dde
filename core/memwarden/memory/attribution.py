"""Who is behind a change that went past us, and how well we know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memwarden.memory.actor import NOBODY, Actor
from memwarden.memory.intents import Intent, exact, near
from memwarden.memory.policy import Policy
from memwarden.memory.published import Published
from memwarden.store.records import Grade


def attribute(
    note: str, revision: str | None, published: Published, policy: Callable[[], Policy],
    intents: Sequence[Intent] = (), now: float = 0.0,
) -> Actor:  # fmt: skip
    """Best first: the hook's announcement of that very text (proven), a published record of it (claimed), a call that
    a session makes just now, the owner of the directory (both inferred).

    Never the device in a conflict copy's name: it is the winner's.
    """
    if announced := exact(intents, note, revision):
        return announced.actor(Grade.PROVEN)
    if revision is not None and (record := published.by_revision(note, revision)) is not None:
        return Actor(record.by, record.origin, Grade.CLAIMED, "syncthing", session=record.session)
    owner = policy().owner(note) or ""
    session = near(intents, note, now)
    if session and (not session.shell or _same_host(owner, session.by)):
        return session.actor(Grade.INFERRED)
    return NOBODY._replace(by=owner, grade=Grade.INFERRED) if owner and "*" not in owner else NOBODY


def _same_host(owner: str, by: str) -> bool:
    """A note that belongs to another machine came from there, whatever a shell does here."""
    return not owner or owner.partition("/")[0] == by.partition("/")[0]
