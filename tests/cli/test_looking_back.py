"""`log`, `blame`, `versions`, `show`, `diff`: what was here before and who wrote it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests.cli.commands import Commands

TRAVEL = "preferences/travel.md"


@pytest.fixture
def written(memwarden: Commands) -> Commands:
    """A note of nobody known, to which hermes and then codex added."""
    memwarden("read")
    memwarden.agent("append", TRAVEL, "- Window seats", "--why", "said so")
    memwarden("--as", "vps/codex", "append", TRAVEL, "- Trains first")
    return memwarden


def test_versions_have_the_agreed_shape_newest_first(written: Commands) -> None:
    versions = written("versions", TRAVEL, "--json").value
    assert list(versions[0]) == [
        "revision", "record", "at", "by", "grade", "act", "via", "size", "added", "removed", "flags", "why",
    ]  # fmt: skip
    assert [(version["by"], version["act"], version["why"]) for version in versions] == [
        ("vps/codex", "append", ""), ("vps/hermes", "append", "said so"), ("", "found", ""),
    ]  # fmt: skip
    assert len(written("versions", TRAVEL).text.splitlines()) == 3


def test_blame_names_each_line_its_author_and_revision(written: Commands) -> None:
    lines = written("blame", TRAVEL, "--json").value
    assert list(lines[0]) == ["line", "text", "by", "grade", "at", "revision"]
    assert [line["by"] for line in lines] == ["", "", "", "", "vps/hermes", "vps/codex"]
    assert (lines[4]["text"], lines[4]["grade"]) == ("- Window seats", "claimed")
    assert lines[4]["revision"] == written("versions", TRAVEL, "--json").value[1]["revision"]


def test_porcelain_blame_reads_like_gits(written: Commands, tmp_path: Path) -> None:
    chat = ("--as", "vps/hermes", "--origin", "chat")
    written(*chat, "edit", TRAVEL, "--replace", "- Window seats", "- Window seats\n- Never row 30")
    oldest_first = written("versions", TRAVEL, "--json").value[::-1]
    nest = tmp_path / "nest"
    nest.mkdir()
    git(nest, "init", "-q")
    for version in oldest_first:
        (nest / "travel.md").write_bytes(written("show", f"{TRAVEL}@{version['revision'][:8]}").out)
        git(nest, "add", "travel.md")
        git(nest, "commit", "-q", "-m", "x")
    theirs, ours = git(nest, "blame", "--porcelain", "travel.md"), written("blame", TRAVEL, "--porcelain").out
    assert places(ours) == places(theirs)
    assert keys(theirs) - {b"boundary"} == keys(ours) - {b"grade"}
    named = ours.splitlines()
    assert b"author vps/codex" in named and b"author-mail <vps/codex>" in named
    assert named.count(b"author vps/hermes") == 2
    assert {line.split(b" ")[0].decode() for line in named if line.endswith(b" 1 1 4")} == {
        oldest_first[0]["revision"][:40]
    }


def git(folder: Path, *arguments: str) -> bytes:
    who = ("-c", "user.name=Sam", "-c", "user.email=sam@example.org")
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True).stdout


def keys(blamed: bytes) -> set[bytes]:
    words = (line.split(b" ")[0] for line in blamed.splitlines() if not line.startswith(b"\t"))
    return {word for word in words if not re.fullmatch(rb"[0-9a-f]{40}", word)}


def places(blamed: bytes) -> list[list[bytes]]:
    """Line there, line here and lines of the group, then the text, as git's form has them."""
    lines = blamed.split(b"\n")
    return [
        line.split(b" ")[1:] if not line.startswith(b"\t") else [line]
        for line in lines
        if line.startswith(b"\t") or re.match(rb"[0-9a-f]{40} ", line)
    ]


def test_show_gives_the_bytes_of_a_version_by_the_beginning_of_its_revision(written: Commands) -> None:
    first = written("versions", TRAVEL, "--json").value[-1]["revision"]
    assert written("show", f"{TRAVEL}@{first[:8]}").text == "# Travel\n\n- Aisle seats\n- Never before 07:00\n"
    assert written("show", f"{TRAVEL}@{'0' * 8}", "--json", code=1).refused == "no-version"


def test_diff_is_the_last_change_or_from_a_version_to_now_or_between_two(written: Commands) -> None:
    third, second, first = (version["revision"][:8] for version in written("versions", TRAVEL, "--json").value)
    assert written("diff", TRAVEL).text.splitlines()[2:] == [
        "@@ -3,3 +3,4 @@", " - Aisle seats", " - Never before 07:00", " - Window seats", "+- Trains first",
    ]  # fmt: skip
    assert written("diff", TRAVEL, first).text.count("\n+- ") == 2
    assert written("diff", TRAVEL, third, second).text.endswith("-- Trains first\n")
    hunks = written("diff", TRAVEL, first, second, "--json").value["hunks"]
    assert hunks == [{"start": 4, "cut": [], "put": ["- Window seats"]}]


def test_a_diff_in_a_pipe_is_a_patch(written: Commands, tmp_path: Path) -> None:
    first = written("versions", TRAVEL, "--json").value[-1]["revision"]
    (tmp_path / "note.md").write_bytes(written("show", f"{TRAVEL}@{first}").out)
    patch = written("diff", TRAVEL, first).out

    subprocess.run(["git", "apply", "--unsafe-paths", f"--directory={tmp_path}", "-p1", "-"], input=b"", cwd=tmp_path)
    renamed = patch.replace(f"--- {TRAVEL}@{first[:8]}".encode(), b"--- a/note.md")
    lines = renamed.split(b"\n")
    lines[1] = b"+++ b/note.md"
    done = subprocess.run(["git", "apply", "-"], input=b"\n".join(lines), cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "note.md").read_bytes() == (written.folder / TRAVEL).read_bytes()


def test_log_is_newest_first_and_limited_by_note_author_act_and_time(written: Commands) -> None:
    everything = written("log", "--json").value
    assert [record["by"] for record in everything] == ["vps/codex", "vps/hermes", "", ""]
    assert len(written("log", TRAVEL, "--json").value) == 3
    assert len(written("log", "--author", "vps/hermes", "--json").value) == 1
    assert {record["act"] for record in written("log", "--act", "found", "--json").value} == {"found"}
    assert len(written("log", "-n", "1", "--json").value) == 1
    assert written("log", "--since", "2999-01-01", "--json").value == []
    assert len(written("log", "--since", "3h", "--json").value) == 4
    assert "is no time" in written("log", "--since", "soon", code=2).err


def test_log_follows_a_note_through_its_moves(written: Commands) -> None:
    written.terminal(f"memwarden move {TRAVEL} trips.md").done()
    assert [record["act"] for record in written("log", "trips.md", "--json").value] == ["move"]
    followed = written("log", "trips.md", "--follow", "--json").value
    assert [record["act"] for record in followed] == ["move", "append", "append", "found"]
    of_hermes = written("log", "trips.md", "--follow", "--author", "vps/hermes", "--json").value
    assert [record["note"] for record in of_hermes] == [TRAVEL]
    assert len(written("log", "trips.md", "--follow", "--act", "append", "-n", "1", "--json").value) == 1


def test_the_versions_of_a_note_that_is_gone_are_listed(written: Commands) -> None:
    (written.folder / TRAVEL).unlink()
    newest = written("versions", TRAVEL, "--json").value[0]
    assert (newest["revision"], newest["act"]) == (None, "delete")
    assert written("show", TRAVEL, "--json", code=1).refused == "no-note"
    assert written("versions", "never.md", "--json", code=1).refused == "no-note"


def test_versions_without_a_note_lists_what_is_gone_and_how_it_comes_back(written: Commands) -> None:
    git(written.folder, "init", "-q")
    (written.folder / "old trips.md").write_text("- a trip\n" * 30)
    git(written.folder, "add", "old trips.md")
    git(written.folder, "commit", "-q", "-m", "start")
    git(written.folder, "rm", "-q", "old trips.md")
    git(written.folder, "commit", "-q", "-m", "memory: update vps/codex")
    (written.folder / TRAVEL).unlink()
    listed = written("versions", "--json").value
    assert {(one["note"], one["by"], one["engine"]) for one in listed["gone"]} == {
        (TRAVEL, "", "journal"), ("old trips.md", "vps/codex", "git"),
    }  # fmt: skip
    (deletion,) = listed["deletions"]
    assert (deletion["note"], deletion["revision"]) == ("old trips.md", None)
    rows = [row.split("\t") for row in written("versions").text.splitlines()]
    assert [row[0] for row in rows] == ["gone", "gone", "large deletion"]
    (how,) = (row[-1] for row in rows if row[:2] == ["gone", "old trips.md"])
    written.terminal(f"{how} --yes").done()
    assert (written.folder / "old trips.md").read_text() == "- a trip\n" * 30
    assert [one["note"] for one in written("versions", "--json").value["gone"]] == [TRAVEL]


def test_a_change_past_us_is_in_the_log_with_its_text_before_kept(written: Commands) -> None:
    (written.folder / TRAVEL).write_text("# Travel\n")
    newest = written("log", "--json").value[0]
    assert (newest["act"], newest["by"], newest["removed"]) == ("outside", "", 5)
    assert "- Window seats" in written("show", f"{TRAVEL}@{newest['before'][:8]}").text
