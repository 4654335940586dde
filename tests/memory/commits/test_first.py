"""The first commits after a person enabled them: also where git has none yet, knows nobody, or lacks what was there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.memory.commits.clones import Pair, enabled, settled, text
from tests.sync.nests import Nest

from memwarden import Refused, Tree
from memwarden.memory.accepted import CONFIG
from memwarden.memory.commits import Commits


@pytest.fixture
def begun(tmp_path: Path) -> Nest:
    """A clone of an empty remote, in which git knows nobody."""
    nest = Nest(tmp_path / "nest")
    nest.path.mkdir()
    nest.git("init", "-q", "--bare", "-b", "main", "--template=", "../empty")
    nest.git("init", "-q", "-b", "main", "--template=")
    nest.git("remote", "add", "origin", "../empty")
    nest.git("config", "branch.main.remote", "origin")
    nest.git("config", "branch.main.merge", "refs/heads/main")
    nest.write("memory/note.md", b"one\n")
    return nest


def authors(nest: Nest, ref: str = "HEAD") -> list[str]:
    return nest.git("log", "--reverse", "--format=%an <%ae> %cn %s", ref).decode().splitlines()


def test_a_repository_without_a_commit_gets_its_first_by_whom_memwarden_knows(
    begun: Nest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    with Tree.open(begun.path / "memory") as tree:
        assert Commits(tree).able() == (
            "on main, and pushes them to origin/main; what 1 note said before is committed too"
        )
        commits = enabled(tree)
        tree.person().append("note.md", "- two")
        assert settled(commits.exchange(person=False))
        host, _, user = tree.me.partition("/")
    assert authors(begun, "origin/main") == [
        "unknown <> memwarden memory: what was not committed before",
        f"{host}/{user} <{user}@{host}> memwarden memory: update {host}/{user}",
    ]
    assert begun.git("status", "--porcelain") == b""


def test_nothing_is_begun_beside_what_the_other_side_has_already(begun: Nest, pair: Pair) -> None:
    begun.git("remote", "set-url", "origin", str(pair[0].path.parent / "remote"))
    with Tree.open(begun.path / "memory") as tree:
        commits = enabled(tree)
        assert "take them in first (git pull)" in commits.exchange(person=True).problem
        with pytest.raises(Refused, match="take them in first"):
            commits.able()
    assert begun.git("for-each-ref", "refs/heads") == b""


def test_what_the_notes_said_before_is_committed_first_and_once(pair: Pair) -> None:
    here, _ = pair
    here.write("note.md", b"by somebody\n")
    here.write("new.md", b"not in git yet\n")
    here.write("code.py", b"no note\n")
    (here.path / "new.md").chmod(0o755)
    with Tree.open(here.path) as tree:
        tree.writer("vps/hermes").append("note.md", "- before it was on")
        commits = enabled(tree)
        tree.writer("vps/hermes").append("new.md", "- after")
        assert settled(commits.push())
        assert commits.push().made == 0
    assert authors(here)[1:] == [
        "unknown <> Sam memory: what was not committed before",
        "vps/hermes <hermes@vps> Sam memory: update vps/hermes",
        "unknown <> Sam memory: what was not committed before",
        "vps/hermes <hermes@vps> Sam memory: update vps/hermes",
    ]
    assert text(here, "new.md") == b"not in git yet\n- after\n"
    assert here.git("status", "--porcelain") == b"?? code.py\n"


def test_rules_go_along_once_a_person_accepted_them(pair: Pair, tree: Tree) -> None:
    here, _ = pair
    commits = enabled(tree)
    here.write(CONFIG, b'layout = "flat"\n')
    assert commits.push().held == ((CONFIG, "nobody accepted these rules here: see memwarden review"),)
    assert here.git("ls-files", CONFIG) == b""
    tree.rules.accept(b'layout = "flat"\n')
    assert settled(commits.push())
    assert authors(here)[-1] == "Sam <sam@example.org> Sam memory: the rules that were accepted"
    here.write(CONFIG, b'layout = "nest"\n')
    assert len(commits.push().held) == 1
    assert text(here, CONFIG) == b'layout = "flat"\n'
