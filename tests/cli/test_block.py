"""The instructions an agent is given: it does only what they say, in the order they say it, and it works."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.cli.commands import Commands

from memwarden import Tree
from memwarden.errors import Refused
from memwarden.interfaces.install.block import block_text, with_block, without_block

WORDS = {
    "TOPIC": "travel", "WORDS": "aisle seats", "NOTE.md": "food.md", "SECTION OF THE INDEX": "Preferences",
    "WHAT IT IS FOR": "what Sam eats", "WHOLE TEXT": "# Travel\n\n- Trains first\n", "OLD": "Aisle", "NEW": "Window",
    "TEXT": "- No nuts", "WHY": "Sam said so", "NOTE": "preferences/travel.md", "ID": "", "TO": "", "SUBJECT": "",
}  # fmt: skip


def said(memwarden: Commands) -> tuple[str, list[list[str]]]:
    """The block as it is installed, and its commands with the capitals filled in."""
    block = memwarden.folder.parent / "AGENTS.md"
    memwarden.terminal(f"memwarden install block --file {block} --yes").done()
    text = block.read_text()
    commands = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert commands is not None
    lines = [shlex.split(line, comments=True) for line in commands[1].splitlines()]
    return text, [[WORDS.get(word, word) for word in line] for line in lines]


def ran(command: list[str], memwarden: Commands) -> subprocess.CompletedProcess[bytes]:
    environment = {**memwarden.environment, "CODEX_SANDBOX": "seatbelt"}
    return subprocess.run(command, capture_output=True, cwd="/", env=environment)


def test_every_command_of_the_block_does_what_it_says(memwarden: Commands) -> None:
    text, commands = said(memwarden)
    assert len(text) < 2500
    assert [command[3] for command in commands] == [
        "opening", "read", "search", "append", "create", "edit", "propose", "mail",
    ]  # fmt: skip
    for command in commands:
        done = ran(command, memwarden)
        assert done.returncode == 0, (command, done.stderr)
    travel = (memwarden.folder / "preferences/travel.md").read_text()
    assert "- Window seats" in travel and travel.endswith("- No nuts\n")
    assert "food.md" in (memwarden.folder / "INDEX.md").read_text()
    with Tree.open(memwarden.folder) as tree:
        assert {record.by for record in tree.activity() if record.via == "cli"} == {"laptop/codex"}
        assert [proposal.target for proposal in tree.proposals()] == ["preferences/travel.md"]


def test_what_the_block_says_of_mail_and_of_refusals_is_so(memwarden: Commands) -> None:
    text, commands = said(memwarden)
    run = commands[-1][:3]
    memwarden.agent("mail", "send", "laptop/codex", "hello", "are you there?", "--new")
    listed = ran([*run, "mail"], memwarden).stdout.decode()
    (number,) = set(re.findall(r"\S+-hermes-[0-9a-f]{8}", listed))
    assert b"are you there?" in ran([*run, "mail", "read", number], memwarden).stdout
    assert ran([*run, "mail", "send", "vps/hermes", "yes", "I am"], memwarden).returncode == 0
    without = [word for word in commands[5] if word not in {"--origin", "chat"}]
    refused = ran(without, memwarden)
    assert refused.returncode == 1 and b"propose" in refused.stderr.lower()
    assert "Exit code 1 means refused" in text and "without it you may only add" in text


@pytest.mark.parametrize("before", [b"", b"# A", b"# A\n", b"# A\n\n", b"# A\r\n\r\n- b\r\n", b"\n\n", b"# \xff\n"])
def test_the_block_goes_in_and_out_of_any_text(before: bytes) -> None:
    block = block_text("memwarden", Path("/home/sam/my memory"), "vps/hermes")
    assert b"'/home/sam/my memory' --as vps/hermes opening" in block
    after = with_block(before or None, block, "x")
    assert with_block(after, block, "x") == after
    left = without_block(after, "x")
    assert (left or b"").rstrip() == before.rstrip()
    moved = after + b"\nlater\n"
    assert (without_block(moved, "x") or b"").strip() == ((left or b"") + b"\nlater\n").strip()


@pytest.mark.parametrize("marks", [b"<!-- memwarden:end -->", b"<!-- memwarden:begin -->\n" * 2])
def test_marks_that_do_not_belong_together_are_refused(marks: bytes) -> None:
    for act in (lambda: with_block(marks, b"", "x"), lambda: without_block(marks, "x")):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "malformed"
