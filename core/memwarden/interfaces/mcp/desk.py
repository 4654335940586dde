"""Who sits at the door and in front of which tree: bound when the server starts, out of reach of every argument."""

from __future__ import annotations

import os
import secrets
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.errors import Code, MemwardenError, Refused, StoreFailed
from memwarden.memory.identity import Identity, agent_identity, local_person
from memwarden.memory.programs import known_agent_environment, tool_named
from memwarden.store.records import Grade, Origin

if TYPE_CHECKING:
    from memwarden.memory.committing import Committing
    from memwarden.memory.tree import Tree
    from memwarden.memory.writer import Writer

VIA = "mcp"
SESSION = "CLAUDE_CODE_SESSION_ID"
_LEAVING = 0.1
"""Seconds that commits under way may hold up the end."""


class Desk:
    """The tree opens in the background, while the server is still starting.

    Without an identity, and without a `program` that gives it, the first client that says its name gives it; whoever
    speaks later does not change it. What a client says of itself is a claim; what the server was started with is proof.
    """

    def __init__(
        self, place: Path, *, identity: str = "", program: str = "", origin: str = "", session: str = ""
    ) -> None:
        """Raises Refused NO_TREE, BAD_IDENTITY, PERSON_ONLY, ORIGIN."""
        if not place.is_dir():
            raise Refused(Code.NO_TREE, f"{place} is no folder.", "Name a folder of notes: memwarden mcp --tree DIR")
        if origin == Origin.PERSON:
            raise Refused(
                Code.ORIGIN, "An agent's server cannot give a person as the origin.", "Use --origin chat or agent."
            )
        self.origin = Origin(origin or Origin.AGENT)
        self.session = session or os.environ.get(SESSION, "").strip() or f"mcp-{secrets.token_hex(8)}"
        self._identity = str(Identity.bind(identity)) if identity else _of_program(program)
        self._grade = Grade.PROVEN if self._identity else Grade.CLAIMED
        _require_agent(self._identity, self._identity == local_person())
        self._client = ""
        self._meeting = threading.Lock()
        self._tree: Future[Tree] = Future()
        self._committing: Committing | None = None
        self._unkept = ""
        threading.Thread(target=self._open, args=(place,), daemon=True).start()

    def tree(self) -> Tree:
        """Raises Refused and Failed of `Tree.open`, and Refused PERSON_ONLY where a person was named."""
        return self._tree.result()

    def looked(self, note: str = "") -> Tree:
        """The tree with what changed past us taken in, in one note or everywhere, so that author and revision are of
        one text. Where the store fails, reading goes on, and `warnings` says so.
        """
        tree = self.tree()
        try:
            if note:
                tree.look((note,))
            else:
                tree.rescan()
        except StoreFailed as error:
            self._unkept = error.message
        except (OSError, ValueError):
            return self.looked()
        else:
            self._unkept = ""
        return tree

    @property
    def warnings(self) -> list[str]:
        """What whoever reads or writes must know of the history: that it is not kept, and why."""
        return [*self.tree().warnings, *filter(None, [self._unkept])]

    def meet(self, client: str) -> None:
        """The client's own name, as it gave it."""
        with self._meeting:
            self._client = self._client or client

    @property
    def identity(self) -> str:
        """Raises Refused WHO_ARE_YOU, and BAD_IDENTITY where nobody can be called as the client is."""
        with self._meeting:
            if not self._identity:
                self._identity = _derived(self._client)
            return self._identity

    def writer(self) -> Writer:
        tree, identity = self.tree(), self.identity
        _require_agent(identity, tree.is_person(identity))
        self._unkept = ""  # a write that is done was kept
        return tree.writer(identity, origin=self.origin, via=VIA, grade=self._grade, session=self.session)

    def settle(self) -> None:
        """Look once more at what writes of a moment ago took out."""
        if tree := self._opened():
            with suppress(MemwardenError, OSError):
                tree.late.settle()

    def close(self) -> None:
        if self._committing is not None:
            self._committing.stop(_LEAVING)
        if tree := self._opened():
            with suppress(MemwardenError, OSError):
                tree.close()

    def _opened(self) -> Tree | None:
        return self._tree.result() if self._tree.done() and self._tree.exception() is None else None

    def _open(self, place: Path) -> None:
        from memwarden.memory.committing import Committing
        from memwarden.memory.tree import Tree

        try:
            tree = Tree.open(place)
            self._committing = Committing(tree)
            self._committing.start()
            self._tree.set_result(tree)
        except BaseException as error:
            self._tree.set_exception(error)


def _of_program(program: str) -> str:
    """Empty where none is named. Raises Refused BAD_IDENTITY."""
    return agent_identity(tool_named(program)) if program else ""


def _derived(client: str) -> str:
    """Who a client is on this machine, by the name it gives itself, else by the environment that it made."""
    tool = tool_named(client) or known_agent_environment()
    if not tool:
        raise Refused(
            Code.WHO_ARE_YOU, "This client did not say its name, so nobody knows who would write.",
            "Ask the person to start the server with: memwarden mcp --as HOST/AGENT",
        )  # fmt: skip
    return agent_identity(tool)


def _require_agent(identity: str, person: bool) -> None:
    if person:
        raise Refused(
            Code.PERSON_ONLY, f"{identity} is a person: an agent's server cannot write in a person's name.",
            "Ask the person to start the server with an agent's name: memwarden mcp --as HOST/AGENT",
        )  # fmt: skip
