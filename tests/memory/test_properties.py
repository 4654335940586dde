"""What holds after any sequence of guarded and outside writes: replay, authorship, undo, and a lost cache."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memwarden import Origin, Refused, Tree
from memwarden.store.snapshots import revision_of
from memwarden.text.lines import split_lines

QUICK = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NOTES = ("a.md", "b.md", "agents/vps/hermes/memory.md")
SHORT = st.sampled_from([b"- one\n", b"- two\n", b"\n", b"# Head\n", b"- caf\xe9\n", b"- \xc3\xa9\r\n", b"tail"])
TEXTS = st.lists(SHORT, max_size=6).map(b"".join)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["append", "rewrite", "create", "delete", "move", "outside", "vanish", "rename", "undo", "redo"]
        ),
        st.sampled_from(NOTES),
        TEXTS,
    ),
    min_size=1,
    max_size=14,
)
Step = tuple[str, str, bytes]


@contextmanager
def fresh() -> Iterator[Path]:
    """A folder and a state directory of its own for each example."""
    base = Path(tempfile.mkdtemp())
    before = os.environ["MEMWARDEN_STATE"]
    os.environ["MEMWARDEN_STATE"] = str(base / "state")
    (base / "memory").mkdir()
    try:
        yield base / "memory"
    finally:
        os.environ["MEMWARDEN_STATE"] = before
        shutil.rmtree(base)


def take(tree: Tree, step: Step) -> None:
    """One step, by a person, an agent, or somebody past us; a refusal is an answer too."""
    verb, note, text = step
    file = tree.root / note
    me = tree.person()
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    other = NOTES[NOTES.index(note) - 1]
    try:
        match verb:
            case "append":
                hermes.append(note, text)
            case "rewrite":
                hermes.rewrite(note, text, base=tree.text(note).revision)
            case "create":
                hermes.create(note, text)
            case "delete":
                me.delete(note)
            case "move":
                me.move(note, other)
            case "outside":
                file.parent.mkdir(parents=True, exist_ok=True)
                aged(file, text)
            case "vanish":
                file.unlink(missing_ok=True)
            case "rename" if file.exists():
                (tree.root / other).parent.mkdir(parents=True, exist_ok=True)
                file.rename(tree.root / other)
            case "undo":
                me.undo()
            case "redo":
                me.redo()
    except Refused:
        return


def aged(file: Path, text: bytes) -> None:
    """Written a second ago, so that nobody waits to see whether it is still being saved."""
    file.write_bytes(text)
    stat = file.stat()
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns - 1_000_000_000))


def on_disk(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.md")}


@QUICK
@given(STEPS)
def test_replaying_the_journal_gives_the_bytes_on_disk(steps: list[Step]) -> None:
    with fresh() as root, Tree.open(root) as tree:
        for step in steps:
            take(tree, step)
            tree.rescan()
        disk = on_disk(root)
        shown = {
            note: tree.text_of(versions[0].revision)
            for note in NOTES
            if (versions := tree.history(note).versions()) and versions[0].revision
        }
        assert shown == disk
        for note in NOTES:
            for version in tree.history(note).versions():
                assert (
                    version.revision is None
                    or revision_of(tree.history(note).data(version.revision)) == version.revision
                )


@QUICK
@given(STEPS)
def test_every_line_has_exactly_one_author_and_its_own_bytes(steps: list[Step]) -> None:
    with fresh() as root, Tree.open(root) as tree:
        for step in steps:
            take(tree, step)
        tree.rescan()
        for note, data in on_disk(root).items():
            lines = tree.provenance(note)
            assert [line.line for line in lines] == split_lines(data)
            assert {line.by for line in lines} <= {"", tree.me, "vps/hermes"}
            assert all(line.record and tree.record(line.record) for line in lines)


@QUICK
@given(st.lists(TEXTS, min_size=2, max_size=6), st.integers(0, 5))
def test_undo_after_a_restore_and_redo_after_that_are_exact(texts: list[bytes], chosen: int) -> None:
    with fresh() as root:
        aged(root / "a.md", texts[0])
        with Tree.open(root) as tree:
            me = tree.person()
            for text in texts[1:]:
                me.rewrite("a.md", text)
            versions = tree.history("a.md").versions()
            version = versions[chosen % len(versions)]
            before = (root / "a.md").read_bytes()
            written = me.restore("a.md", version.revision or "")
            restored = (root / "a.md").read_bytes()
            assert revision_of(restored) == version.revision == written.revision
            if restored == before:
                return
            me.undo()
            assert (root / "a.md").read_bytes() == before
            me.redo()
            assert (root / "a.md").read_bytes() == restored


@QUICK
@given(STEPS)
def test_undoing_all_of_a_persons_acts_gives_back_the_start_and_redoing_them_the_end(steps: list[Step]) -> None:
    mine = [step for step in steps if step[0] in {"delete", "move"}] or [("delete", "a.md", b"")]
    with fresh() as root:
        aged(root / "a.md", b"- a\n")
        aged(root / "b.md", b"- b\n")
        with Tree.open(root) as tree:
            start = on_disk(root)
            for step in mine:
                take(tree, step)
            end = on_disk(root)
            done = undone(tree)
            assert on_disk(root) == start
            for _ in range(done):
                tree.person().redo()
            assert on_disk(root) == end


def undone(tree: Tree) -> int:
    count = 0
    while True:
        try:
            tree.person().undo()
        except Refused:
            return count
        count += 1


def test_lines_are_their_writers_again_after_a_restore_and_after_its_undo() -> None:
    with fresh() as root:
        aged(root / "a.md", b"- found\n")
        with Tree.open(root) as tree:
            tree.writer("vps/hermes").append("a.md", "- by hermes")
            me = tree.person()
            me.append("a.md", "- mine")
            two = tree.history("a.md").versions()[1].revision or ""
            for act in (lambda: me.restore("a.md", two), me.undo, me.redo, me.undo):
                act()
                by = [line.by for line in tree.provenance("a.md")]
                assert by == ["", "vps/hermes", me.identity][: len(by)]
            assert len(tree.provenance("a.md")) == 3


@QUICK
@given(STEPS)
def test_a_store_whose_index_was_deleted_answers_the_same(steps: list[Step]) -> None:
    with fresh() as root:
        with Tree.open(root) as tree:
            for step in steps:
                take(tree, step)
            tree.rescan()
            before = answers(tree)
            folder = tree.store.folder
        for file in folder.glob("cache.sqlite3*"):
            file.unlink()
        with Tree.open(root) as again:
            assert answers(again) == before


def answers(tree: Tree) -> list[object]:
    """What a screen and a writer ask for, as plain values."""
    notes = [(entry.path, entry.kind, entry.size, entry.revision) for entry in tree.notes()]
    versions = [(note, [v.revision for v in tree.history(note).versions()]) for note in NOTES]
    authors = [(path, tree.provenance(path)) for path in tree.paths()]
    records = [(record.id, record.what, record.note) for record in tree.activity()]
    items = [(item.id, item.kind, item.detail) for item in tree.review()]
    return [notes, versions, authors, records, items, [card.identity for card in tree.agents()]]
