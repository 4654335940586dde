"""Codex runs a hook only as its user trusted it; the fingerprints here are those that Codex 0.171 itself gave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memwarden.interfaces.install.codextrust import OFF, UNTRUSTED, CodexHooks

COMMAND = "/opt/memwarden-hook {} --client codex --tree /home/sam/memory"
PRE = {"type": "command", "command": COMMAND.format("pre"), "timeout": 10}
START = {"type": "command", "command": COMMAND.format("start"), "timeout": 10, "additionalContextLimit": 100_000}
STOP = {"type": "command", "command": COMMAND.format("stop")}
HOOKS = {
    "PreToolUse": [{"matcher": "apply_patch|Bash", "hooks": [PRE]}],
    "SessionStart": [{"hooks": [{"type": "command", "command": "date"}]}, {"hooks": [START]}],
    "Stop": [{"hooks": [STOP]}],
}
TRUSTED = {
    "pre_tool_use:0:0": "8255c0710ea4fd5aa65e4079a9218116a92523f635429a321467d0d0ee0f6bcd",
    "session_start:1:0": "8578edf205c152c29bd021815e97ebfd3e5b41e7b9bc1789d9ab60e4d3d962ab",
    "stop:0:0": "a42830f235bcf258069548834c34e5180e195a591a42ef39c07c4f53587a60df",
}


def waits(folder: Path, config: str | None) -> str:
    """What the status says of the hooks where this is Codex's configuration, {} being the folder."""
    if config is not None:
        (folder / "config.toml").write_text(config.replace("{}", str(folder)))
    part = CodexHooks(folder / "hooks.json", config=folder / "config.toml")
    return part.waits(json.dumps({"hooks": HOOKS}).encode())


def said(*places: str) -> str:
    return "".join(
        f'[hooks.state."{{}}/hooks.json:{place}"]\ntrusted_hash = "sha256:{TRUSTED[place]}"\n' for place in places
    )


def test_hooks_that_codex_was_told_to_trust_wait_for_nothing(tmp_path: Path) -> None:
    assert waits(tmp_path, said(*TRUSTED)) == ""


@pytest.mark.parametrize(
    "config",
    [None, "", "[hooks", "hooks = 1", said("stop:0:0"), said(*TRUSTED).replace("8255", "9255")],
    ids=["no configuration", "nothing said", "malformed", "no table", "one of three", "another version of it"],
)
def test_any_other_hook_waits_for_trust(tmp_path: Path, config: str | None) -> None:
    assert waits(tmp_path, config) == UNTRUSTED


def test_a_hook_that_was_switched_off_is_said_to_be(tmp_path: Path) -> None:
    assert waits(tmp_path, said(*TRUSTED) + "enabled = false\n") == OFF


def test_codex_may_name_a_linked_folder_by_its_real_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert waits(tmp_path / "link", said(*TRUSTED).replace("{}", str(tmp_path / "real"))) == ""
