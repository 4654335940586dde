"""Take a leaked text out of the notes and out of everything the store keeps of them, for good: a person's act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memwarden.errors import Code, Refused
from memwarden.memory.actor import Actor
from memwarden.memory.gate import Change
from memwarden.memory.notes import NoteKind, walk
from memwarden.memory.published import is_carried
from memwarden.store.journal import START
from memwarden.store.masking import SHORTEST, Mask, Masking
from memwarden.store.records import What
from memwarden.store.residue import files_holding, let_go_of_derived
from memwarden.store.snapshots import revision_of
from memwarden.sync.gitfolder import GitFolder

if TYPE_CHECKING:
    from memwarden.memory.tree import Tree
    from memwarden.store.store import Store


class Purged(NamedTuple):
    """What held the text: notes now, their versions, records of what was done. With `dry_run` they still do.

    `left` are files of the tree and of the store in which it still stands; `beyond` says what is out of reach.
    """

    notes: tuple[str, ...]
    versions: int
    records: int
    left: tuple[str, ...]
    beyond: tuple[str, ...]
    dry_run: bool


class _Found(NamedTuple):
    """Revisions of texts that hold it, each with the text without it, and how many records say it."""

    texts: dict[str, bytes]
    records: int


def purge(tree: Tree, actor: Actor, text: bytes, *, dry_run: bool, why: str = "") -> Purged:
    """See `Person.purge`."""
    mask = _mask(text, why)
    tree.rescan()
    with tree.store.locked():
        notes = tuple(note for note in tree.paths() if mask.holds(tree.bytes_of(note) or b""))
        found = _found(tree.store, mask)
        if not dry_run:
            _take_out_of_notes(tree, actor, notes, mask, why)
            _take_out_of_store(tree.store, _found(tree.store, mask), mask)
            tree.ledger.note(
                actor, What.PURGE, why=why, notes=len(notes), versions=len(found.texts), records=found.records
            )
    tree.forget()
    left = [*_left_in_tree(tree, mask, besides=notes if dry_run else ())]
    if not dry_run:
        left += map(str, files_holding(tree.store.folder, mask))
    return Purged(notes, len(found.texts), found.records, tuple(left), tuple(_beyond(tree)), dry_run)


def _mask(text: bytes, why: str) -> Mask:
    mask = Mask(text)
    if not mask.pieces:
        short = f"A text of less than {SHORTEST} bytes may stand anywhere."
        raise Refused(Code.BAD_ARGUMENT, short, "Give more of what stood there.")
    if mask.holds(why.encode("utf-8", "surrogatepass")):
        raise Refused(Code.BAD_ARGUMENT, "The reason says the very text that is to go.", "Say it without.")
    return mask


def _take_out_of_notes(tree: Tree, actor: Actor, notes: Iterable[str], mask: Mask, why: str) -> None:
    """Through the gate, as one act; what each of these writes keeps of the text goes with the rest."""
    act = ""
    for note in notes:
        change = Change(What.EDIT, note, lambda now: None if now is None else mask(now), why=why or "purged", act=act)
        act = tree.gate.write(actor, change).act


def _take_out_of_store(store: Store, found: _Found, mask: Mask) -> None:
    without = {revision: (revision_of(text), len(text)) for revision, text in found.texts.items()}
    for revision, text in found.texts.items():
        if store.snapshots.has(revision):
            store.snapshots.put(text)
    segments = {position[0] for position, _, _ in store.journal.read(START)}
    store.thin(Masking(mask, without, segments))
    for revision in found.texts:
        store.snapshots.drop(revision)
    let_go_of_derived(store.folder)


def _found(store: Store, mask: Mask) -> _Found:
    texts = {revision: mask(data) for revision, data in store.snapshots.every() if mask.holds(data)}
    masking, records = Masking(mask, {}, ()), 0
    notes: set[str] = set()
    for position, length, record in store.journal.read(START):
        line = next(store.journal.lines([(position, length)]))
        if masking.line(line) != line:
            records += 1
            notes.add(record.note)
        elif record.after in texts or record.before in texts:
            notes.add(record.note)
    for note in notes:
        for entry in store.entries("note = ?", (note,)):
            for revision in (entry.before, entry.after):
                if revision and revision not in texts and mask.holds(data := store.text(revision) or b""):
                    texts[revision] = mask(data)
    return _Found(texts, records)


def _left_in_tree(tree: Tree, mask: Mask, *, besides: Collection[str]) -> Iterator[str]:
    """Conflict copies and the like, which are no notes, and what was written again meanwhile."""
    for found in walk(tree.root):
        if found.kind is not NoteKind.SPECIAL and found.path not in besides:
            with suppress(OSError):
                if mask.holds((tree.root / found.path).read_bytes()):
                    yield found.path


def _beyond(tree: Tree) -> Iterator[str]:
    if GitFolder.find(tree.root) is not None:
        yield "git's history keeps every text that was committed: rewrite it with git filter-repo, in every clone."
    if is_carried(tree.root):
        yield "Other machines have their own copies, versions and stores: purge there too."
    if (tree.root / ".stversions").is_dir():
        yield "Syncthing's .stversions keeps old files: delete what is in it by hand."
    yield "Backups, agents' own records of their sessions, and whoever read it still have it: make a secret worthless."
