"""What each tool answers to a client of the SDK, and what it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.conftest import MakeTree
from tests.mcp.speaking import Talk, talking, text_of

from memwarden import Tree

TRAVEL = "# Travel\n\n- Aisle seats\n- Never the last row\n"
READING = {"opening", "read_note", "list_notes", "search_notes", "list_messages", "list_conflicts"}
TAKING_OUT = {"edit_note", "update_note"}
ALL = READING | TAKING_OUT | {
    "append_note", "create_note", "propose_change", "send_message", "acknowledge_message",
}  # fmt: skip


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n\n- [Travel](travel.md)\n", "travel.md": TRAVEL})


@pytest.fixture
async def chat(tree: Tree, folder: Path) -> AsyncIterator[Talk]:
    """One task opens and closes the client, as its scopes want it."""
    opened: asyncio.Future[Talk] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def hold() -> None:
        async with talking(folder, "--as", "vps/hermes", "--origin", "chat") as talk:
            opened.set_result(talk)
            await over.wait()

    task = asyncio.create_task(hold())
    await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
    if opened.done():
        yield opened.result()
    over.set()
    await task


async def test_every_tool_says_what_it_is_for_and_what_it_may_do(chat: Talk) -> None:
    tools = {tool.name: tool for tool in (await chat.client.list_tools()).tools}
    assert set(tools) == ALL
    for name, tool in tools.items():
        assert tool.annotations is not None and tool.title and len(tool.description or "") > 80
        assert tool.annotations.read_only_hint is (name in READING)
        assert tool.annotations.destructive_hint is (name in TAKING_OUT)
        assert tool.input_schema["additionalProperties"] is False and tool.output_schema is not None
        assert "desk" not in tool.input_schema["properties"]
    assert "expected_revision" in tools["update_note"].input_schema["required"]
    assert "opening" in (chat.client.instructions or "")


async def test_a_note_is_read_by_topic_by_path_and_without_a_name_as_the_index(chat: Talk, tree: Tree) -> None:
    by_topic, by_path = await chat.call("read_note", note="travel"), await chat.call("read_note", note="travel.md")
    assert by_topic["note"] == by_path["note"] == "travel.md"
    assert by_topic["text"] == TRAVEL and by_topic["revision"] == tree.text("travel.md").revision
    assert (await chat.call("read_note"))["note"] == "INDEX.md"


@pytest.mark.parametrize("wanted", ["hotels", "../etc/passwd", "/etc/passwd", "a\0b", "long" * 100], ids=range(5))
async def test_a_topic_that_leads_nowhere_is_refused_and_never_searched_for(chat: Talk, wanted: str) -> None:
    assert (await chat.refused("read_note", note=wanted))["code"] == "no-link"


async def test_what_was_written_past_the_server_is_seen_at_the_next_call(chat: Talk, folder: Path) -> None:
    await chat.call("read_note", note="travel.md")
    (folder / "travel.md").write_text(TRAVEL + "- By train\n")
    (folder / "food.md").write_text("# Food\n\n- Rice by train\n")
    read = await chat.call("read_note", note="travel.md")
    assert read["text"].endswith("- By train\n") and read["by"] == ""
    found = await chat.call("list_notes")
    assert [entry["note"] for entry in found["notes"]] == ["INDEX.md", "food.md", "travel.md"]
    assert (found["total"], found["index"]) == (3, "INDEX.md")
    hits = await chat.call("search_notes", query="by train", limit=1)
    assert (hits["hits"][0]["note"], hits["hits"][0]["line"], hits["more"]) == ("food.md", 3, True)


async def test_a_list_goes_on_where_it_ended_and_keeps_to_a_folder(chat: Talk, folder: Path) -> None:
    (folder / "projects").mkdir()
    for name in "abc":
        (folder / "projects" / f"{name}.md").write_text(f"# {name}\n")
    await chat.call("send_message", to="all", subject="Hello", text="I am here.")
    page = await chat.call("list_notes", folder="projects/", offset=1, limit=1)
    assert [entry["note"] for entry in page["notes"]] == ["projects/b.md"] and page["total"] == 3
    assert (await chat.call("list_notes"))["total"] == 5


async def test_writes_give_the_new_revision_and_say_who_wrote_each_line(chat: Talk, tree: Tree, folder: Path) -> None:
    await chat.call("append_note", note="travel.md", text="- No flights at Christmas", why="asked by Sam")
    edits = [
        {"action": "replace", "find": "Aisle", "text": "Window"},
        {"action": "insert_after", "find": "Window seats", "text": ", always"},
        {"action": "delete", "find": "- Never the last row\n"},
        {"action": "insert_before", "find": "# Travel", "text": "<!-- kept -->\n"},
    ]
    edited = await chat.call("edit_note", note="travel.md", edits=edits)
    want = "<!-- kept -->\n# Travel\n\n- Window seats, always\n- No flights at Christmas\n"
    assert (folder / "travel.md").read_text() == want
    assert edited["revision"] == tree.text("travel.md").revision
    updated = await chat.call("update_note", note="travel.md", text="# T\n", expected_revision=edited["revision"])
    assert (folder / "travel.md").read_text() == "# T\n" and not updated["replayed"]


@pytest.mark.parametrize(("find", "code"), [("Airport", "anchor-missing"), ("e", "anchor-ambiguous")])
async def test_an_edit_that_does_not_match_once_is_refused(chat: Talk, folder: Path, find: str, code: str) -> None:
    edits = [{"action": "replace", "find": "Aisle", "text": "A"}, {"action": "replace", "find": find, "text": "x"}]
    assert (await chat.refused("edit_note", note="travel.md", edits=edits))["code"] == code
    assert (folder / "travel.md").read_text() == TRAVEL


async def test_a_new_note_is_linked_and_one_that_is_there_is_adopted(chat: Talk, folder: Path) -> None:
    made = await chat.call("create_note", note="food.md", text="# Food\n", description="What we eat")
    assert made["adopted"] is False and "(food.md)" in (folder / "INDEX.md").read_text()
    again = await chat.call("create_note", note="travel.md", text="# Mine\n", link_under=None)
    assert again["adopted"] is True and (folder / "travel.md").read_text() == TRAVEL


async def test_a_proposal_waits_for_a_person_and_no_tool_confirms_it(chat: Talk, tree: Tree) -> None:
    await chat.refused("propose_change", target="../x.md", act="append", text="x")
    made = await chat.call(
        "propose_change", target="travel.md", act="delete", why="we never travel", sources=["Sam: no trips"]
    )
    (proposal,) = tree.proposals()
    assert (proposal.path, proposal.sender, proposal.sources) == (made["path"], "vps/hermes", ("Sam: no trips",))
    assert not any("confirm" in tool.name for tool in (await chat.client.list_tools()).tools)


async def test_mail_is_sent_read_answered_and_acknowledged_once(chat: Talk, tree: Tree) -> None:
    task = tree.writer("laptop/claude").send("vps/hermes", "Trains?", "Which ones?", type="task", new=True)
    listed = await chat.call("list_messages")
    assert listed["unread"] == 1 and listed["me"] == "vps/hermes"
    assert [(one["from"], one["text"]) for one in listed["messages"]] == [("laptop/claude", "Which ones?")]
    await chat.call("acknowledge_message", message=task.id.rpartition("-")[2])
    await chat.call("acknowledge_message", message=task.id)
    assert (await chat.call("list_messages"))["unread"] == 0
    sent = await chat.call("send_message", to="laptop/claude", subject="Re: Trains?", text="All.", reply_to=task.id)
    assert (sent["thread"], sent["reply_to"]) == (task.thread, task.id)
    thread = await chat.call("list_messages", thread=sent["id"])
    assert [one["subject"] for one in thread["messages"]] == ["Trains?", "Re: Trains?"]
    letters = [one for one in tree.mailbox("laptop/claude").messages if one.sender == "vps/hermes"]
    assert len(letters) == 2
    unknown = await chat.refused("send_message", to="laptop/clade", subject="x", text="y")
    assert unknown["code"] == "unknown-recipient" and "laptop/claude" in unknown["candidates"]


async def test_a_note_in_conflict_is_listed_and_neither_read_nor_written(chat: Talk, folder: Path) -> None:
    copy = "travel.sync-conflict-20261130-135612-NWBPK22.md"
    (folder / copy).write_text("# Travel\n\n- Window seats\n")
    (found,) = (await chat.call("list_conflicts"))["conflicts"]
    assert found["note"] == "travel.md" and [one["path"] for one in found["copies"]] == [copy]
    assert (await chat.refused("read_note", note="travel.md"))["code"] == "conflict-pending"
    assert (await chat.refused("append_note", note="travel.md", text="- x"))["code"] == "conflict-pending"
    assert (await chat.call("opening"))["conflicts"] == ["travel.md"]


async def test_the_opening_is_plain_text_for_the_model_and_parts_for_programs(chat: Talk) -> None:
    result = await chat.result("opening")
    said = result.structured_content
    assert isinstance(said, dict) and text_of(result) == said["text"]
    assert said["identity"] == "vps/hermes" and [part["note"] for part in said["parts"]] == ["INDEX.md"]


async def test_a_secret_is_refused_and_never_repeated(chat: Talk, folder: Path) -> None:
    secret = "AKIA" + "Q3EGRZ7XN5TKLW2P"
    result = await chat.result("append_note", note="travel.md", text=f"- key {secret} # pragma: allowlist secret")
    assert result.is_error and "checks" in text_of(result) and secret not in text_of(result)
    assert (folder / "travel.md").read_text() == TRAVEL


async def test_names_that_are_no_utf8_are_shown_and_break_no_answer(chat: Talk, folder: Path) -> None:
    with open(bytes(folder) + b"/n\xf6te.md", "wb") as file:
        file.write(b"# caf\xe9 au lait\n")
    assert "n\\xf6te.md" in [entry["note"] for entry in (await chat.call("list_notes"))["notes"]]
    (hit,) = (await chat.call("search_notes", query="au lait"))["hits"]
    assert hit["text"] == "# caf\\xe9 au lait"


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("append_note", {"note": "travel.md"}, "text"),
        ("edit_note", {"note": "travel.md", "edits": []}, "edits"),
        ("edit_note", {"note": "travel.md", "edits": [{"action": "burn", "find": "x"}]}, "action"),
        ("update_note", {"note": "travel.md", "text": "x"}, "expected_revision"),
        ("update_note", {"note": "travel.md", "text": "x", "expected_revison": "1"}, "expected_revison"),
        ("search_notes", {"query": "x", "limit": 0}, "limit"),
    ],
)
async def test_wrong_arguments_are_refused_by_name(
    chat: Talk, tool: str, arguments: dict[str, object], word: str
) -> None:
    said = await chat.refused(tool, **arguments)
    assert said["code"] == "bad-argument" and word in said["message"]
