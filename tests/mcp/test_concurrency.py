"""Writes of several servers, retries, stale bases, and servers that are killed in the middle of a call."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.mcp.speaking import Raw, Talk, talking, until

from memwarden import Tree

LOG = "# Log\n"


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n", "log.md": LOG})


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """As long as another process holds the tree's lock, a write is under way and cannot be done."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


async def test_two_servers_on_one_tree_lose_nothing(tree: Tree, folder: Path) -> None:
    async def write(talk: Talk, name: str) -> None:
        calls = (talk.call("append_note", note="log.md", text=f"- {name} {number:02}") for number in range(20))
        await asyncio.gather(*calls)

    async with talking(folder, "--as", "vps/hermes") as one, talking(folder, "--as", "pi/aras") as other:
        await asyncio.gather(write(one, "hermes"), write(other, "aras"))
    lines = (folder / "log.md").read_text().splitlines()[1:]
    assert sorted(lines) == sorted(f"- {name} {number:02}" for name in ("hermes", "aras") for number in range(20))
    tree.rescan()
    written = {line.line: line.by for line in tree.provenance("log.md")[1:]}
    assert all(by == ("vps/hermes" if b"hermes" in line else "pi/aras") for line, by in written.items())


async def test_a_stale_base_is_refused_with_the_difference_and_the_file_is_untouched(tree: Tree, folder: Path) -> None:
    async with talking(folder, "--as", "vps/hermes", "--origin", "chat") as talk:
        seen = (await talk.call("read_note", note="log.md"))["revision"]
        tree.writer("pi/aras").append("log.md", "- from Aras")
        for refusal in (
            await talk.refused("update_note", note="log.md", text="# Mine\n", expected_revision=seen),
            await talk.refused(
                "edit_note", note="log.md", edits=[{"action": "delete", "find": "# Log"}], expected_revision=seen
            ),
        ):
            assert refusal["code"] == "stale" and refusal["now"] == tree.text("log.md").revision
            assert refusal["between"] == [{"line": 2, "cut": [], "put": ["- from Aras"]}]
        assert (folder / "log.md").read_text() == LOG + "- from Aras\n"
        merged = "# Journal\n"
        await talk.call("update_note", note="log.md", text=merged, expected_revision=seen, on_change="merge")
    assert (folder / "log.md").read_text() == "# Journal\n- from Aras\n"


async def test_a_touch_alone_makes_no_base_stale(tree: Tree, folder: Path) -> None:
    async with talking(folder, "--as", "vps/hermes", "--origin", "chat") as talk:
        seen = (await talk.call("read_note", note="log.md"))["revision"]
        os.utime(folder / "log.md")
        await talk.call("update_note", note="log.md", text="# Mine\n", expected_revision=seen)


async def test_a_key_is_done_once_by_one_writer_and_refused_for_another_text(tree: Tree, folder: Path) -> None:
    said = {"note": "log.md", "idempotency_key": "run-1"}
    async with talking(folder, "--as", "vps/hermes") as talk:
        first = await talk.call("append_note", text="- x", **said)
    async with talking(folder, "--as", "vps/hermes") as talk, talking(folder, "--as", "pi/aras") as other:
        again = await talk.call("append_note", text="- x", **said)
        assert (again["replayed"], again["revision"]) == (True, first["revision"])
        assert (await talk.refused("append_note", text="- y", **said))["code"] == "key-reused"
        assert not (await other.call("append_note", text="- z", **said))["replayed"]
    assert (folder / "log.md").read_text() == LOG + "- x\n- z\n"


async def test_mail_and_proposals_with_a_key_are_sent_once(tree: Tree, folder: Path) -> None:
    async with talking(folder, "--as", "vps/hermes") as talk:
        letters = [
            await talk.call("send_message", to="all", subject="Hello", text="Hi", idempotency_key="m") for _ in range(2)
        ]
        proposals = [
            await talk.call("propose_change", target="log.md", act="append", text="- x", idempotency_key="p")
            for _ in range(2)
        ]
    assert letters[0]["id"] == letters[1]["id"] and proposals[0] == proposals[1]
    assert len(list(folder.glob("agents/vps/hermes/outbox/*.md"))) == 1 and len(tree.proposals()) == 1


def test_the_same_number_of_a_call_in_two_sessions_is_no_key(tree: Tree, folder: Path) -> None:
    for text in ("- one", "- two"):
        with Raw.serving(folder, "--as", "vps/hermes") as raw:
            raw.ask(7, "append_note", note="log.md", text=text)
            assert raw.answer()["result"]["structuredContent"]["replayed"] is False
    assert (folder / "log.md").read_text() == LOG + "- one\n- two\n"


def test_a_server_killed_before_its_write_could_happen_leaves_nothing_behind(tree: Tree, folder: Path) -> None:
    said = {"note": "log.md", "text": "- once", "idempotency_key": "k"}
    with Raw.serving(folder, "--as", "vps/hermes") as raw:
        raw.ask(1, "read_note", note="log.md")
        raw.answer()
        with locked(folder):
            raw.ask(2, "append_note", **said)
            raw.process.kill()
            raw.process.wait(1)
    assert (folder / "log.md").read_text() == LOG
    assert _retried(folder, said)["replayed"] is False
    assert (folder / "log.md").read_text() == LOG + "- once\n"
    assert not list(folder.glob(".*"))


def test_a_server_killed_before_it_could_answer_has_written_exactly_one_block(tree: Tree, folder: Path) -> None:
    said = {"note": "log.md", "text": "- once", "idempotency_key": "k"}
    with Raw.serving(folder, "--as", "vps/hermes") as raw:
        raw.ask(2, "append_note", **said)
        until(lambda: b"once" in (folder / "log.md").read_bytes())
        raw.process.kill()
        raw.process.wait(1)
    assert _retried(folder, said)["replayed"] is True
    assert (folder / "log.md").read_text() == LOG + "- once\n"


def _retried(folder: Path, said: dict[str, str]) -> dict[str, object]:
    with Raw.serving(folder, "--as", "vps/hermes") as raw:
        raw.ask(2, "append_note", **said)
        answer: dict[str, object] = raw.answer()["result"]["structuredContent"]
        return answer
