"""What git left behind in real clones of a bare remote: seen by state, merged by side, ended only by a person."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.memory.refusals import refused
from tests.sync.nests import Nest, set_up

from memwarden import Code, Tree
from memwarden.errors import EngineFailed
from memwarden.memory.causes import cause_of
from memwarden.memory.conflicts import Conflict, ConflictKind, Source
from memwarden.memory.pending import Pending
from memwarden.store.snapshots import revision_of
from memwarden.text.merge import Choice

Pair = tuple[Nest, Nest]
BASE = b"one\ntwo\nthree\n"
OURS = b"one\nOURS\nthree\n"
THEIRS = b"one\nTHEIRS\nthree\n"


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Two clones of one bare remote, each with two notes."""
    here = Nest(tmp_path / "memory")
    here.path.mkdir()
    here.git("init", "-q", "-b", "main")
    set_up(here)
    here.write("note.md", BASE)
    here.write("shared/rules.md", BASE)
    here.write(".gitignore", b".memwarden/\n")
    here.commit("memory: start")
    here.git("init", "-q", "--bare", "-b", "main", str(tmp_path / "remote"))
    here.git("remote", "add", "origin", str(tmp_path / "remote"))
    here.git("push", "-q", "-u", "origin", "main")
    return here, Nest(tmp_path / "remote", here.clock).clone(tmp_path / "other")


def diverge(pair: Pair, *, note: str = "note.md", commit: bool = True) -> Nest:
    """The other clone pushed its edit of a line that this one edited too."""
    here, other = pair
    other.write(note, THEIRS)
    other.commit("memory: update vps/hermes")
    other.git("push", "-q")
    here.write(note, OURS)
    if commit:
        here.commit("memory: update laptop/claude")
    return here


@pytest.fixture
def rebasing(pair: Pair) -> Iterator[tuple[Tree, Nest]]:
    here = diverge(pair)
    here.git("pull", "-q", "--rebase", ok=False)
    with Tree.open(here.path) as tree:
        yield tree, here


def only(tree: Tree) -> Conflict:
    (found,) = tree.conflicts()
    return found


def codes(tree: Tree) -> list[str]:
    return [finding.code for finding in tree.git_findings()]


def test_a_repository_at_rest_has_nothing_to_say_and_is_not_even_asked(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Tree.open(pair[0].path) as tree:
        monkeypatch.setenv("PATH", "")
        assert tree.conflicts() == ()
        assert tree.git_findings() == ()
        tree.writer("laptop/claude").append("note.md", "- four")
        assert tree.git_preview("continue").refusal


def test_a_stopped_rebase_shows_this_machines_side_as_yours_although_git_calls_it_theirs(
    rebasing: tuple[Tree, Nest],
) -> None:
    tree, _ = rebasing
    conflict = only(tree)
    assert (conflict.note, conflict.kind, conflict.by_hunks) == ("note.md", ConflictKind.GIT_UNMERGED, True)
    assert (conflict.data, conflict.copies[0].data) == (OURS, THEIRS)
    assert (conflict.yours_by, conflict.copies[0].by) == ("laptop/claude", "vps/hermes")
    assert "memory: update vps/hermes" in conflict.copies[0].label
    assert (conflict.base.verified, conflict.base.data) == (True, BASE)
    merged = conflict.merge(conflict.copies[0])
    assert len(merged.open) == 1
    assert merged.text(dict.fromkeys(merged.open, Choice.THEIRS)) == THEIRS
    (finding,) = tree.git_findings()
    assert (finding.code, finding.acts) == ("git-rebase", ("continue", "abort"))
    assert "main" in finding.title and finding.fix.startswith("Resolve what is unmerged, then continue;")
    kinds = [item.kind for item in tree.review()]
    assert kinds.count("conflict") == 1
    assert kinds.count("git") == 1


def test_a_note_that_git_has_unmerged_is_closed_to_agents_but_no_other_note_is(rebasing: tuple[Tree, Nest]) -> None:
    tree, _ = rebasing
    hermes = tree.writer("vps/hermes")
    before = tree.bytes_of("note.md")
    for attempt in (lambda: hermes.append("note.md", "- x"), lambda: hermes.read("note.md")):
        with refused(Code.CONFLICT_PENDING):
            attempt()
    assert tree.bytes_of("note.md") == before
    hermes.create("other.md", "# Other\n")


def test_git_is_asked_again_only_once_its_index_is_another(rebasing: tuple[Tree, Nest]) -> None:
    tree, here = rebasing
    pending = Pending(tree.root)
    assert pending.unmerged() == {"note.md"}
    begun = time.perf_counter()
    for _ in range(100):
        pending.of("other.md")
    assert (time.perf_counter() - begun) / 100 < 0.01
    here.write("note.md", OURS)
    here.git("add", "--", "note.md")
    assert pending.unmerged() == frozenset()


def test_resolving_writes_the_note_stages_that_path_alone_and_the_rebase_goes_on_when_a_person_says_so(
    rebasing: tuple[Tree, Nest],
) -> None:
    tree, here = rebasing
    me = tree.person()
    (tree.root / "shared/rules.md").write_bytes(b"changed, but nobody asked git to take it\n")
    early = tree.git_preview("continue")
    assert "1 file still unmerged" in early.refusal
    with refused(Code.OPEN_HUNKS):
        me.git_act(early)
    both = b"one\nOURS\nTHEIRS\nthree\n"
    me.resolve(only(tree), both, taken="both")
    assert here.git("status", "--porcelain") == b"M  note.md\n M shared/rules.md\n"
    assert tree.conflicts() == ()
    assert all(tree.text_of(revision) for revision in (revision_of(OURS), revision_of(THEIRS)))
    (tree.root / "shared/rules.md").write_bytes(BASE)
    preview = tree.git_preview("continue")
    assert (preview.refusal, preview.command) == ("", "git rebase --continue")
    assert any("Commits" in line for line in preview.lines)
    done = me.git_act(preview)
    assert done.findings == ()
    assert here.git("log", "-1", "--format=%s") == b"memory: update laptop/claude\n"
    assert here.git("symbolic-ref", "HEAD") == b"refs/heads/main\n"
    assert (here.path / "note.md").read_bytes() == both
    with refused(Code.OPEN_HUNKS, Code.CHANGED_SINCE_SHOWN):
        me.git_act(preview)


def test_markers_that_are_left_in_a_resolution_are_refused_and_staged_ones_stop_the_rebase(
    rebasing: tuple[Tree, Nest],
) -> None:
    tree, here = rebasing
    marked = tree.bytes_of("note.md") or b""
    assert b"<<<<<<<" in marked
    with refused(Code.MARKERS):
        tree.person().resolve(only(tree), marked)
    here.git("add", "--", "note.md")
    conflict = only(tree)
    assert (conflict.kind, conflict.copies[0].source) == (ConflictKind.MARKERS, Source.MARKERS)
    assert "Conflict markers still stand in note.md" in tree.git_preview("continue").refusal


def test_undoing_a_resolution_brings_the_markers_back_and_the_sides_with_them(rebasing: tuple[Tree, Nest]) -> None:
    tree, _ = rebasing
    before = tree.bytes_of("note.md")
    tree.person().resolve(only(tree), OURS, taken="yours")
    tree.person().undo()
    assert tree.bytes_of("note.md") == before
    conflict = only(tree)
    assert {conflict.data, conflict.copies[0].data} == {OURS, THEIRS}


def test_aborting_says_what_changes_back_and_keeps_what_was_resolved_among_the_versions(
    rebasing: tuple[Tree, Nest],
) -> None:
    tree, here = rebasing
    me = tree.person()
    me.resolve(only(tree), b"one\nBOTH\nthree\n")
    preview = tree.git_preview("abort")
    assert any("note.md" in line for line in preview.lines)
    assert tree.git_preview("abort") == preview
    me.git_act(preview)
    assert (here.path / "note.md").read_bytes() == OURS
    assert tree.git_findings() == ()
    assert revision_of(b"one\nBOTH\nthree\n") in {version.revision for version in tree.history("note.md").versions()}


def test_a_merge_keeps_gits_own_sides_and_a_side_that_deleted_the_note_is_kept_or_taken_whole(pair: Pair) -> None:
    here, other = pair
    other.write("note.md", THEIRS)
    other.git("rm", "-q", "shared/rules.md")
    other.commit("memory: update vps/hermes")
    other.git("push", "-q")
    here.write("note.md", OURS)
    here.write("shared/rules.md", OURS)
    here.commit("memory: update laptop/claude")
    here.git("pull", "-q", "--no-rebase", ok=False)
    with Tree.open(here.path) as tree:
        note, rules = tree.conflicts()
        assert (note.data, note.copies[0].data) == (OURS, THEIRS)
        assert (rules.kind, rules.data, rules.copies[0].whole) == (ConflictKind.GIT_DELETED, OURS, None)
        assert (rules.proposal, note.proposal) == ("theirs", "")
        assert "upstream" in rules.why
        me = tree.person()
        me.resolve(rules, rules.copies[0].whole, taken="theirs")
        me.resolve(note, OURS, taken="yours")
        assert not (here.path / "shared/rules.md").exists()
        (finding,) = tree.git_findings()
        assert (finding.code, finding.detail) == ("git-merge", "it can go on")
        assert finding.fix.startswith("Continue;")
        me.git_act(tree.git_preview("continue"))
    assert here.git("status", "--porcelain") == b""
    assert len(here.git("rev-list", "--parents", "-1", "HEAD").split()) == 3


def test_a_pull_that_reports_success_and_left_the_edits_in_the_stash_is_judged_by_its_state(pair: Pair) -> None:
    here = diverge(pair, commit=False)
    pulled = subprocess.run(["git", "pull", "-q", "--rebase", "--autostash"], cwd=here.path, capture_output=True)
    assert pulled.returncode == 0
    with Tree.open(here.path) as tree:
        conflict = only(tree)
        assert (conflict.kind, conflict.data, conflict.copies[0].data) == (ConflictKind.GIT_UNMERGED, OURS, THEIRS)
        assert conflict.yours_label == "your uncommitted edits"
        assert codes(tree) == ["git-autostash"]
        assert tree.git_preview("drop-stash").refusal
        me = tree.person()
        me.resolve(conflict, THEIRS, taken="theirs")
        assert tree.conflicts() == ()
        assert [finding.fix for finding in tree.git_findings()] == ["The stash can be dropped."]
        me.git_act(tree.git_preview("drop-stash"))
        assert tree.git_findings() == ()
        assert tree.text_of(revision_of(OURS)) == OURS
    assert here.git("stash", "list") == b""


def test_a_stash_that_was_left_is_a_version_to_take_or_drop_until_a_person_did(pair: Pair) -> None:
    here = diverge(pair, commit=False)
    subprocess.run(["git", "pull", "-q", "--rebase", "--autostash"], cwd=here.path, capture_output=True)
    here.write("note.md", THEIRS)
    here.git("add", "--", "note.md")
    with Tree.open(here.path) as tree:
        conflict = only(tree)
        assert (conflict.kind, conflict.data, conflict.copies[0].data) == (ConflictKind.GIT_STASH, THEIRS, OURS)
        assert (conflict.base.data, conflict.base.verified) == (BASE, True)
        tree.writer("vps/hermes").append("note.md", "- four")
        me = tree.person()
        me.resolve(only(tree), tree.bytes_of("note.md"), taken="yours")
        assert tree.conflicts() == ()
        me.undo()
        assert only(tree).kind is ConflictKind.GIT_STASH
        me.resolve(only(tree), OURS, taken="theirs")
        assert (tree.bytes_of("note.md"), tree.conflicts()) == (OURS, ())


def test_a_repository_on_no_branch_and_one_that_is_locked_say_so(pair: Pair) -> None:
    here, _ = pair
    here.git("checkout", "-q", "--detach")
    lock = here.path / ".git/index.lock"
    lock.touch()
    with Tree.open(here.path) as tree:
        assert codes(tree) == ["git-detached", "git-index-lock"]
        assert tree.git_findings()[1].acts == ()
        assert tree.git_preview("unlock").refusal
        os.utime(lock, (time.time() - 600, time.time() - 600))
        found = tree.git_findings()[1]
        assert (found.acts, "10 min" in found.detail) == (("unlock",), True)
        tree.person().git_act(tree.git_preview("unlock"))
        assert not lock.exists()


def test_a_lock_that_a_process_has_open_is_never_removed(pair: Pair) -> None:
    lock = pair[0].path / ".git/index.lock"
    with Tree.open(pair[0].path) as tree, lock.open("wb"):
        os.utime(lock, (time.time() - 600, time.time() - 600))
        (finding,) = tree.git_findings()
        assert str(os.getpid()) in finding.detail
        assert tree.git_preview("unlock").refusal
    assert lock.exists()


def test_a_locked_repository_refuses_a_resolution_before_a_byte_is_written(rebasing: tuple[Tree, Nest]) -> None:
    tree, here = rebasing
    before = tree.bytes_of("note.md")
    (here.path / ".git/index.lock").touch()
    with refused(Code.BUSY):
        tree.person().resolve(only(tree), OURS)
    assert tree.bytes_of("note.md") == before


def test_a_conflict_that_was_ended_in_another_terminal_closes_itself(rebasing: tuple[Tree, Nest]) -> None:
    tree, here = rebasing
    shown = only(tree)
    here.write("note.md", THEIRS)
    here.git("add", "--", "note.md")
    with pytest.RaisesExc(Exception, check=lambda error: error.details == {"gone": True}):
        tree.person().resolve(shown, OURS)
    assert tree.bytes_of("note.md") == THEIRS


def test_both_adding_one_note_has_no_ancestor_and_owners_propose_by_path_not_by_gits_sides(pair: Pair) -> None:
    here, other = pair
    for nest, text in ((other, THEIRS), (here, OURS)):
        nest.write("agents/laptop/claude/memory.md", text)
        nest.write("agents/vps/hermes/memory.md", text)
        nest.commit("memory: add")
    other.git("push", "-q")
    here.git("pull", "-q", "--rebase", ok=False)
    with Tree.open(here.path) as tree:
        own, foreign = tree.conflicts()
        assert (own.base.revision, own.base.verified) == (None, False)
        assert (own.proposal, own.data, foreign.proposal, foreign.copies[0].data) == ("yours", OURS, "theirs", THEIRS)


def test_a_tree_below_the_top_of_a_repository_sees_only_its_own_notes(pair: Pair) -> None:
    here = diverge(pair, note="memory/note.md")
    here.git("pull", "-q", "--rebase", ok=False)
    with Tree.open(here.path / "memory") as tree:
        assert only(tree).note == "note.md"
        with refused(Code.CONFLICT_PENDING):
            tree.writer("vps/hermes").append("note.md", "- x")
        tree.person().resolve(only(tree), OURS)
    assert here.git("diff", "--name-only", "--diff-filter=U") == b""
    with Tree.open(here.path / "shared") as tree:
        assert (tree.conflicts(), codes(tree)) == ((), ["git-rebase"])


def test_a_repository_that_git_does_not_read_is_said_to_be_so_and_stops_nothing(pair: Pair) -> None:
    here = diverge(pair)
    here.git("pull", "-q", "--rebase", ok=False)
    (here.path / ".git/config").write_bytes(b"[broken")
    with Tree.open(here.path) as tree:
        assert codes(tree) == ["git-unreadable"]
        assert only(tree).kind is ConflictKind.MARKERS
        tree.writer("vps/hermes").create("other.md", "x\n")
        with pytest.raises(EngineFailed):
            tree.git_acts.stage("note.md")


def test_notes_that_git_swept_away_are_one_card_with_the_cause_and_come_back_at_once(pair: Pair) -> None:
    here, _ = pair
    text = b"".join(b"- fact %d that somebody wrote down\n" % number for number in range(20))
    names = [f"n{number:02}.md" for number in range(12)]
    for name in names:
        here.write(name, text)
    here.commit("memory: update laptop/claude")
    with Tree.open(here.path) as tree:
        subprocess.run(["git", "reset", "-q", "--hard", "HEAD~1"], cwd=here.path, check=True)
        head = here.head()
        tree.rescan()
        (item,) = [item for item in tree.review() if item.kind == "deletion"]
        assert sorted(record.note for record in item.records) == names
        assert {cause_of(tree, record) for record in item.records} == {"git reset: moving to HEAD~1"}
        tree.person().restore_burst(item.records, item=item.id)
        assert [(here.path / name).read_bytes() for name in names] == [text] * 12
        assert cause_of(tree, tree.activity(note=names[0], limit=1)[0]) == ""
    assert here.head() == head


def test_a_commit_is_no_cause_of_what_changed_beside_it(pair: Pair) -> None:
    here, _ = pair
    with Tree.open(here.path) as tree:
        here.write("note.md", b"one\n")
        (record,) = tree.rescan()
        subprocess.run(["git", "commit", "-q", "-am", "by hand"], cwd=here.path, check=True)
        assert cause_of(tree, record) == ""
