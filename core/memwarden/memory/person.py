"""What only a person may do: give back, resolve, confirm, judge, hold. No agent's door has these verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from memwarden.checks.finding import is_fingerprint
from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.agent_files import read_proposal
from memwarden.memory.bulk import Settling
from memwarden.memory.conflicts import Conflict, Copy
from memwarden.memory.gate import Change, Written
from memwarden.memory.git_acts import GitDone
from memwarden.memory.git_previews import GitPreview
from memwarden.memory.giving_back import GivingBack
from memwarden.memory.outlook import outcome
from memwarden.memory.policy import CONFIG
from memwarden.memory.proposals import Proposal
from memwarden.memory.pruning import Pruned, prune
from memwarden.memory.resolving import Resolver
from memwarden.memory.undo import Undone, UndoStack
from memwarden.memory.verdicts import FINDING
from memwarden.memory.writer import Writer
from memwarden.store.records import Record, What
from memwarden.store.snapshots import revision_of

if TYPE_CHECKING:
    from memwarden.memory.purging import Purged
    from memwarden.memory.tree import Tree


class Person(Writer):
    """Made by `Tree.person`; every act is a new version and can be undone, but for `revoke`."""

    def __init__(self, tree: Tree, actor: Actor) -> None:
        if not actor.person:
            raise Refused(Code.PERSON_ONLY, f"{actor.by} is an agent; this is a person's act.", "Ask the person.")
        super().__init__(tree, actor)

    def restore(
        self, note: str, revision: str, *, base: str | None = None, why: str = "", item: str = "", act: str = ""
    ) -> Written:
        """Bring a version back by its content id, under the name; `base` is the revision that was shown.

        `item` is the item of the queue that this answers; `act` an earlier write that this is one act with.
        """
        return self._giving_back.version(note, revision, base=base, why=why, item=item, act=act)

    def restore_hunks(
        self,
        note: str,
        version_id: str,
        hunks: Sequence[int],
        *,
        base: str | None = None,
        item: str = "",
        act: str = "",
    ) -> Written:
        """Put back what these hunks of a version's change cut, into the note as it is now. Raises Refused OVERLAP."""
        return self._giving_back.hunks(note, version_id, hunks, base=base, item=item, act=act)

    def restore_lost(
        self, note: str, version_id: str, author: str, *, base: str | None = None, item: str = "", act: str = ""
    ) -> Written:
        """Put back the lines of one author ("" = nobody known) that a version took out, and nothing else of it.

        Raises Refused NO_ITEM where it took none, OVERLAP where their place has changed since.
        """
        return self._giving_back.lost(note, version_id, author, base=base, item=item, act=act)

    def restore_burst(
        self, records: Sequence[Record], *, bases: Mapping[str, str | None] | None = None, item: str = "", why: str = ""
    ) -> tuple[Written, ...]:
        """Bring every note of these records back to what it was before the first of them, as one act.

        `bases` are the revisions shown, by note; without, each note must be as its last record left it. Where one is
        not, nothing is written: raises Refused MOVED_ON.
        """
        return self._giving_back.burst(records, bases=bases or {}, item=item, why=why)

    def resolve(
        self, conflict: Conflict, data: bytes | None, *, copies: Sequence[str] | None = None, taken: str = "",
        why: str = "",
    ) -> Written:  # fmt: skip
        """Write the result under the note's name and take the copies away, bound to what was shown.

        `data` None: the note goes too. `copies` default to all of the conflict. `taken` is the side, `why` says what
        it was made of. git is told of that path, where it
        had it unmerged. Raises Refused MARKERS, CHANGED_SINCE_SHOWN (with `gone` where others resolved it), BUSY.
        """
        return self._resolver.resolve(conflict, data, copies, taken, why)

    def keep_both(self, conflict: Conflict, copy: Copy, *, to: str = "") -> Written:
        """Leave yours under the name, and write this copy beside it under another: `to`, or one made for it."""
        return self._resolver.keep_both(conflict, copy, to)

    def resolve_all_identical(self, preview: Sequence[Settling]) -> tuple[Written, ...]:
        """Do what `Tree.identical` said, all of it as one act, or nothing where something changed since."""
        return self._resolver.resolve_all(preview)

    def git_act(self, preview: GitPreview) -> GitDone:
        """Have git continue, abort, drop a stash or lose its lock, as `Tree.git_preview` said; not undone by `undo`.

        Raises Refused CHANGED_SINCE_SHOWN, OPEN_HUNKS; EngineFailed.
        """
        return self._tree.git_acts.carry_out(self.actor, preview)

    @property
    def _giving_back(self) -> GivingBack:
        return GivingBack(self._tree, self.actor)

    @property
    def _resolver(self) -> Resolver:
        return Resolver(self._tree, self.actor)

    def confirm(self, proposal: Proposal, *, text: bytes | None = None, base: str | None = None) -> Written:
        """Make a proposal part of its note, bound to the file that was shown; `text` is the whole note instead.

        `base` is the revision of the note that was shown. Its lines are the proposer's, confirmed by this person.
        """
        self._require_unchanged(proposal)
        refs = {
            "item": f"proposal:{proposal.path}", "verdict": "confirmed", "digest": proposal.digest,
            "sender": proposal.sender, "edited": text is not None,
        }  # fmt: skip
        return self._tree.gate.write(
            self.actor,
            Change(
                What.CONFIRM, proposal.target, lambda now: self._confirmed(proposal, text, now), base=base,
                why=proposal.why, source="; ".join(proposal.sources), refs=refs,
            ),
        )  # fmt: skip

    def reject(self, proposal: Proposal, reason: str = "") -> None:
        """Turn a proposal down; the reason is kept, and its file stays where it is."""
        self._require_unchanged(proposal)
        self._tree.remember(
            self.actor, What.VERDICT, note=proposal.target, why=reason,
            item=f"proposal:{proposal.path}", verdict="rejected", digest=proposal.digest,
        )  # fmt: skip

    def forget(self, note: str, line: int, *, base: str | None = None, why: str = "") -> Written:
        """Take a line (counted from 1) out for good: no agent brings its fact back. See `forget.forget`."""
        from memwarden.memory.forget import forget

        return forget(self._tree, self.actor, note, line, base=base, why=why)

    def admit(self, fingerprint: str, why: str = "") -> None:
        """Let one finding of the checks pass from now on, by its fingerprint; there is no way to say so in a note.

        Raises Refused BAD_ARGUMENT where it is none.
        """
        if not is_fingerprint(fingerprint):
            raise Refused(
                Code.BAD_ARGUMENT, f"{fingerprint!r} is no fingerprint of a finding.",
                "A refusal and memwarden check name it: 16 digits and letters from a to f.",
            )  # fmt: skip
        self._tree.remember(self.actor, What.VERDICT, why=why, item=f"{FINDING}{fingerprint}", verdict="admitted")

    def admit_refused(self, record_id: str, why: str = "") -> Written:
        """Make a refused write of an agent after all; its lines are the agent's, confirmed by this person."""
        from memwarden.memory.refusals import admit

        return admit(self._tree, self.actor, record_id, why=why)

    def accept_rules(self, shown: bytes) -> None:
        """Let the configuration in the tree hold, bound to the bytes that were shown."""
        if self._tree.rules.pending() != shown:
            raise Refused(Code.CHANGED_SINCE_SHOWN, "The rules have changed since they were shown.", "Look again.")
        self._tree.rules.accept(shown)
        item = f"config:{revision_of(shown)[:12]}"
        self._tree.remember(self.actor, What.VERDICT, note=CONFIG, item=item, verdict="accepted")

    def accept(self, item: str, verdict: str = "accepted", *, why: str = "") -> None:
        """Answer an item of the queue: accepted (meant so), dismissed, or later."""
        self._tree.remember(self.actor, What.VERDICT, why=why, item=item, verdict=verdict)

    def pin(self, note: str, revision: str, *, pinned: bool = True) -> None:
        """Keep a version whatever is pruned."""
        version = self._tree.history(note).find(revision)
        self._tree.remember(self.actor, What.PIN, note=note, revision=version.revision, pinned=pinned)

    def prune(self, older_than: timedelta, *, dry_run: bool = True, deletions: bool = False) -> Pruned:
        """Give up the texts of versions older than this; not undone by `undo`. With `dry_run` only say what would go.

        The newest version before the cut, pinned ones, and (without `deletions`) texts before a large deletion stay.
        """
        return prune(self._tree, self.actor, older_than, dry_run=dry_run, deletions=deletions)

    def purge(self, text: bytes, *, dry_run: bool = True, why: str = "") -> Purged:
        """Take a leaked text out of the notes and of all that the store keeps of them; not undone by `undo`.

        Where it stood, `[purged]` stands. Raises Refused BAD_ARGUMENT where it is too short to be told from others.
        """
        from memwarden.memory.purging import purge

        return purge(self._tree, self.actor, text, dry_run=dry_run, why=why)

    def hold(self, identity: str, minutes: float, why: str = "") -> None:
        """Refuse this identity's writes at every door for so long."""
        until = self._tree.now() + timedelta(minutes=minutes)
        self._tree.remember(
            self.actor,
            What.HOLD,
            why=why or "held by hand",
            identity=identity,
            until=until.isoformat(),
        )

    def release(self, identity: str) -> None:
        self._tree.remember(self.actor, What.RELEASE, identity=identity)

    def revoke(self, identity: str, why: str = "") -> None:
        """Refuse this identity for good; only a release lets it write again."""
        self._tree.remember(self.actor, What.REVOKE, why=why, identity=identity)

    def undo(self) -> Undone:
        """Take back this person's newest act that stands. Raises Refused NOTHING_TO_UNDO, MOVED_ON."""
        with self._tree.store.locked():
            return UndoStack(self._tree.ledger, self._tree.gate, self.actor).undo()

    def redo(self) -> Undone:
        with self._tree.store.locked():
            return UndoStack(self._tree.ledger, self._tree.gate, self.actor).redo()

    def _confirmed(self, proposal: Proposal, text: bytes | None, now: bytes | None) -> bytes | None:
        return outcome(self._tree, proposal, now) if text is None else text

    def _require_unchanged(self, proposal: Proposal) -> None:
        now = read_proposal(self._tree.root, proposal.path)
        if now is None or now.digest != proposal.digest:
            raise Refused(
                Code.CHANGED_SINCE_SHOWN,
                "The proposal has changed since it was shown.",
                "Look at it as it is now, then decide.",
            )
        judged = next((one.verdict for one in self._tree.proposals(all=True) if one.path == proposal.path), "")
        if judged and judged != proposal.verdict:
            raise Refused(
                Code.CHANGED_SINCE_SHOWN,
                f"The proposal was {judged} already since it was shown.",
                "Undo that first to judge it anew.",
            )
