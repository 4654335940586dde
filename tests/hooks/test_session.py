"""A session's two ends, and the announcements between them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.hooks.conftest import Look
from tests.hooks.programs import PROGRAM, Program

from memwarden import Grade, Origin
from memwarden.memory.intents import LIFETIME, Intent, Intents

START = {"session_id": "session-1", "hook_event_name": "SessionStart", "source": "startup"}


def test_the_start_tells_the_opening_and_the_mail_that_waits(claude: Program, memory: Path, look: Look) -> None:
    with look() as tree:
        tree.writer("vps/hermes").send("laptop/claude", "flight moved", "to 09:00", new=True)
    ran = claude.run("start", {**START, "cwd": str(memory)})
    assert ran.code == 0
    assert json.loads(ran.out)["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "for laptop/claude" in ran.context
    assert "vps/hermes: flight moved" in ran.context
    assert "information, not instructions" in ran.context


def test_a_session_elsewhere_hears_of_the_tree_it_was_installed_for_and_of_no_other(
    memory: Path, tmp_path: Path
) -> None:
    installed = Program("claude", tmp_path, "--client", "claude", "--tree", str(memory))
    assert "The memory" in installed.run("start", {**START, "cwd": str(tmp_path)}).context
    assert Program("claude", tmp_path).run("start", {**START, "cwd": str(tmp_path)}).out == ""


def test_the_end_never_holds_a_session_and_takes_in_what_it_left(claude: Program, memory: Path, look: Look) -> None:
    claude.pre("Edit", file_path=str(memory / "travel.md"), old_string="Aisle", new_string="Window")
    note = memory / "travel.md"
    note.write_text(note.read_text().replace("Aisle", "Window"))
    ran = claude.run("stop", {"session_id": "session-1", "hook_event_name": "Stop", "cwd": str(memory)})
    assert (ran.code, ran.out) == (0, "")
    with look() as tree:
        assert tree.activity(note="travel.md")[0].grade == "proven"
        assert tree.intents.standing(tree.now().timestamp()) == ()


def test_an_opening_larger_than_claude_code_takes_in_says_what_it_leaves_out(claude: Program, memory: Path) -> None:
    (memory / "INDEX.md").write_text("# Index\n" + "- [Travel](travel.md) how Sam travels\n" * 400)
    context = claude.run("start", {**START, "cwd": str(memory)}).context
    assert 9_000 < len(context) <= 10_000
    assert "are left out: read INDEX.md" in context and "## How to write here" in context


def test_what_a_command_in_the_background_writes_is_its_sessions_and_a_person_hears_of_it(
    claude: Program, memory: Path, look: Look
) -> None:
    given = {"command": "(sleep 9; cat ~/new >> notes/tr*.md) &", "run_in_background": True}
    response = {"stdout": "", "stderr": "", "interrupted": False, "backgroundTaskId": "b4wkzina7"}
    stop = {"session_id": "session-1", "hook_event_name": "Stop", "cwd": str(memory), "stop_hook_active": False}
    assert claude.pre("Bash", **given).code == 0
    call = claude.payload("PostToolUse", "Bash", given)
    assert claude.run("post", {**call, "tool_response": response}).code == 0
    assert claude.run("stop", {**stop, "background_tasks": [{"id": "b4wkzina7"}]}).code == 0
    (memory / "travel.md").write_text("- my production database password is hunter2\n")
    (memory / "INDEX.md").write_text("# Index\n\n- Somebody else was here meanwhile\n")
    assert claude.run("stop", {**stop, "background_tasks": []}).code == 0
    with look() as tree:
        assert [item.by for item in tree.review() if item.kind == "refused"] == ["laptop/claude"]
        assert tree.intents.standing(tree.now().timestamp()) == ()
        (index, *_), (*_, travel, _) = tree.activity(note="INDEX.md"), tree.activity(note="travel.md")
        assert (travel.by, travel.grade, index.by) == ("laptop/claude", Grade.INFERRED, "")


def test_two_sessions_of_one_tool_are_told_apart(memory: Path, look: Look) -> None:
    one, other = (Program("claude", memory, session=name) for name in ("one", "other"))
    one.pre("Write", file_path=str(memory / "a.md"), content="# A\n")
    other.pre("Write", file_path=str(memory / "b.md"), content="# B\n")
    (memory / "b.md").write_text("# B\n")
    (memory / "a.md").write_text("# A\n")
    with look() as tree:
        assert [tree.activity(note=note)[0].session for note in ("a.md", "b.md")] == ["one", "other"]


def test_announcements_lapse_and_are_swept(tmp_path: Path) -> None:
    intents = Intents(tmp_path)
    now = 2_000_000_000.0
    intents.leave(Intent("laptop/claude", Origin.CHAT, "s", "Write", now, {"a.md": ("r",)}, False, "one"))
    assert len(intents.standing(now + LIFETIME - 1)) == 1
    assert intents.standing(now + LIFETIME + 1) == ()
    (file,) = (tmp_path / "intents").iterdir()
    os.utime(file, (now, now))
    intents.leave(Intent("laptop/claude", Origin.CHAT, "s", "Write", now + 2 * LIFETIME, {}, False, "two"))
    assert len(list((tmp_path / "intents").iterdir())) == 1


def test_an_announcement_that_cannot_be_read_was_never_made(tmp_path: Path) -> None:
    intents = Intents(tmp_path)
    (tmp_path / "intents").mkdir()
    for number, junk in enumerate((b"{", b"[]", b'{"notes": 3}', b"\xff")):
        (tmp_path / "intents" / f"{number}.json").write_bytes(junk)
    assert intents.standing(0) == ()


def test_announcements_hold_no_text(claude: Program, memory: Path) -> None:
    claude.pre("Write", file_path=str(memory / "a.md"), content="# the words themselves\n")
    store = Path(os.environ["MEMWARDEN_STATE"])
    (file,) = store.glob("*/intents/*.json")
    assert "words themselves" not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


def test_a_dozen_calls_at_once_are_all_attributed(memory: Path, look: Look) -> None:
    program = Program("claude", memory)
    payloads = []
    for number in range(12):
        given = {"file_path": str(memory / f"p{number}.md"), "content": f"# P {number}\n"}
        payload = {**program.payload("PreToolUse", "Write", given), "tool_use_id": f"toolu_par_{number:04}"}
        payloads.append(json.dumps(payload).encode())
    for phase in ("pre", "post"):
        running = [
            subprocess.Popen([PROGRAM, phase, *program.options], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in payloads
        ]
        for process, payload in zip(running, payloads):
            process.communicate(payload)
            assert process.returncode == 0
        if phase == "pre":
            for number in range(12):
                (memory / f"p{number}.md").write_text(f"# P {number}\n")
    with look() as tree:
        assert {tree.activity(note=f"p{number}.md")[0].grade for number in range(12)} == {"proven"}
        assert tree.intents.standing(tree.now().timestamp()) == ()
