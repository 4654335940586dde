"""`watch` and `sync`: keeping up without a screen, and how far the others are."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.commands import PROGRAM, Commands
from tests.sync.conftest import recorded
from tests.sync.recorded import Recorded
from tests.sync.test_syncthing import folder_on

__all__ = ["recorded"]


@contextmanager
def watching(memwarden: Commands, *options: str) -> Iterator[subprocess.Popen[str]]:
    """The watcher, once it says that it watches."""
    process = subprocess.Popen(
        [str(PROGRAM), "watch", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=memwarden.folder, env=memwarden.environment,
    )  # fmt: skip
    assert process.stderr is not None and process.stdout is not None
    assert process.stderr.readline().startswith("Watching ")
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_watch_says_each_change_on_a_line_until_it_is_told_to_end(memwarden: Commands, end: signal.Signals) -> None:
    note = memwarden.folder / "preferences/travel.md"
    with watching(memwarden) as process:
        assert process.stdout is not None
        note.write_text("# Travel\n\n- by an editor\n")
        line = process.stdout.readline()
        assert "outside preferences/travel.md +1 -2 by unknown" in line
        process.send_signal(end)
        assert process.wait(20) == 0
        assert "Traceback" not in process.communicate()[1]
    first = memwarden("versions", "preferences/travel.md", "--json").value[-1]["revision"]
    assert b"Never before" in memwarden("show", f"preferences/travel.md@{first}").out


def test_watch_speaks_json_and_knows_an_agents_hook(memwarden: Commands) -> None:
    note = memwarden.folder / "preferences/travel.md"
    given = {"file_path": str(note), "old_string": "Aisle", "new_string": "Window"}
    payload = {"session_id": "s", "cwd": "/", "tool_name": "Edit", "tool_input": given}
    with watching(memwarden, "--json") as process:
        assert process.stdout is not None
        hook = [str(PROGRAM.with_name("memwarden-hook")), "pre", "--client", "claude", "--origin", "chat"]
        subprocess.run(hook, input=json.dumps(payload).encode(), env=memwarden.environment, check=True)
        note.write_text(note.read_text().replace("Aisle", "Window"))
        said = json.loads(process.stdout.readline())
        assert (said["by"], said["grade"], said["via"]) == ("laptop/claude", "proven", "hook")


def test_watch_ends_when_nobody_reads_its_lines(memwarden: Commands) -> None:
    with watching(memwarden) as process:
        assert process.stdout is not None
        process.stdout.close()
        (memwarden.folder / "a.md").write_text("# A\n")
        assert process.wait(20) == 141


def commit_all(memwarden: Commands) -> None:
    git = ["git", "-C", str(memwarden.folder), "-c", "user.name=s", "-c", "user.email=s@x"]
    for line in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *line], check=True, env=memwarden.environment)


def test_sync_says_how_git_stands_and_touches_nothing(memwarden: Commands) -> None:
    assert "Nothing carries this tree" in memwarden("sync").text
    commit_all(memwarden)
    (memwarden.folder / "INDEX.md").write_text("# Index\n")
    assert "git main: 1 notes not committed" in memwarden("sync").text
    shape = memwarden("sync", "--json").value
    assert shape["syncthing"] is None
    assert shape["git"]["uncommitted"] == ["INDEX.md"]
    assert not shape["commits"]["on"]


def test_sync_tells_what_syncthing_says_also_where_it_will_not_look(
    recorded: Recorded, memwarden: Commands, tmp_path: Path
) -> None:
    recorded.instead["/rest/db/scan"] = (500, b"folder marker missing")
    folder = folder_on(recorded, tmp_path / "syncthing", kind="receiveonly").root
    memwarden.environment["STHOMEDIR"] = str(tmp_path / "syncthing")
    said = memwarden("sync", "--tree", str(folder)).text
    assert "Syncthing v2.1.3: idle\n  a: connected, has everything\n  The folder only receives: " in said
    assert said.endswith("500 folder marker missing.\n")
    (tmp_path / "syncthing/config.xml").unlink()
    (folder / ".stfolder").mkdir()
    assert "not reached. A folder here bears Syncthing's mark" in memwarden("sync", "--tree", str(folder)).text


def test_sync_commits_once_a_person_at_a_terminal_said_so(memwarden: Commands) -> None:
    commit_all(memwarden)
    assert memwarden("sync", "--commit", "on", "--json", code=1).refused == "person-only"
    memwarden.agent("append", "preferences/travel.md", "- before it was on")
    shown = memwarden.terminal("memwarden sync --commit on").answer("before is committed too. [y/N] ", "y\n").done()
    assert "memwarden commits: 2 made now" in shown and "pushed nowhere" in shown
    memwarden.agent("append", "preferences/travel.md", "- Window")
    commits = memwarden("sync", "--json").value["commits"]
    assert {name: commits[name] for name in ("on", "made", "waiting", "held", "problem")} == {
        "on": True, "made": 1, "waiting": 0, "held": [], "problem": "",
    }  # fmt: skip
