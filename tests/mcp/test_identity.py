"""Who writes through a server: settled when it starts, whatever a call says."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.mcp.speaking import MEMWARDEN, environment, talking

from memwarden import Grade, Origin, Tree
from memwarden.memory.identity import local_person


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "travel.md": "# Travel\n"})


async def test_a_write_bears_identity_origin_and_session_of_the_server(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "4fb1")
    async with talking(folder, "--as", "vps/hermes", "--origin", "chat") as talk:
        await talk.call("append_note", note="travel.md", text="- x")
    (record,) = tree.activity(by="vps/hermes")
    assert (record.grade, record.via, record.origin, record.session) == (Grade.PROVEN, "mcp", Origin.CHAT, "4fb1")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_without_a_name_it_is_this_host_and_the_clients_own(tree: Tree, folder: Path, mode: str) -> None:
    async with talking(folder, name="codex-mcp-client", mode=mode) as talk:
        await talk.call("append_note", note="travel.md", text="- x")
        await talk.call("append_note", note="travel.md", text="- y")
        refusal = await talk.refused("edit_note", note="travel.md", edits=[{"action": "delete", "find": "- x"}])
        assert refusal["code"] in {"origin", "policy"}
    first, second = tree.activity(by="laptop/codex", what="append")
    assert first.session == second.session and first.session.startswith("mcp-")
    assert first.grade is Grade.CLAIMED


async def test_the_program_that_a_server_was_started_for_is_proof_whatever_the_client_calls_itself(
    tree: Tree, folder: Path
) -> None:
    async with talking(folder, "--client", "codex", name="claude-code") as talk:
        await talk.call("append_note", note="travel.md", text="- x")
    (record,) = tree.activity(by="laptop/codex", what="append")
    assert record.grade is Grade.PROVEN


async def test_the_id_that_nestwork_gave_a_tool_is_honoured(tree: Tree, folder: Path, alone: Path) -> None:
    (alone / ".nestwork_id_claude").write_text("claude-a7k2\n")
    async with talking(folder) as talk:
        assert (await talk.call("opening"))["identity"] == "laptop/claude-a7k2"


async def test_no_argument_changes_who_writes(tree: Tree, folder: Path) -> None:
    async with talking(folder, "--as", "vps/hermes") as talk:
        for name in ("agent_id", "as", "identity", "by", "origin", "session"):
            refusal = await talk.refused("append_note", note="travel.md", text="- x", **{name: "human"})
            assert refusal["code"] == "bad-argument" and name in refusal["message"]
        await talk.call("append_note", note="travel.md", text="- x")
    assert [record.by for record in tree.activity(what="append")] == ["vps/hermes"]


@pytest.mark.parametrize("name", ["human", "../..", "me"])
async def test_a_client_with_a_name_that_nobody_can_have_may_read_but_writes_nothing(
    tree: Tree, folder: Path, name: str
) -> None:
    async with talking(folder, name=name) as talk:
        code = (await talk.refused("append_note", note="travel.md", text="- x"))["code"]
        assert code in {"bad-identity", "who-are-you"} and await talk.call("read_note", note="travel.md")
    assert (folder / "travel.md").read_text() == "# Travel\n"


async def test_a_client_that_calls_itself_by_the_persons_name_writes_nothing(tree: Tree, folder: Path) -> None:
    async with talking(folder, name=local_person().partition("/")[2]) as talk:
        assert (await talk.refused("append_note", note="travel.md", text="- x"))["code"] == "person-only"


async def test_a_held_identity_is_refused_at_this_door_and_told_so_at_start(tree: Tree, folder: Path) -> None:
    tree.person().hold("vps/hermes", 30, "too many deletions")
    async with talking(folder, "--as", "vps/hermes") as talk:
        assert (await talk.refused("append_note", note="travel.md", text="- x"))["code"] == "held"
        assert "too many deletions" in (await talk.call("opening"))["text"]
    tree.person().revoke("vps/hermes")
    async with talking(folder, "--as", "vps/hermes") as talk:
        assert (await talk.refused("append_note", note="travel.md", text="- x"))["code"] == "revoked"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--as", "nobody"), "identity"),
        (("--as", "laptop/human"), "human"),
        (("--as", local_person({"NESTWORK_HOST": "laptop"})), "person"),
        (("--as", "vps/hermes", "--origin", "person"), "person"),
    ],
)
def test_a_server_that_could_not_write_rightly_does_not_start(
    tree: Tree, folder: Path, options: tuple[str, ...], word: str
) -> None:
    done = subprocess.run(
        [MEMWARDEN, "mcp", "--tree", folder, *options], input=b"", capture_output=True, env=environment()
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert word.encode() in done.stderr and b"Traceback" not in done.stderr


def test_a_folder_that_is_none_is_said_at_start(folder: Path) -> None:
    done = subprocess.run(
        [MEMWARDEN, "mcp", "--tree", folder / "gone"], input=b"", capture_output=True, env=environment()
    )
    assert done.returncode == 1 and os.fsencode(folder / "gone") in done.stderr
