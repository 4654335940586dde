"""The parts of an open tree wired together: store, rules, the gate, and what takes in changes past it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from memwarden.errors import StoreFailed
from memwarden.memory import published, recovery
from memwarden.memory.accepted import Rules
from memwarden.memory.actor import Actor
from memwarden.memory.attribution import attribute
from memwarden.memory.brake import trip
from memwarden.memory.carriers import Carriers
from memwarden.memory.gate import Gate
from memwarden.memory.guard import Guard
from memwarden.memory.identity import local_person
from memwarden.memory.intents import HOOK, SHELL, Intents, exact
from memwarden.memory.late import LateSaves
from memwarden.memory.ledger import Ledger
from memwarden.memory.lying import Lying
from memwarden.memory.nest_limits import NestLimits
from memwarden.memory.notice import Noticing
from memwarden.memory.outside import Outside
from memwarden.memory.rescan import Rescan
from memwarden.memory.screen_state import ScreenState
from memwarden.store.records import Grade, Record, What
from memwarden.store.store import Store

if TYPE_CHECKING:
    from memwarden.memory.git_past import GitPast
    from memwarden.memory.provenance import Provenance
    from memwarden.memory.searching import Searching
    from memwarden.memory.timeline import Timeline


class Workings(ABC):
    """What a tree does; what may be asked of it is `Tree`."""

    @abstractmethod
    def paths(self) -> tuple[str, ...]:
        """Paths of notes only."""

    def __init__(self, root: Path, store: Store, *, readonly: str, warnings: tuple[str, ...]) -> None:
        self.root = root
        self.store = store
        self.why_readonly = readonly
        self.warnings = warnings
        self.me = local_person()
        self.ledger = Ledger(root, store)
        self.rules = Rules(root, store.folder, self.paths, NestLimits(root, store), self.me)
        self.published = published.Published(root, store.id)
        noticing = Noticing(self.ledger, self._authors, self.rules.policy, self.is_person)
        self.intents = Intents(store.folder)
        self.lying = Lying(root)
        self._links: Sequence[str] = ()
        self._outside = Outside(self.ledger, self.lying, self._attribute, noticing.notice, self._taken)
        self._guard = Guard(self.ledger, self.rules.policy, lambda: self.why_readonly, self._behind, self.published)
        self.late = LateSaves(self.ledger)
        self.gate = Gate(
            self.ledger, self._outside, guard=self._guard, inspect=self._guard.inspect, notice=noticing.notice,
            after=self._after, late=self.late,
        )  # fmt: skip
        self.carriers = Carriers(root)
        self.screen_state = ScreenState(store.folder)

    @cached_property
    def git_past(self) -> GitPast:
        from memwarden.memory.git_past import GitPast

        return GitPast(self.root, self.store)

    @cached_property
    def provenance_of(self) -> Provenance:
        from memwarden.memory.provenance import Provenance

        return Provenance(self.store, self.published, self.git_past)

    @cached_property
    def timeline(self) -> Timeline:
        from memwarden.memory.syncthing_past import SyncthingPast
        from memwarden.memory.timeline import Timeline

        archive = SyncthingPast(self.root, lambda: self.carriers.syncthing)
        return Timeline(self.store, self.published, self.git_past, archive, self.provenance_of)

    @cached_property
    def searching(self) -> Searching:
        from memwarden.memory.searching import Searching

        return Searching(self)

    @property
    def links(self) -> Sequence[str]:
        """Symlinks to notes, as the last look at the whole tree found them."""
        return self._links

    def now(self) -> datetime:
        """The time that records get, with this machine's offset."""
        return self.store.now()

    def is_person(self, identity: str) -> bool:
        return identity == self.me or self.rules.policy().is_person(identity)

    def rescan(self) -> tuple[Record, ...]:
        """Take in everything that changed past us; what was found, as records."""
        look = Rescan(self.ledger, self.lying, self._outside, self._announced)
        changed = look.run()
        self._links = look.links
        with self.store.locked():
            late = self.late.settle()
            if not self.why_readonly:
                recovery.sweep(self.ledger, look.leftovers)
        return (*changed, *late)

    def look(self, notes: Collection[str]) -> tuple[Record, ...]:
        """Take in what changed past us in these notes only; where one is new or gone, in the whole tree.

        A note that is gone here may be the one that is new there.
        """
        with self.store.locked():
            if all(self.store.shadow(note) is not None and (self.root / note).is_file() for note in notes):
                changed = tuple(record for note in notes for record in self._outside.look(note))
                # Also what others wrote through their gates, which is no change past us.
                self.lying.forget(notes)
                return changed
        return self.rescan()

    def remember(self, actor: Actor, what: What, *, note: str = "", why: str = "", **refs: Any) -> Record:
        """Keep a record that changes no note: a verdict, a hold, a mark. Raises StoreFailed."""
        with self.store.locked():
            return self.ledger.note(actor, what, note, why=why, **refs)

    def publish(self, record: Record) -> None:
        """Tell the other machines of this record, where Syncthing or git carries the tree."""
        if published.is_carried(self.root):
            for changed in filter(None, (published.publish(self.root, record, self._wrote(record)), record.note)):
                self.carriers.wrote(changed)

    def _wrote(self, record: Record) -> list[str]:
        """Whose the lines are that the newest record of a note put, where some may be others' than its writer's."""
        from memwarden.memory.carried import may_be_others
        from memwarden.memory.replay import put_places

        if not record.hunks or not may_be_others(record):
            return []
        return self._authors(record.note, [place for place, _ in put_places(record.hunks)])

    def close(self) -> None:
        """Look once more at what writes took out, and let go of the store."""
        self.late.close()
        if "searching" in self.__dict__:
            self.searching.close()
        self.carriers.close()
        if "git_past" in self.__dict__:
            self.git_past.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _authors(self, note: str, places: Sequence[int]) -> list[str]:
        return self.provenance_of.authors(note, places)

    def _behind(self, note: str) -> list[Record | None]:
        return self.provenance_of.records(note)

    def _attribute(self, note: str, revision: str | None) -> Actor:
        now = self.now().timestamp()
        return attribute(note, revision, self.published, self.rules.policy, self.intents.standing(now), now)

    def _announced(self, note: str, revision: str) -> bool:
        return exact(self.intents.standing(self.now().timestamp()), note, revision) is not None

    def _taken(self, record: Record) -> None:
        """What an agent's own tool wrote counts for the brake and is told to the other machines, as a guarded write."""
        if record.via in {HOOK, SHELL}:
            actor = Actor(record.by, record.origin, record.grade, record.via, session=record.session)
            trip(self.ledger, actor, record, self.rules.policy)
            if record.grade is Grade.PROVEN:
                self.publish(record)

    def _after(self, actor: Actor, record: Record) -> None:
        self.lying.forget((record.note,))
        if not actor.person:
            self.rules.freeze()
        with suppress(StoreFailed):  # the write itself stands, and must not seem to be one to make again
            trip(self.ledger, actor, record, self.rules.policy)
        self.publish(record)
