"""A rebase that stopped goes on although notes were written meanwhile: each change in its author's name."""

from __future__ import annotations

import pytest
from tests.memory.commits.clones import Pair, enabled, log, settled, text
from tests.memory.refusals import refused

from memwarden import Code, Replace, Tree
from memwarden.errors import EngineFailed
from memwarden.memory.commits import Commits

Stopped = tuple[Pair, Tree, Commits]


@pytest.fixture
def stopped(pair: Pair, tree: Tree) -> Stopped:
    """At `note.md`, with `other.md` beside it, and the conflict resolved."""
    _, other = pair
    other.write("other.md", b"# Other\n")
    other.share("code.py", b"a = 1\n", "beside")
    commits = enabled(tree)
    commits.exchange(person=False)
    other.share("note.md", b"one\nTHEIRS\nthree\n", "theirs")
    tree.person().edit("note.md", [Replace("two", "OURS")])
    assert commits.exchange(person=True).problem.startswith("the rebase stopped")
    (conflict,) = tree.conflicts()
    tree.person().resolve(conflict, b"one\nBOTH\nthree\n")
    return pair, tree, commits


def test_what_agents_wrote_meanwhile_is_committed_in_their_names_before_it_goes_on(stopped: Stopped) -> None:
    (here, _), tree, commits = stopped
    tree.writer("vps/hermes").append("other.md", "- one")
    tree.writer("pi/aras").append("other.md", "- two")
    tree.writer("pi/aras").append("note.md", "- after it was resolved")
    preview = tree.git_preview("continue")
    assert "What was written meanwhile goes along, each change its author's: note.md, other.md." in preview.lines
    assert tree.person().git_act(preview).findings == ()
    assert settled(commits.exchange(person=False))
    assert log(here, "%an", "origin/main")[1:] == ["Sam", "vps/hermes", "pi/aras", "Sam"]
    assert text(here, "note.md", "origin/main") == b"one\nBOTH\nthree\n- after it was resolved\n"
    assert here.git("status", "--porcelain") == b""


def test_so_it_is_where_memwarden_commits_nothing_by_itself(stopped: Stopped) -> None:
    (here, _), tree, commits = stopped
    commits.enable(tree.person().actor, on=False)
    tree.writer("vps/hermes").append("other.md", "- one")
    assert tree.person().git_act(tree.git_preview("continue")).findings == ()
    assert log(here, "%an")[2:] == ["vps/hermes", "Sam"]


def test_what_is_no_note_is_named_and_left_to_the_person(stopped: Stopped) -> None:
    (here, _), tree, _ = stopped
    here.write("code.py", b"a = 2\n")
    preview = tree.git_preview("continue")
    assert preview.refusal == "git does not go on while these have changes that are not committed: code.py."
    here.write("code.py", b"a = 1\n")
    (here.path / "other.md").chmod(0o755)
    with refused(Code.OPEN_HUNKS) as caught:
        tree.person().git_act(tree.git_preview("continue"))
    assert caught.value.message.endswith("not committed: other.md.")


def test_a_rebase_that_git_cannot_sign_says_so(stopped: Stopped) -> None:
    (here, _), tree, _ = stopped
    here.git("config", "commit.gpgSign", "true")
    here.git("config", "gpg.program", "false")
    signed = here.path / ".git/rebase-merge/gpg_sign_opt"
    signed.write_text("-S")
    with pytest.raises(EngineFailed, match="failed to sign"):
        tree.person().git_act(tree.git_preview("continue"))
    signed.unlink()
    assert tree.person().git_act(tree.git_preview("continue")).findings == ()
