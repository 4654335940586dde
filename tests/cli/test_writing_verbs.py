"""`append`, `edit`, `rewrite`, `create`, `delete`, `move`, `propose`: an agent writes through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import Commands

TRAVEL = "preferences/travel.md"


def text(memwarden: Commands, note: str = TRAVEL) -> str:
    return (memwarden.folder / note).read_text()


def test_a_write_answers_with_the_agreed_shape(memwarden: Commands) -> None:
    said = memwarden.agent("append", TRAVEL, "- Window seats", "--json").value
    assert list(said) == ["note", "revision", "replayed", "flags", "findings"]
    assert said["revision"] == memwarden("read", "travel", "--json").value["revision"]


@pytest.mark.parametrize("dashed", ["- milk", "--- a rule", "---", "-> there", "-\ttab"])
def test_a_text_may_begin_with_a_dash(memwarden: Commands, dashed: str) -> None:
    memwarden.agent("append", TRAVEL, dashed)
    assert text(memwarden).endswith(f"{dashed}\n")


def test_a_text_of_stdin_is_written_byte_for_byte(memwarden: Commands) -> None:
    memwarden.agent("append", TRAVEL, "-", stdin="- Straße\n".encode())
    assert text(memwarden).endswith("- Straße\n")


def test_a_repeated_key_is_done_once_and_with_another_text_refused(memwarden: Commands) -> None:
    first = memwarden.agent("append", TRAVEL, "- once", "--key", "k1", "--json").value
    again = memwarden.agent("append", TRAVEL, "- once", "--key", "k1", "--json").value
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert text(memwarden).count("- once") == 1
    assert memwarden.agent("append", TRAVEL, "- twice", "--key", "k1", "--json", code=1).refused == "key-reused"


def test_edits_are_done_in_the_order_they_were_given(memwarden: Commands) -> None:
    memwarden.agent(
        "edit", TRAVEL, "--after", "Aisle", " or window", "--replace", "Aisle or window", "Any", "--delete",
        "- Never before 07:00\n", "--before", "- Any", "- First\n", "--origin", "chat",
    )  # fmt: skip
    assert text(memwarden) == "# Travel\n\n- First\n- Any seats\n"


def test_an_edit_whose_anchor_is_not_unique_is_refused_with_its_lines(memwarden: Commands) -> None:
    answer = memwarden.agent("edit", TRAVEL, "--replace", "- ", "+ ", "--origin", "chat", "--json", code=1)
    assert (answer.refused, answer.value["refused"]["lines"]) == ("anchor-ambiguous", [3, 4])


def test_a_rewrite_is_bound_to_the_revision_it_was_made_from(memwarden: Commands) -> None:
    chat = ("--origin", "chat")
    base = memwarden("read", "travel", "--json").value["revision"]
    assert memwarden.agent("rewrite", TRAVEL, "# T\n", *chat, "--json", code=1).refused == "base-required"
    memwarden.agent("append", TRAVEL, "- Later")
    stale = memwarden.agent("rewrite", TRAVEL, "# T\n", "--base", base, *chat, "--json", code=1)
    assert stale.refused == "stale"
    changed = memwarden.folder / "new.txt"
    changed.write_bytes(b"# Trips\n\n- Aisle seats\n- Never before 07:00\n")
    merged = memwarden.agent(
        "rewrite", TRAVEL, "-", "--base", base, "--on-change", "merge", *chat, stdin=changed.read_bytes()
    )
    assert merged.code == 0
    assert text(memwarden) == "# Trips\n\n- Aisle seats\n- Never before 07:00\n- Later\n"


def test_create_links_the_note_in_the_index(memwarden: Commands) -> None:
    memwarden.agent("create", "facts/home.md", "# Home\n", "--link", "Preferences", "--description", "where")
    assert "facts/home.md" in text(memwarden, "INDEX.md")
    assert memwarden("read", "home").out == b"# Home\n"


def test_an_agent_in_a_flat_tree_may_not_delete_and_is_told_so(memwarden: Commands) -> None:
    assert memwarden.agent("delete", TRAVEL, "--origin", "chat", "--json", code=1).refused == "policy"
    assert text(memwarden).startswith("# Travel")


def test_a_proposal_lies_in_the_agents_own_directory(memwarden: Commands) -> None:
    made = memwarden.agent("propose", TRAVEL, "append", "- Trains", "--why", "said so", "--source", "a", "--json").value
    assert made["path"].startswith("agents/vps/hermes/proposals/")
    (waiting,) = memwarden("proposals", "--json").value
    assert (waiting["id"], waiting["target"], waiting["sources"]) == (made["id"], TRAVEL, ["a"])
    shown = memwarden("proposals", "show", made["id"][-8:]).text
    assert "+- Trains" in shown
    assert "Why: said so" in shown


def test_an_agent_cannot_give_a_person_as_its_origin(memwarden: Commands) -> None:
    answer = memwarden.agent("append", TRAVEL, "x", "--origin", "person", "--json", code=1)
    assert answer.refused == "origin"


def test_the_agent_may_be_named_by_the_environment(memwarden: Commands) -> None:
    memwarden.environment["MEMWARDEN_AGENT"] = "vps/codex"
    memwarden("append", TRAVEL, "- Mine")
    assert memwarden("read", "travel", "--json").value["by"] == "vps/codex"


def test_under_an_agents_program_its_identity_is_the_default(memwarden: Commands) -> None:
    memwarden.environment["CLAUDECODE"] = "1"
    memwarden("append", TRAVEL, "- Mine")
    assert memwarden("read", "travel", "--json").value["by"] == "laptop/claude"


def test_a_usage_fault_exits_with_2_and_a_machine_failure_with_3(memwarden: Commands, tmp_path: Path) -> None:
    assert "Missing argument" in memwarden("append", code=2).err
    assert memwarden("nonsense", code=2).out == b""
    memwarden.environment["MEMWARDEN_STATE"] = "/dev/null/state"
    (memwarden.folder / "unreadable.md").mkdir()
    assert memwarden.agent("append", "unreadable.md", "x", "--json", code=1).refused == "not-a-note"


def test_mail_is_sent_listed_read_answered_and_put_away(memwarden: Commands) -> None:
    memwarden.agent("append", TRAVEL, "- here I am")
    sent = memwarden("--as", "vps/codex", "mail", "send", "vps/hermes", "Seats", "- aisle?", "--type", "task", "--json")
    id_ = sent.value["id"]
    listed = memwarden.agent("mail", "--json").value
    assert [(mail["id"], mail["from"], mail["read"]) for mail in listed] == [(id_, "vps/codex", False)]
    assert memwarden.agent("mail", "read", id_[-8:], "--json").value["text"] == "- aisle?"
    assert memwarden.agent("mail", "list", "--json").value[0]["read"] is True
    memwarden.agent("mail", "reply", id_, "Aisle.")
    memwarden.agent("mail", "ack", id_)
    (thread,) = memwarden("--as", "vps/codex", "mail", "threads", "--json").value
    assert (thread["subject"], len(thread["messages"]), thread["unread"]) == ("Seats", 2, 1)
    memwarden.agent("mail", "archive", id_)
    assert memwarden.agent("mail", "send", "vps/nobody", "x", "y", "--json", code=1).refused == "unknown-recipient"
