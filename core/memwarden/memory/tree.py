"""A tree of notes and everything that is known of it: the face that doors and the screen talk to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memwarden.errors import Code, MemwardenError, Refused, StoreFailed
from memwarden.memory import recovery
from memwarden.memory.actor import Actor
from memwarden.memory.gate import writable
from memwarden.memory.identity import Identity
from memwarden.memory.notes import INDEX_NAMES, Note, NoteEntry
from memwarden.memory.reading import Reading
from memwarden.memory.workings import Workings
from memwarden.store.clock import Clock
from memwarden.store.files import locate, read_file
from memwarden.store.paths import state_root
from memwarden.store.records import Grade, Origin, Record
from memwarden.store.store import Store

if TYPE_CHECKING:
    from memwarden.checks.finding import Finding
    from memwarden.memory.agents import AgentCard
    from memwarden.memory.bulk import Settling
    from memwarden.memory.conflicts import Base, Conflict, Copy
    from memwarden.memory.figures import StoreFigures
    from memwarden.memory.git_acts import GitActs
    from memwarden.memory.git_findings import GitFinding
    from memwarden.memory.git_previews import GitPreview
    from memwarden.memory.graph import IndexGraph
    from memwarden.memory.history import History
    from memwarden.memory.line_walk import LineOrigin
    from memwarden.memory.live import Live
    from memwarden.memory.mailbox import Mailbox
    from memwarden.memory.moves import Moves
    from memwarden.memory.opening import Opening
    from memwarden.memory.person import Person
    from memwarden.memory.proposals import Proposal
    from memwarden.memory.provenance import LineAuthor
    from memwarden.memory.residents import Budget
    from memwarden.memory.review import ReviewItem
    from memwarden.memory.search import Hit
    from memwarden.memory.waiting import Waiting
    from memwarden.memory.writer import Writer


class Tree(Workings):
    """Made by `Tree.open`. Every method may be called from any thread.

    `readonly` with `why_readonly` where nothing can be written into the tree; `warnings` are sentences for the person,
    such as that no history can be kept here.
    """

    _passing: Callable[[], object] | None = None

    @classmethod
    def open(
        cls, path: str | Path, *, state: Path | None = None, readonly: bool = False, clock: Clock = time.time
    ) -> Tree:
        """The tree at this folder; nothing is written into it. `clock` stamps what is recorded.

        Raises Refused NO_TREE.
        """
        root = Path(os.path.abspath(os.path.expanduser(path)))
        if not root.is_dir():
            what = "is not a folder" if root.exists() else "does not exist"
            raise Refused(Code.NO_TREE, f"{root} {what}.", "Name a folder of notes, or make one: memwarden init DIR")
        if not os.access(root, os.R_OK | os.X_OK):
            raise Refused(Code.NO_TREE, f"{root} cannot be read by this user.", "Give this user the right to read it.")
        store, warnings, passing = _open_store(root, state or state_root(), clock)
        tree = cls(root, store, readonly="opened read-only" if readonly else writable(root), warnings=warnings)
        tree._passing = passing
        with store.locked():
            recovery.recover(tree.ledger)
        tree.rescan()
        return tree

    @cached_property
    def reading(self) -> Reading:
        return Reading(self)

    @cached_property
    def moves(self) -> Moves:
        from memwarden.memory.moves import Moves

        return Moves(self)

    @cached_property
    def waiting(self) -> Waiting:
        from memwarden.memory.waiting import Waiting

        return Waiting(self)

    @cached_property
    def git_acts(self) -> GitActs:
        from memwarden.memory.git_acts import GitActs

        return GitActs(self, self.waiting.finder.git, self.waiting.finder.settled)

    @property
    def readonly(self) -> bool:
        return bool(self.why_readonly)

    @property
    def name(self) -> str:
        """The root as a person writes it."""
        home = os.path.expanduser("~")
        text = os.fspath(self.root)
        return f"~{text[len(home) :]}" if text == home or text.startswith(home + "/") else text

    def writer(
        self, identity: str, *, origin: Origin = Origin.AGENT, via: str = "library", grade: Grade = Grade.CLAIMED,
        session: str = "",
    ) -> Writer:  # fmt: skip
        """An agent's writer bound to this identity. Raises Refused BAD_IDENTITY, ORIGIN, PERSON_ONLY for a person's."""
        from memwarden.memory.writer import Writer

        if origin is Origin.PERSON:
            raise Refused(
                Code.ORIGIN, f"{identity} is an agent: it cannot give a person as the origin of its writes.",
                "Give chat for what a person asked for in a conversation.",
            )  # fmt: skip
        bound = str(Identity.bind(identity))
        if self.is_person(bound):
            raise Refused(
                Code.PERSON_ONLY, f"{bound} is a person: no agent writes in that name.", "Use the agent's own name."
            )
        return Writer(self, Actor(bound, origin, grade, via, person=False, session=session))

    def person(self, identity: str = "", *, via: str = "tui", grade: Grade = Grade.PROVEN) -> Person:
        """The person here, or another one whom the accepted configuration names. Raises Refused PERSON_ONLY."""
        from memwarden.memory.person import Person

        by = identity or self.me
        return Person(self, Actor(by, Origin.PERSON, grade, via, person=self.is_person(by)))

    def watch(self, on_change: Callable[[tuple[Record, ...]], None]) -> Live:
        """Keep up with the tree until `stop`; see `Live`."""
        from memwarden.memory.live import Live

        live = Live(self, on_change)
        live.start()
        return live

    def close(self) -> None:
        """Let go of the store, once what is still open was looked at and what was read is written down."""
        if "reading" in self.__dict__:
            with suppress(MemwardenError, OSError):
                self.reading.close()
        super().close()
        if self._passing is not None:
            self._passing()

    def forget(self, paths: Iterable[str] | None = None) -> None:
        """These paths changed, without any anything may have: look anew the next time something is asked."""
        self.lying.forget(paths)

    def notes(self) -> tuple[NoteEntry, ...]:
        """Everything that is named like a note, copies and special files included, by path."""
        return self.reading.notes()

    def paths(self) -> tuple[str, ...]:
        """Paths of notes only."""
        return self.reading.paths()

    def hub(self) -> str | None:
        """The index of the tree, where there is one."""
        return next((name for name in INDEX_NAMES if (self.root / name).is_file()), None)

    def read(self, topic: str) -> Note:
        """A note by its path, or by topic through the index.

        Fails loudly and never searches instead: raises Refused NO_LINK (with the nearest topics), NO_NOTE, AMBIGUOUS,
        CONFLICT_PENDING, NOT_TEXT.
        """
        return self.reading.read(topic)

    def text(self, note: str) -> Note:
        """A note by its exact path, whatever is wrong with it: for screens. Raises Refused NO_NOTE, NOT_A_NOTE."""
        return self.reading.text(note)

    def bytes_of(self, note: str) -> bytes | None:
        """What lies under this path now; None where nothing does. Raises Refused OUTSIDE, NOT_A_NOTE."""
        return read_file(locate(self.root, note)[0])

    def index(self, *, deep: bool = True) -> IndexGraph:
        """Not `deep`, for a first look at a large tree: what the indices alone say."""
        return self.reading.index(deep=deep)

    def linking_to(self, note: str) -> tuple[str, ...]:
        """Notes with a link to this one."""
        return tuple(dict.fromkeys(link.note for link in self.index().backlinks.get(note, ())))

    def history(self, note: str) -> History:
        from memwarden.memory.history import History

        return History(note, self.timeline)

    def provenance(self, note: str) -> tuple[LineAuthor, ...]:
        """One author per line of the note as it lies on disk now."""
        with self.store.locked():
            path, name = locate(self.root, note)
            data = self._outside.take_in(name, path)
        return self.provenance_of.lines(name, data or b"")

    def line_origin(self, note: str, revision: str | None, line: int) -> LineOrigin:
        """The version that brought a line (counted from 1) of a version (None: the newest) as it is, and before that.

        Raises Refused NO_VERSION.
        """
        from memwarden.memory.line_walk import line_origin

        return line_origin(self, note, revision, line)

    def provenance_before(self, record: Record) -> tuple[LineAuthor, ...]:
        """One author per line of the text that a change was made to."""
        return self.provenance_of.before(record)

    def activity(
        self, *, limit: int = 500, note: str = "", by: str = "", what: str = "", before: str = "", follow: bool = False
    ) -> tuple[Record, ...]:
        """The journal, newest first; `before` is the id of a record to go on after.

        That an act was undone is told by the notes it changed, where it changed any. With `follow` also what was done
        to the note under the names that it had before.
        """
        from memwarden.memory.activity import activity

        with self.store.locked():
            return activity(self.store, limit=limit, note=note, by=by, what=what, before=before, follow=follow)

    def record(self, record_id: str) -> Record | None:
        """A record by the beginning of its id, where only one has it."""
        with self.store.locked():
            hits = list(self.store.records("id >= ? and id < ?", (record_id, record_id + "g"), limit=2))
        return hits[0] if len(hits) == 1 else None

    def text_of(self, revision: str) -> bytes | None:
        """The bytes of a revision by its full hash, where they are kept."""
        with self.store.locked():
            return self.store.text(revision)

    def text_at(self, note: str, prefix: str) -> bytes | None:
        """The bytes of a version of a note by the beginning of its revision; None where it is not kept."""
        try:
            version = self.history(note).find_recorded(prefix)
        except Refused:
            return None
        return None if version.revision is None else self.text_of(version.revision)

    def conflicts(self) -> tuple[Conflict, ...]:
        return self.waiting.conflicts()

    def conflict(self, note: str) -> Conflict | None:
        """The conflict of one note, or of the note that a copy belongs to."""
        return self.waiting.finder.conflict(note)

    def bases(self, conflict: Conflict, copy: Copy | None = None) -> tuple[Base, ...]:
        """What may be the base of yours and a copy (default: the first), best first, the last for none.

        Asks Syncthing over its network interface, so not for lists.
        """
        return self.waiting.finder.bases(conflict, copy or conflict.distinct[0])

    def identical(self, *, contained: bool = False) -> tuple[Settling, ...]:
        """What `Person.resolve_all_identical` would do: equal copies; `contained`: also sides that hold all."""
        from memwarden.memory.bulk import settlings

        return settlings(self.conflicts(), contained=contained)

    def git_findings(self) -> tuple[GitFinding, ...]:
        """What git left for a person in the repository as a whole, each with the acts there are."""
        return self.git_acts.findings()

    def git_preview(self, act: str) -> GitPreview:
        """What continue, abort, drop-stash or unlock would do now, or why it cannot be done."""
        return self.git_acts.preview(act)

    def mailbox(self, identity: str = "") -> Mailbox:
        """All mail as this identity (default: the person here) sees it."""
        return self.waiting.mailbox(identity or self.me)

    def opening(self, identity: str = "", budget: Budget | None = None, *, origin: Origin = Origin.AGENT) -> Opening:
        """What this identity (default: the person here) should load at start. Raises Refused BAD_IDENTITY."""
        from memwarden.memory.opening import opening

        return opening(self, identity or self.me, budget, origin=origin)

    def recipients(self) -> frozenset[str]:
        """Everyone mail can be sent to without being new here."""
        return self.waiting.recipients()

    def proposals(self, *, all: bool = False) -> tuple[Proposal, ...]:
        """Those that wait, or all with their verdicts."""
        return self.waiting.proposals(all=all)

    def review(self, *, patient: bool = True) -> tuple[ReviewItem, ...]:
        """Everything that waits on a person, the most urgent first; `patient` as for `health`."""
        return self.waiting.review(patient=patient)

    def store_figures(self) -> StoreFigures:
        """How much this machine keeps of the tree."""
        from memwarden.memory.figures import store_figures

        return store_figures(self)

    def agents(self) -> tuple[AgentCard, ...]:
        from memwarden.memory.agents import of_tree

        return of_tree(self)

    def load_ui(self) -> dict[str, Any]:
        """What the screen remembered of this tree."""
        return self.screen_state.load()

    def save_ui(self, state: Mapping[str, Any]) -> None:
        self.screen_state.save(state)

    def agent_colour(self, identity: str) -> int | None:
        """0 to 7, kept per tree; None for a person, for nobody, and past eight agents' names."""
        return self.screen_state.colour(identity) if identity and not self.is_person(identity) else None

    def health(self, *, patient: bool = True) -> tuple[Finding, ...]:
        """What is wrong with the tree itself: links, names, files.

        Not `patient`, nothing of what must be read from many notes first.
        """
        return self.reading.health(patient=patient)

    def check(self, notes: Sequence[str] = ()) -> tuple[Finding, ...]:
        """The checks over whole notes (default: all), and the tree's health."""
        return self.reading.check(notes)

    def search(self, query: str, limit: int = 200) -> tuple[Hit, ...]:
        """Lines that hold every word, in any order and case, words in quotes together; by path and line.

        Of the notes there were at the last look (`rescan`, `look`); no words find nothing, and make the next quicker.
        """
        return self.searching.search(query, limit)


def _open_store(root: Path, state: Path, clock: Clock) -> tuple[Store, tuple[str, ...], Callable[[], object] | None]:
    """The tree's store; where it cannot be, a passing one, a warning that says so, and what takes it away again.

    It holds texts of notes: where nobody takes it away, it goes with the process.
    """
    try:
        return Store.open(root, state, clock), (), None
    except StoreFailed as error:
        import shutil
        import tempfile
        import weakref

        passing = Path(tempfile.mkdtemp(prefix="memwarden-"))
        store = Store.open(root, passing, clock)
        taken_away = weakref.finalize(store, shutil.rmtree, passing, ignore_errors=True)
        return store, (f"{error.message} History is kept until this program ends.",), taken_away
