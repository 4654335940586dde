"""git's history of notes, from real commits: authors, renames, merges, and names that are not UTF-8."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from tests.sync.nests import Nest

from memwarden.errors import EngineFailed
from memwarden.sync.git import Commit, Repository, agent_of, repository


def opened(folder: Path) -> Repository:
    found = repository(folder)
    assert found is not None
    return found


def texts(repo: Repository, log: tuple[Commit, ...]) -> list[bytes | None]:
    return [repo.blob(commit.blob_after) if commit.blob_after else None for commit in log]


def test_a_folder_without_git_has_no_repository(tmp_path: Path) -> None:
    assert repository(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert repository(tmp_path) is None


def test_a_repository_without_a_commit_has_no_history(nest: Nest) -> None:
    nest.write("note.md", b"x\n")
    repo = opened(nest.path)
    assert repo.log("note.md") == repo.log_all() == ()
    assert repo.head() == ""


def test_a_notes_log_tells_who_when_and_both_blobs(nest: Nest) -> None:
    nest.write("note.md", b"one\n")
    first = nest.commit("memory: update vps/hermes")
    nest.write("note.md", b"one\ntwo\n")
    nest.write("other.md", b"else\n")
    second = nest.commit("second")
    repo = opened(nest.path)
    new, old = repo.log("note.md")
    assert (new.sha, new.status, new.parents, new.subject) == (second, "M", (first,), "second")
    assert (old.sha, old.status, old.parents, old.blob_before) == (first, "A", (), None)
    assert (new.author, new.email) == ("Sam", "sam@example.org")
    assert new.at.tzinfo is not None
    assert new.at > old.at
    assert new.blob_before == old.blob_after
    assert texts(repo, (new, old)) == [b"one\ntwo\n", b"one\n"]
    repo.close()


def test_renames_are_followed_through_every_name(nest: Nest) -> None:
    body = b"".join(b"- fact %d\n" % n for n in range(30))
    nest.write("a.md", body)
    nest.commit("created")
    nest.git("mv", "a.md", "b.md")
    nest.write("b.md", body + b"- more\n")
    nest.commit("moved and edited")
    nest.write("deep/dir/c.md", body + b"- more\n")
    nest.git("rm", "-q", "b.md")
    nest.commit("moved")
    log = opened(nest.path).log("deep/dir/c.md")
    assert [(commit.status, commit.path_before, commit.path) for commit in log] == [
        ("R", "b.md", "deep/dir/c.md"),
        ("R", "a.md", "b.md"),
        ("A", "a.md", "a.md"),
    ]


def test_a_merge_shows_the_edits_of_both_sides_and_its_own_result(nest: Nest) -> None:
    body = [b"%d\n" % n for n in range(20)]
    nest.write("a.md", b"".join(body))
    nest.commit("base")
    nest.git("checkout", "-q", "-b", "side")
    nest.git("mv", "a.md", "b.md")
    nest.write("b.md", b"".join([*body, b"end\n"]))
    nest.commit("side moves and appends")
    nest.git("checkout", "-q", "main")
    nest.write("a.md", b"".join([b"top\n", *body]))
    nest.commit("main prepends")
    nest.git("merge", "-q", "-m", "merged", "side")
    repo = opened(nest.path)
    log = repo.log("b.md")
    assert {commit.subject for commit in log} == {"merged", "side moves and appends", "main prepends", "base"}
    merge = log[0]
    assert (merge.status, len(merge.parents), merge.path_before) == ("M", 2, "a.md")
    assert repo.blobs([merge.blob_after or ""]) == {merge.blob_after: b"".join([b"top\n", *body, b"end\n"])}


def test_a_merge_that_takes_one_side_adds_nothing_of_its_own(nest: Nest) -> None:
    nest.write("a.md", b"a\n")
    nest.commit("base")
    nest.git("checkout", "-q", "-b", "side")
    nest.write("a.md", b"b\n")
    nest.commit("edit")
    nest.git("checkout", "-q", "main")
    nest.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    assert [commit.subject for commit in opened(nest.path).log("a.md")] == ["edit", "base"]


def test_a_deleted_note_keeps_its_history_and_so_does_its_second_life(nest: Nest) -> None:
    nest.write("a.md", b"first life\n")
    nest.commit("one")
    nest.git("rm", "-q", "a.md")
    nest.commit("gone")
    repo = opened(nest.path)
    assert [commit.status for commit in repo.log("a.md")] == ["D", "A"]
    nest.write("a.md", b"second life, quite another text\n")
    nest.commit("back")
    assert [commit.status for commit in repo.log("a.md")] == ["A", "D", "A"]


def test_a_latin_1_author_and_a_latin_1_file_name_are_read(nest: Nest) -> None:
    nest.write(b"n\xf6te.md", b"caf\xe9\n")
    nest.git("add", "-A")
    latin = b"J\xe4rl <jarl@example.org>"
    nest.git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "-m", b"gr\xfcn", b"--author=" + latin)
    repo = opened(nest.path)
    (commit,) = repo.log("n\udcf6te.md")
    assert (commit.author, commit.subject) == ("Järl", "grün")
    assert commit.path == "n\udcf6te.md"
    assert commit.blob_after and repo.blob(commit.blob_after) == b"caf\xe9\n"


def test_an_author_whose_bytes_are_simply_wrong_is_kept_byte_for_byte(nest: Nest) -> None:
    nest.write("a.md", b"a\n")
    nest.git("add", "-A")
    tree = nest.git("write-tree").strip()
    raw = b"tree " + tree + b"\nauthor J\xe4rl <j@x> 1790000000 +0100\ncommitter J\xe4rl <j@x> 99 +0000\n\n\xe4\n"
    done = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"], cwd=nest.path, input=raw, capture_output=True
    )
    nest.git("update-ref", "refs/heads/main", done.stdout.strip())
    (commit,) = opened(nest.path).log("a.md")
    assert os.fsencode(commit.author) == b"J\xe4rl"
    assert os.fsencode(commit.subject) == b"\xe4"


def test_names_that_look_like_gits_own_output_do_not_confuse_the_reader(nest: Nest) -> None:
    names = [
        ":100644 100644 a b M",
        "new\nline.md",
        "tab\t.md",
        '"quoted".md',
        "sp ace.md",
        ":(glob)*.md",
        "-x.md",
    ]
    for name in names:
        nest.write(name, name.encode())
    nest.commit(":000000 100644 0 0 A")
    nest.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
    repo = opened(nest.path)
    assert sorted(commit.path for commit in repo.log_all()) == sorted(names)
    for name in names:
        (commit,) = repo.log(name)
        assert commit.blob_after and repo.blob(commit.blob_after) == name.encode()


def test_a_tree_below_the_top_sees_its_own_notes_by_its_own_paths(nest: Nest) -> None:
    nest.write("code.py", b"1\n")
    nest.write("memory/INDEX.md", b"index\n")
    nest.commit("one")
    nest.write("code.py", b"2\n")
    nest.commit("code only")
    nest.write("memory/projects/a.md", b"a\n")
    nest.commit("two")
    repo = opened(nest.path / "memory")
    assert repo.prefix == "memory/"
    assert [(commit.path, commit.subject) for commit in repo.log_all()] == [
        ("projects/a.md", "two"),
        ("INDEX.md", "one"),
    ]
    (commit,) = repo.log("INDEX.md")
    assert commit.subject == "one"
    assert commit.blob_after and repo.blob(commit.blob_after) == b"index\n"


def test_the_log_of_all_notes_can_be_narrowed(nest: Nest) -> None:
    for n in range(4):
        nest.write(f"{n}.md", b"x\n")
        nest.commit(f"commit {n}")
    repo = opened(nest.path)
    assert [commit.path for commit in repo.log_all()] == ["3.md", "2.md", "1.md", "0.md"]
    assert [commit.path for commit in repo.log_all(limit=2)] == ["3.md", "2.md"]
    assert [commit.path for commit in repo.log_all(paths=["0.md", "2.md"])] == ["2.md", "0.md"]


def test_a_new_commit_is_seen_by_a_repository_that_was_asked_before(nest: Nest) -> None:
    nest.write("a.md", b"1\n")
    nest.commit("one")
    repo = opened(nest.path)
    assert len(repo.log("a.md")) == 1
    nest.write("a.md", b"2\n")
    nest.commit("two")
    assert len(repo.log("a.md")) == 2


def test_a_symlink_has_no_blob_of_its_own(nest: Nest) -> None:
    (nest.path / "link.md").symlink_to("note.md")
    nest.commit("link")
    (nest.path / "link.md").unlink()
    nest.write("link.md", b"a file now\n")
    nest.commit("file")
    (commit,) = opened(nest.path).log("link.md")
    assert (commit.status, commit.blob_before) == ("T", None)


def test_blobs_are_read_singly_and_many_at_once(nest: Nest) -> None:
    contents = [b"", b"\0binary\n\n", b"x" * 200_000, "käse\n".encode()]
    for n, data in enumerate(contents):
        nest.write(f"{n}.md", data)
    nest.commit("all")
    repo = opened(nest.path)
    shas = {commit.path: commit.blob_after or "" for commit in repo.log_all()}
    missing = "0" * 39 + "1"
    read = repo.blobs([*shas.values(), missing, "no name", *shas.values()])
    assert [read[shas[f"{n}.md"]] for n in range(4)] == contents
    assert missing not in read
    assert [repo.blob(shas[f"{n}.md"]) for n in range(4)] == contents
    with pytest.raises(EngineFailed):
        repo.blob(missing)
    with pytest.raises(EngineFailed):
        repo.blob("HEAD\n")
    assert repo.blob(shas["2.md"]) == contents[2]
    repo.close()


def test_the_common_ancestor_of_two_sides(nest: Nest) -> None:
    base = nest.commit("base")
    nest.git("checkout", "-q", "-b", "side")
    one = nest.commit("one")
    nest.git("checkout", "-q", "main")
    two = nest.commit("two")
    nest.git("checkout", "-q", "--orphan", "alone")
    alone = nest.commit("alone")
    repo = opened(nest.path)
    assert repo.merge_base(one, two) == base
    assert repo.merge_base(one, alone) is None
    assert repo.merge_base(one, "f" * 40) is None
    assert repo.merge_base("--all", two) is None


def test_a_leaked_environment_of_another_repository_is_not_obeyed(
    nest: Nest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nest.write("a.md", b"1\n")
    nest.commit("one")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    repo = opened(nest.path)
    (commit,) = repo.log("a.md")
    assert texts(repo, (commit,)) == [b"1\n"]
    assert repo.state().clean
    repo.close()


def test_git_that_is_not_installed_is_a_failure_with_a_hint(nest: Nest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EngineFailed, match="git is not installed"):
        repository(nest.path)


@pytest.mark.parametrize(
    ("subject", "path", "agent"),
    [
        ("memory: update vps/hermes", "", "vps/hermes"),
        ("memory: update laptop/claude-a7k2", "", "laptop/claude-a7k2"),
        ("memory: update vps/hermes and more", "", None),
        ("memory: distill shared", "", None),
        ("memory: update ../etc", "", None),
        (
            "comms: task to vps/hermes (20261130T141639+0100-claude-a7k2-0123abcd)",
            "agents/laptop/claude-a7k2/outbox/20261130T141639+0100-claude-a7k2-0123abcd.md",
            "laptop/claude-a7k2",
        ),
        ("comms: broadcast to all (20261130T141639+0100-hermes-0123abcd)", "", None),
        (
            "comms: message to all (20261130T141639+0100-hermes-0123abcd)",
            "agents/vps/other/outbox/x.md",
            None,
        ),
        ("fix typo", "agents/vps/hermes/outbox/x.md", None),
    ],
)
def test_nestworks_subjects_name_the_agent(subject: str, path: str, agent: str | None) -> None:
    assert agent_of(subject, path) == agent


def test_five_thousand_commits_give_a_notes_log_within_a_second(nest: Nest) -> None:
    stream = bytearray(b"reset refs/heads/main\n")
    for n in range(5000):
        data = b"- line\n" * (n % 40) + b"%d\n" % n
        stream += b"commit refs/heads/main\ncommitter A <a@x> %d +0000\ndata 1\nx\n" % (1_600_000_000 + n * 60)
        stream += b"M 100644 inline notes/%d.md\ndata %d\n%s\n" % (
            0 if n % 5 == 0 else n % 300,
            len(data),
            data,
        )
    subprocess.run(["git", "fast-import", "--quiet"], cwd=nest.path, input=bytes(stream), check=True)
    repo = opened(nest.path)
    began = time.perf_counter()
    log = repo.log("notes/0.md")
    took = time.perf_counter() - began
    assert len(log) >= 1000
    began = time.perf_counter()
    nest.git("log", "--raw", "-z", "-M")
    assert took < max(1.0, 3 * (time.perf_counter() - began))
