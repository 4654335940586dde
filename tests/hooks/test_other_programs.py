"""Codex's patches and Gemini CLI's tools, in the JSON that each of them sends."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hooks.conftest import TRAVEL, Look
from tests.hooks.programs import Program

from memwarden.interfaces.hooks.patch import touches_of

SECRET = "- my production database password is hunter2"
UPDATE = """*** Begin Patch
*** Update File: {path}
@@ # Travel
{blank}
-- Aisle seats
+- Window seats
 - Never before 07:00
*** End Patch
"""
THREE = """*** Begin Patch
*** Add File: food.md
+# Food
+
+- No nuts
*** Update File: travel.md
*** Move to: trips.md
@@
-# Travel
+# Trips
*** Delete File: old.md
*** End Patch
"""


@pytest.fixture
def codex(memory: Path) -> Program:
    return Program("codex", memory)


@pytest.fixture
def gemini(memory: Path) -> Program:
    return Program("gemini", memory)


@pytest.mark.parametrize("path", ["travel.md", "{folder}/travel.md"])
def test_a_patch_is_judged_and_attributed(codex: Program, memory: Path, look: Look, path: str) -> None:
    patch = UPDATE.format(path=path.format(folder=memory), blank=" ")
    assert codex.pre("apply_patch", command=patch).code == 0
    (memory / "travel.md").write_text(TRAVEL.replace("Aisle", "Window"))
    assert codex.post("apply_patch", command=patch).code == 0
    with look() as tree:
        record = tree.activity(note="travel.md")[0]
    assert (record.by, record.grade, record.via) == ("laptop/codex", "proven", "hook")


def test_a_patch_with_a_secret_is_refused(codex: Program) -> None:
    patch = UPDATE.format(path="travel.md", blank=" ").replace("- Window seats", SECRET)
    ran = codex.pre("apply_patch", command=patch)
    assert ran.code == 2
    assert "hunter2" not in ran.err


def test_a_patch_inside_a_shells_command_is_a_patch(codex: Program) -> None:
    patch = UPDATE.format(path="travel.md", blank=" ").replace("- Window seats", SECRET)
    heredoc = f"apply_patch <<'EOF'\n{patch}EOF\n"
    assert codex.pre("Bash", command=heredoc).code == 2
    assert codex.pre("shell", command=["apply_patch", heredoc]).code == 2


def test_a_patch_is_judged_where_its_shell_went_before(codex: Program, memory: Path, tmp_path: Path) -> None:
    """`cd FOLDER && apply_patch` is the form that Codex carries out itself, with no hook after it."""
    patch = UPDATE.format(path="travel.md", blank=" ").replace("- Window seats", SECRET)
    command = f"cd {tmp_path} && cd './{memory.name}' && apply_patch <<'EOF'\n{patch}EOF"
    assert codex.run("pre", codex.payload("PreToolUse", "Bash", {"command": command}) | {"cwd": "/"}).code == 2


def test_what_a_shell_does_beside_a_patch_is_looked_at_too(codex: Program, memory: Path, look: Look) -> None:
    patch = UPDATE.format(path="travel.md", blank=" ")
    command = f"apply_patch <<'EOF'\n{patch}EOF\necho '{SECRET}' >> food.md"
    assert codex.pre("Bash", command=command).code == 0
    (memory / "travel.md").write_text(TRAVEL.replace("Aisle", "Window"))
    (memory / "food.md").write_text(f"# Food\n{SECRET}\n")
    after = codex.post("Bash", command=command)
    assert after.code == 2 and "food.md:2" in after.err
    with look() as tree:
        assert tree.activity(note="travel.md")[0].grade == "proven"
        assert [record.grade for record in tree.activity(note="food.md")] == ["inferred", "inferred"]


def test_each_file_of_a_patch_is_judged_by_its_own_verb(codex: Program, memory: Path, look: Look) -> None:
    """In a flat tree no agent deletes, so neither a move nor a deletion passes; what adds would."""
    (memory / "old.md").write_text("# Old\n")
    ran = codex.pre("apply_patch", command=THREE)
    assert ran.code == 2
    assert "delete travel.md" in ran.err and "delete old.md" in ran.err and "food.md" not in ran.err
    owned = THREE.replace(": ", ": agents/laptop/codex/")
    for name in ("travel.md", "old.md"):
        (memory / "agents/laptop/codex").mkdir(parents=True, exist_ok=True)
        (memory / "agents/laptop/codex" / name).write_text((memory / name).read_text())
    assert codex.pre("apply_patch", command=owned).code == 0
    mine = memory / "agents/laptop/codex"
    (mine / "food.md").write_text("# Food\n\n- No nuts\n")
    (mine / "travel.md").rename(mine / "trips.md")
    (mine / "trips.md").write_text(TRAVEL.replace("# Travel", "# Trips"))
    (mine / "old.md").unlink()
    assert codex.post("apply_patch", command=owned).code == 0
    with look() as tree:
        for name in ("food.md", "trips.md", "old.md"):
            assert tree.activity(note=f"agents/laptop/codex/{name}")[0].grade == "proven", name


def test_a_file_that_moves_is_judged_by_the_text_it_brings_along(codex: Program, memory: Path) -> None:
    (memory / "agents/laptop/codex").mkdir(parents=True)
    (memory / "agents/laptop/codex/a.md").write_text("# A\n")
    patch = (
        "*** Begin Patch\n*** Update File: agents/laptop/codex/a.md\n*** Move to: agents/laptop/codex/b.md\n@@\n"
        f"-# A\n+{SECRET}\n*** End Patch\n"
    )
    assert codex.pre("apply_patch", command=patch).code == 2


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("@@\n-b\n+B\n", b"a\nB\nc\nb\n"),
        ("@@ c\n-b\n+B\n", b"a\nb\nc\nB\n"),
        ("@@\n b\n+new\n c\n", b"a\nb\nnew\nc\nb\n"),
        ("@@\n+last\n*** End of File\n", b"a\nb\nc\nb\nlast\n"),
        ("@@\n-a\n+A\n@@\n-c  \n+C\n", b"A\nb\nC\nb\n"),
        ("@@\n-b\n+B\n*** End of File\n", b"a\nb\nc\nB\n"),
        ("@@\n b  \n+new\n  c\n", b"a\nb\nnew\nc\nb\n"),
        ("@@\n c\n-b\n+B\n\n", b"a\nb\nc\nB\n"),
        ("@@\n-nowhere\n+x\n", None),
    ],
)
def test_patches_are_applied_as_codex_does(body: str, after: bytes | None) -> None:
    (touch,) = touches_of(f"*** Begin Patch\n*** Update File: x.md\n{body}*** End Patch")
    assert touch.becomes(b"a\nb\nc\nb\n")[:1] == ([] if after is None else [after])
    assert after is None or touch.becomes(b"a\r\nb\r\nc\r\nb\r\n")[0] == after.replace(b"\n", b"\r\n")


def test_a_patch_finds_its_place_among_typeset_signs_and_leaves_them() -> None:
    patch = '*** Begin Patch\n*** Update File: x.md\n@@\n - it\'s - "so"\n-old\n+new\n*** End Patch'
    (touch,) = touches_of(patch)
    assert touch.becomes("- it’s — “so”\nold\n".encode()) == ["- it’s — “so”\nnew\n".encode()] * 2


@pytest.mark.parametrize("noise", ["", "*** Begin Patch", "*** Begin Patch\n*** Update File: x\n***", "@@\n+x\n"])
def test_half_a_patch_is_no_fault(noise: str) -> None:
    for touch in touches_of(noise):
        touch.becomes(b"x\n")
        touch.becomes(None)


def test_gemini_writes_and_replaces_under_guard(gemini: Program, memory: Path, look: Look) -> None:
    note = memory / "travel.md"
    assert gemini.pre("write_file", file_path=str(note), content=TRAVEL + SECRET + "\n").code == 2
    given = {"file_path": str(note), "old_string": "Aisle", "new_string": "Window", "instruction": "x"}
    assert gemini.pre("replace", **given).code == 0
    note.write_text(TRAVEL.replace("Aisle", "Window"))
    assert gemini.post("replace", **given).code == 0
    with look() as tree:
        record = tree.activity(note="travel.md")[0]
    assert (record.by, record.grade) == ("laptop/gemini", "proven")


def test_geminis_shell_is_found_after_the_fact(gemini: Program, memory: Path, look: Look) -> None:
    gemini.pre("run_shell_command", command="echo '- x' >> travel.md")
    with (memory / "travel.md").open("a") as file:
        file.write("- x\n")
    assert gemini.post("run_shell_command", command="echo '- x' >> travel.md").code == 0
    with look() as tree:
        assert (tree.activity()[0].by, tree.activity()[0].via) == ("laptop/gemini", "shell")


def test_geminis_shell_is_followed_into_the_folder_that_it_names(
    gemini: Program, memory: Path, tmp_path: Path, look: Look
) -> None:
    gemini.cwd = tmp_path
    given = {"command": "echo '- x' >> travel.md", "dir_path": memory.name}
    gemini.pre("run_shell_command", **given)
    with (memory / "travel.md").open("a") as file:
        file.write("- x\n")
    gemini.post("run_shell_command", **given)
    with look() as tree:
        assert (tree.activity()[0].by, tree.activity()[0].grade) == ("laptop/gemini", "inferred")


def test_without_being_told_the_program_is_known_by_what_it_sends(memory: Path, look: Look) -> None:
    given = {"file_path": str(memory / "a.md"), "content": "# A\n"}
    bare = ("--origin", "chat")
    Program("gemini", memory, *bare).pre("write_file", **given)
    patch = "*** Begin Patch\n*** Add File: b.md\n+# B\n"
    Program("codex", memory, *bare, session="session-2").pre("apply_patch", command=patch)
    Program("claude", memory, *bare, session="session-3").pre("Write", file_path=str(memory / "c.md"), content="# C\n")
    with look() as tree:
        found = {intent.by for intent in tree.intents.standing(tree.now().timestamp())}
    assert found == {"laptop/gemini", "laptop/codex", "laptop/claude"}
