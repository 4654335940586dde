"""What was recorded goes into git by itself, where a person enabled it: act by act, past whatever else lies there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.sync.nests import Nest, set_up, wait_until

from memwarden import Code, Grade, Refused, Replace, Tree
from memwarden.memory import commit_run
from memwarden.memory.commits import Commits, Standing
from memwarden.memory.committing import Committing
from memwarden.sync import commits as plumbing

Pair = tuple[Nest, Nest]
KEY = "sk-ant-api03-Zq7Lw9Xv2Rt5Yb8Nc1Md4Pf6"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two clones of one bare remote, which lies beside them, each with `note.md` of three lines."""
    folder = tmp_path_factory.mktemp("model")
    here = Nest(folder / "here")
    here.path.mkdir()
    here.git("init", "-q", "-b", "main", "--template=")
    set_up(here).write("note.md", b"one\ntwo\nthree\n")
    here.commit("memory: start")
    here.git("init", "-q", "--bare", "-b", "main", "--template=", "../remote")
    here.git("remote", "add", "origin", "../remote")
    here.git("push", "-q", "-u", "origin", "main")
    shutil.copytree(here.path, folder / "other")
    return folder


@pytest.fixture
def pair(model: Path, tmp_path: Path) -> Pair:
    shutil.copytree(model, tmp_path, dirs_exist_ok=True)
    return Nest(tmp_path / "here"), Nest(tmp_path / "other")


@pytest.fixture
def tree(pair: Pair) -> Iterator[Tree]:
    with Tree.open(pair[0].path) as opened:
        yield opened


def enabled(tree: Tree, pause: Callable[[float], object] = lambda _: None) -> Commits:
    commits = Commits(tree, pause)
    commits.enable(tree.person().actor, on=True)
    return commits


def log(nest: Nest, form: str = "%an %s", ref: str = "HEAD") -> list[str]:
    """Oldest first, without the commit that was there before."""
    return nest.git("log", "--reverse", f"--format={form}", ref).decode().splitlines()[1:]


def text(nest: Nest, name: str, ref: str = "HEAD") -> bytes:
    return nest.git("cat-file", "blob", f"{ref}:{name}")


def settled(standing: Standing) -> bool:
    return standing.on and not (standing.waiting or standing.held or standing.problem)


def test_nothing_is_ever_committed_until_a_person_enabled_it(pair: Pair, tree: Tree) -> None:
    commits = Commits(tree, lambda _: None)
    tree.writer("vps/hermes").append("note.md", "- one")
    assert commits.push() == commits.exchange(person=True) == Standing(on=False)
    assert log(pair[0]) == []
    commits.enable(tree.person().actor, on=True)
    commits.enable(tree.person().actor, on=False)
    tree.writer("vps/hermes").append("note.md", "- two")
    assert not commits.push().on
    assert log(pair[0]) == []


def test_each_act_is_a_commit_of_its_author_in_the_order_of_the_journal(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window", why="asked\nby Sam")
    tree.writer("pi/aras").append("note.md", "- aisle")
    tree.person().edit("note.md", [Replace("- window\n", "- mine\n")])
    here.write("new.md", b"by an editor\n")
    tree.rescan()
    assert settled(commits.push())
    assert log(here, "%an <%ae> %cn %s") == [
        "vps/hermes <hermes@vps> Sam memory: update vps/hermes",
        "pi/aras <aras@pi> Sam memory: update pi/aras",
        f"Sam <sam@example.org> Sam memory: update {tree.me}",
        "unknown <> Sam memory: a change past memwarden",
    ]
    assert text(here, "note.md", "HEAD~3") == b"one\ntwo\nthree\n- window\n"
    assert (
        "append note.md\n\nasked by Sam\n\nMemwarden-Act: " in here.git("log", "-1", "--format=%b", "HEAD~3").decode()
    )
    other.git("pull", "-q")
    assert text(other, "note.md") == b"one\ntwo\nthree\n- mine\n- aisle\n"
    assert here.git("status", "--porcelain") == b""


def test_one_act_on_several_notes_is_one_commit(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    tree.person().create("INDEX.md", "# Index\n\n- [Note](note.md)\n")
    commits = enabled(tree)
    tree.person().move("note.md", "notes/first.md")
    assert settled(commits.push())
    assert len([line for line in log(here) if "update" in line]) == 1
    assert here.git("ls-files", "*.md") == b"INDEX.md\nnotes/first.md\n"
    assert b"notes/first.md" in text(here, "INDEX.md")


def test_what_a_person_has_staged_and_what_they_have_not_stays_as_it_is(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.write("code.py", b"a = 1\n")
    here.write("half.py", b"a = 1\nb = 1\n")
    here.commit("code")
    commits = enabled(tree)
    here.write("code.py", b"a = 2\n")
    here.git("add", "code.py")
    here.write("half.py", b"a = 2\n")
    here.write("loose.txt", b"not in git\n")
    before = here.git("diff", "--cached"), here.git("diff"), here.git("status", "--porcelain")
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert (here.git("diff", "--cached"), here.git("diff"), here.git("status", "--porcelain")) == before
    changed = here.git("show", "--name-only", "--format=", "HEAD").decode().split()
    assert changed[-1] == "note.md" and "code.py" not in changed


def test_a_note_that_a_person_has_staged_waits_for_them_and_is_made_up_for(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    tree.writer("vps/hermes").create("other.md", "# Other\n", link="")
    commits = enabled(tree)
    here.write("note.md", b"one\ntwo\nthree\nstaged\n")
    here.git("add", "note.md")
    tree.rescan()
    tree.writer("vps/hermes").append("note.md", "- after it")
    tree.writer("pi/aras").append("other.md", "- meanwhile")
    standing = commits.push()
    assert standing.held == (("note.md", "you have staged it: commit or unstage it"),)
    assert log(here)[-1] == "pi/aras memory: update pi/aras"
    assert here.git("diff", "--cached", "--name-only") == b"note.md\n"
    here.git("commit", "-qm", "mine")
    assert settled(commits.push())
    assert log(here)[-2:] == ["Sam mine", "vps/hermes memory: update vps/hermes"]
    assert here.git("status", "--porcelain") == b""


def test_a_text_that_was_overwritten_before_it_could_be_committed_is_committed_as_it_was(
    pair: Pair, tree: Tree
) -> None:
    here, _ = pair
    commits = enabled(tree)
    for number in range(3):
        tree.person().rewrite("note.md", f"version {number}\n", base=tree.text("note.md").revision)
    commits.push()
    assert [text(here, "note.md", f"HEAD~{back}") for back in (2, 1, 0)] == [
        b"version 0\n", b"version 1\n", b"version 2\n",
    ]  # fmt: skip


def test_lines_that_were_there_uncommitted_are_no_agents(pair: Pair) -> None:
    here, _ = pair
    here.write("note.md", b"one\ntwo\nthree\nby somebody\n")
    with Tree.open(here.path) as tree:
        commits = enabled(tree)
        tree.writer("vps/hermes").append("note.md", "- window")
        commits.push()
    assert log(here) == ["unknown memory: what was not committed before", "vps/hermes memory: update vps/hermes"]
    assert text(here, "note.md", "HEAD~1") == b"one\ntwo\nthree\nby somebody\n"


def test_what_somebody_else_committed_already_is_not_committed_again(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.commit("memory: update vps/hermes")
    tree.writer("vps/hermes").append("note.md", "- aisle")
    commits.push()
    assert log(here) == ["Sam memory: update vps/hermes", "vps/hermes memory: update vps/hermes"]


def test_a_process_that_dies_as_the_branch_moves_leaves_nothing_to_commit_twice(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    commits = enabled(tree)
    first = tree.text("note.md").revision
    tree.writer("vps/hermes").append("note.md", "- window")
    tree.person().restore("note.md", first)
    tree.writer("vps/hermes").append("note.md", "- aisle")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "follow", die)
        with pytest.raises(KeyboardInterrupt):
            commits.push()
    assert len(log(here)) == 3
    assert here.git("diff", "--cached", "--name-only").split()[-1] == b"note.md"
    with monkeypatch.context() as patched:
        patched.setattr(plumbing, "advance", die)
        tree.writer("pi/aras").append("note.md", "- another")
        with pytest.raises(KeyboardInterrupt):
            commits.push()
    assert here.git("status", "--porcelain").split()[-1] == b"note.md"
    assert settled(commits.push())
    assert log(here, "%an") == ["vps/hermes", "Sam", "vps/hermes", "pi/aras"]
    assert here.git("status", "--porcelain") == b""


def test_what_a_person_stages_while_the_branch_moves_stays_staged(
    pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = pair
    commits = enabled(tree)
    follow = plumbing.follow

    def stage_first(*move: Any) -> None:
        here.write("note.md", b"staged\n")
        here.git("add", "note.md")
        follow(*move)

    monkeypatch.setattr(plumbing, "follow", stage_first)
    tree.writer("vps/hermes").append("note.md", "- window")
    assert commits.push().made == 1
    assert text(here, "note.md", "") == b"staged\n"


def test_without_a_network_commits_are_made_and_pushed_at_the_next_try(pair: Pair, tree: Tree) -> None:
    here, other = pair
    remote = here.path.parent / "remote"
    away = remote.rename(remote.with_name("away"))
    waited: list[float] = []
    commits = enabled(tree, waited.append)
    tree.writer("vps/hermes").append("note.md", "- window")
    standing = commits.push()
    assert standing.made == 1 and standing.problem.startswith("not pushed to origin/main")
    assert [int(2 * seconds) / 2 for seconds in waited] == [*commit_run.RETRIES]
    away.rename(remote)
    standing = commits.push()
    assert settled(standing) and standing.pushed
    other.git("pull", "-q")
    assert log(other) == ["vps/hermes memory: update vps/hermes"]


def test_a_push_that_comes_second_takes_in_the_others_first(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.write("theirs.md", b"theirs\n")
    other.commit("memory: update pi/aras")
    other.git("push", "-q")
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert log(here) == ["Sam memory: update pi/aras", "vps/hermes memory: update vps/hermes"]
    assert tree.text("theirs.md").text == "theirs\n"
    assert log(here, ref="origin/main") == log(here)
    assert settled(commits.push()) and len(log(here)) == 2


def test_where_both_changed_the_same_lines_only_a_persons_sync_lets_a_rebase_stop(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    other.write("note.md", b"one\nTHEIRS\nthree\n")
    other.commit("memory: update pi/aras")
    other.git("push", "-q")
    tree.person().edit("note.md", [Replace("two", "OURS")])
    assert commits.push().problem.startswith("both sides changed the same lines")
    assert (here.path / "note.md").read_bytes() == b"one\nOURS\nthree\n"
    assert commits.exchange(person=True).problem.startswith("the rebase stopped at 1 note")
    assert [conflict.note for conflict in tree.conflicts()] == ["note.md"]
    assert commits.push().problem == "a rebase is under way"
    person = tree.person()
    (conflict,) = tree.conflicts()
    person.resolve(conflict, b"one\nBOTH\nthree\n")
    assert person.git_act(tree.git_preview("continue")).findings == ()
    assert settled(commits.push())
    assert log(here, "%s", "origin/main")[:2] == ["memory: update pi/aras", f"memory: update {tree.me}"]
    assert text(here, "note.md", "origin/main") == b"one\nBOTH\nthree\n"


def test_edits_that_are_not_committed_are_told_and_never_stashed(pair: Pair, tree: Tree) -> None:
    here, other = pair
    here.write("code.py", b"a = 1\n")
    here.commit("code")
    here.git("push", "-q")
    commits = enabled(tree)
    other.git("pull", "-q")
    other.write("theirs.md", b"theirs\n")
    other.commit("theirs")
    other.git("push", "-q")
    here.git("config", "rebase.autoStash", "true")
    here.write("code.py", b"a = 2\n")
    tree.writer("vps/hermes").append("note.md", "- window")
    standing = commits.exchange(person=True)
    assert standing.problem == "edits that are not committed are in the way: code.py"
    assert (here.path / "code.py").read_bytes() == b"a = 2\n"
    assert here.git("stash", "list") == b""


def test_a_secret_that_came_past_us_stays_here_until_a_person_lets_it_pass(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    here.write("note.md", f"one\ntwo\nkey {KEY}\n".encode())
    tree.rescan()
    tree.writer("vps/hermes").create("other.md", "# Other\n", link="")
    ((note, why),) = commits.push().held
    assert note == "note.md" and why.startswith("line 3 holds") and KEY not in why
    assert KEY.encode() not in here.git("cat-file", "--batch-all-objects", "--batch")
    assert log(here) == ["vps/hermes memory: update vps/hermes"]
    tree.person().admit(why.rpartition(" ")[2])
    assert settled(commits.push())
    assert text(here, "note.md").endswith(KEY.encode() + b"\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["checkout", "-q", "--detach"], "the repository is on no branch"),
        (["update-ref", "MERGE_HEAD", "HEAD"], "a merge is under way"),
    ],
)
def test_nothing_is_committed_where_git_is_in_the_middle_of_something(
    pair: Pair, tree: Tree, arguments: list[str], why: str
) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.git(*arguments)
    standing = commits.push()
    assert (standing.problem, standing.waiting, standing.made) == (why, 1, 0)
    assert log(here) == []


def test_a_lock_that_was_left_over_is_told_and_waited_for(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    lock = here.path / ".git/index.lock"
    lock.touch()
    os.utime(lock, (0, 0))
    assert commits.push().problem.startswith("git is locked by an index.lock that is ")
    lock.unlink()
    assert settled(commits.push())


def test_ignored_notes_are_left_alone_also_after_they_are_gone(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.write(".gitignore", b"local/\n")
    here.commit("ignore")
    commits = enabled(tree)
    for name in ("local/a.md", "local/b.md"):
        here.write(name, b"private\n")
    tree.rescan()
    (here.path / "local/b.md").unlink()
    tree.rescan()
    assert settled(commits.push())
    assert log(here) == ["Sam ignore"]
    assert b"private" not in here.git("cat-file", "--batch-all-objects", "--batch")


def test_filters_of_the_repository_hold_for_these_commits_too(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    here.git("config", "filter.veil.clean", "tr a-z A-Z")
    here.write(".gitattributes", b"*.md filter=veil\n")
    here.commit("veil")
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    assert settled(commits.push())
    assert text(here, "note.md") == b"ONE\nTWO\nTHREE\n- WINDOW\n"


def test_in_a_repository_of_code_only_the_tree_is_committed_and_nobodys_work_is_pushed_along(pair: Pair) -> None:
    here, _ = pair
    here.write("memory/a.md", b"# A\n")
    here.commit("a tree inside")
    here.git("push", "-q")
    with Tree.open(here.path / "memory") as tree:
        commits = enabled(tree)
        tree.writer("vps/hermes").append("a.md", "- one")
        assert settled(commits.push())
        here.write("code.py", b"unfinished\n")
        here.commit("unfinished")
        tree.writer("vps/hermes").append("a.md", "- two")
        assert commits.push().problem.startswith("commits that are not pushed change more than this tree")
    assert log(here, "%s", "origin/main")[-1] == "memory: update vps/hermes"
    assert text(here, "memory/a.md") == b"# A\n- one\n- two\n"


def test_history_shows_what_was_committed_once_and_a_clone_knows_its_authors(pair: Pair, tree: Tree) -> None:
    here, other = pair
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    here.write("note.md", b"one\ntwo\nthree\n- window\nby an editor\n")
    tree.rescan()
    assert settled(commits.push())
    acts = [(version.engine, version.act) for version in tree.history("note.md").versions()]
    assert acts == [("journal", "outside"), ("journal", "append"), ("git", "create")]
    other.git("pull", "-q")
    with Tree.open(other.path) as clone:
        *_, window, editor = clone.provenance("note.md")
        assert (window.by, window.grade) == ("vps/hermes", Grade.CLAIMED)
        assert editor.by == ""


def test_whoever_lives_on_commits_soon_after_a_write(pair: Pair, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memwarden.memory.committing.LOOK_SECONDS", 0.01)
    committing = Committing(tree)
    committing.start()
    try:
        enabled(tree)
        tree.writer("vps/hermes").append("note.md", "- window")
        wait_until(lambda: log(pair[0], ref="origin/main") == ["vps/hermes memory: update vps/hermes"])
    finally:
        committing.stop()


def test_two_processes_never_commit_at_once(pair: Pair, tree: Tree) -> None:
    commits = enabled(tree)
    tree.writer("vps/hermes").append("note.md", "- window")
    with commits._file.alone() as alone:
        assert alone
        assert commits.push().problem == "another memwarden is at it just now"
    assert settled(commits.push())


def test_it_can_be_enabled_only_where_git_can_commit(pair: Pair, tree: Tree, folder: Path) -> None:
    here, _ = pair
    assert Commits(tree, lambda _: None).able() == "on main, and pushes them to origin/main"
    here.write("local/memory/a.md", b"# A\n")
    here.write(".gitignore", b"local/\n")
    for place, why in ((here.path / "local/memory", "told to ignore"), (folder, "No git repository")):
        with Tree.open(place) as other, pytest.raises(Refused, match=why) as refused:
            Commits(other, lambda _: None).able()
        assert refused.value.code is Code.BAD_ARGUMENT
