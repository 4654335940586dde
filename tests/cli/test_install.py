"""Installing into real-shaped files, and taking it out again without a trace."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import PROGRAM, Commands
from tests.cli.settings import (
    CLAUDE_JSON,
    CLAUDE_MD,
    CLAUDE_SETTINGS,
    CODEX_HOOKS,
    CODEX_SAID,
    CODEX_TOML,
    GEMINI_SETTINGS,
)

HOOK = str(PROGRAM.with_name("memwarden-hook"))
FILES = {
    ".claude/settings.json": CLAUDE_SETTINGS, ".claude.json": CLAUDE_JSON, ".claude/CLAUDE.md": CLAUDE_MD,
    ".codex/config.toml": CODEX_TOML, ".codex/hooks.json": CODEX_HOOKS, ".codex/AGENTS.md": "Be brief.",
    ".gemini/settings.json": GEMINI_SETTINGS, ".gemini/GEMINI.md": "# Rules\r\n\r\n- CRLF here\r\n",
}  # fmt: skip
OF = {"claude-code": ".claude", "codex": ".codex", "gemini-cli": ".gemini"}
Act = Callable[..., str]


@pytest.fixture
def home(memwarden: Commands) -> Path:
    """A home with every program's settings in it."""
    place = Path(memwarden.environment["HOME"])
    for name, text in FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(text.encode())
    (place / ".claude.json").chmod(0o600)
    return place


@pytest.fixture
def person(memwarden: Commands) -> Act:
    """A person's line at a terminal, which must end well."""
    return lambda line, **environment: memwarden.terminal(f"memwarden {line}", **environment).done()


def everything(home: Path) -> dict[str, tuple[bytes, int]]:
    found = [file for file in sorted(home.rglob("*")) if file.is_file() and "state" not in file.parts]
    return {str(file.relative_to(home)): (file.read_bytes(), file.stat().st_mode) for file in found}


def settings(file: Path) -> Any:
    return json.loads(file.read_bytes())


@pytest.mark.parametrize("program", ["claude-code", "codex", "gemini-cli"])
@pytest.mark.parametrize("scope", ["user", "project"])
def test_what_was_put_in_comes_out_to_the_last_byte(person: Act, home: Path, program: str, scope: str) -> None:
    before = everything(home)
    person(f"install {program} --scope {scope} --yes")
    installed = everything(home)
    if scope == "user":
        changed = {name for name in installed if installed[name] != before.get(name)}
        assert changed == {name for name in FILES if name.startswith(OF[program])}
        assert {name: mode for name, (_, mode) in installed.items()} == {n: mode for n, (_, mode) in before.items()}
    assert "Nothing is to be done" in person(f"install {program} --scope {scope} --yes")
    assert everything(home) == installed
    person(f"uninstall {program} --scope {scope} --yes")
    assert everything(home) == before
    assert "Nothing of memwarden's" in person(f"uninstall {program} --scope {scope} --yes")


@pytest.mark.parametrize("program", ["claude-code", "codex", "gemini-cli"])
def test_files_and_folders_that_were_made_go_again(person: Act, memwarden: Commands, program: str) -> None:
    place = Path(memwarden.environment["HOME"])
    person(f"install {program} --yes")
    assert len(everything(place)) in {2, 3}
    person(f"uninstall {program} --yes")
    assert everything(place) == {}
    assert not (place / OF[program]).exists()


def test_claude_code_gets_its_hooks_its_server_and_its_instructions(
    person: Act, home: Path, memwarden: Commands
) -> None:
    person("install claude-code --yes --as laptop/claude-a7k2")
    found = settings(home / ".claude/settings.json")
    was = json.loads(CLAUDE_SETTINGS)
    assert found["permissions"] == was["permissions"]
    assert found["hooks"]["PreToolUse"][0] == was["hooks"]["PreToolUse"][0]
    ours = found["hooks"]["PreToolUse"][1]
    assert ours["matcher"] == "Write|Edit|MultiEdit|Bash"
    (hook,) = ours["hooks"]
    place = f"--tree {memwarden.folder} --state {home}/state"
    expected = f"{HOOK} pre --client claude --origin chat {place} --as laptop/claude-a7k2"
    assert (hook["command"], hook["timeout"]) == (expected, 10)
    assert set(found["hooks"]) == {
        "PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionStart", "Stop", "Notification",
    }  # fmt: skip
    servers = settings(home / ".claude.json")["mcpServers"]
    assert list(servers) == ["github", "memwarden"]
    assert servers["memwarden"]["command"] == str(PROGRAM)
    assert "\\u00e9" in (home / ".claude/settings.json").read_text()
    guide = (home / ".claude/CLAUDE.md").read_text()
    assert guide.startswith(CLAUDE_MD) and guide.count("memwarden:begin") == 1


def test_what_was_installed_guards_the_tree(person: Act, home: Path, memwarden: Commands) -> None:
    person("install claude-code --yes")
    hooks = settings(home / ".claude/settings.json")["hooks"]
    note = memwarden.folder / "preferences/travel.md"
    given = {"file_path": str(note), "old_string": "- Aisle seats", "new_string": "- my password is hunter2secret"}
    call = {"session_id": "s", "cwd": "/", "tool_name": "Edit", "tool_input": given}
    for event, code in (("PreToolUse", 2), ("SessionStart", 0)):
        command = hooks[event][-1]["hooks"][0]["command"]
        raw = json.dumps({**call, "hook_event_name": event}).encode()
        bare = {"HOME": str(home), "PATH": os.environ["PATH"]}
        done = subprocess.run(["sh", "-c", command], input=raw, capture_output=True, env=bare, cwd="/")
        assert done.returncode == code, done.stderr
    assert b"additionalContext" in done.stdout


def test_codex_gets_its_server_and_may_write_the_tree_and_its_store(
    person: Act, home: Path, memwarden: Commands
) -> None:
    assert "waiting for your trust in Codex" in person("install codex --yes").replace("\r\n", "")
    text = (home / ".codex/config.toml").read_text()
    found = tomllib.loads(text)
    assert all(line in text.splitlines() for line in CODEX_TOML.splitlines() if "cache" not in line)
    assert found["mcp_servers"]["docs"] == {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"KEY": "v"}}
    assert found["mcp_servers"]["memwarden"]["command"] == str(PROGRAM)
    cache, tree, store = found["sandbox_workspace_write"]["writable_roots"]
    assert (cache, tree) == ("/home/sam/.cache", str(memwarden.folder)) and (Path(store) / "journal").is_dir()
    hooks = settings(home / ".codex/hooks.json")["hooks"]
    assert hooks["PreToolUse"][0]["matcher"] == "apply_patch|Bash"
    assert len(hooks["Stop"]) == 2
    assert hooks["SessionStart"][0]["hooks"][0]["additionalContextLimit"] > 32_768


def test_what_codex_and_its_user_said_of_the_server_and_the_sandbox_stays(
    person: Act, home: Path, memwarden: Commands
) -> None:
    config = home / ".codex/config.toml"
    config.write_text(CODEX_TOML.replace('.cache",', f'.cache", "{memwarden.folder}",'))
    person("install codex --yes")
    config.write_text(config.read_text() + CODEX_SAID)
    assert "Nothing is to be done" in person("install codex --yes")
    person("uninstall codex --yes")
    left = tomllib.loads(config.read_text())
    assert left["sandbox_workspace_write"]["writable_roots"] == ["/home/sam/.cache", str(memwarden.folder)]
    assert left["tui"] == {"screen_reader_detection_done": True} and "memwarden" not in left["mcp_servers"]


def test_gemini_keeps_its_comments_and_counts_in_milliseconds(person: Act, home: Path) -> None:
    person("install gemini-cli --yes")
    text = (home / ".gemini/settings.json").read_text()
    for comment in ("// what I like", "/* really */", "// the documentation"):
        assert comment in text
    assert '"timeout": 10000' in text and '"AfterTool"' in text
    assert b"\n" not in (home / ".gemini/GEMINI.md").read_bytes().replace(b"\r\n", b"")


@pytest.mark.parametrize("program", ["claude-code", "codex", "gemini-cli"])
def test_what_others_wrote_since_stays_when_it_is_taken_out(person: Act, home: Path, program: str) -> None:
    person(f"install {program} --yes")
    for name in (name for name in FILES if name.startswith(OF[program])):
        file = home / name
        if name.endswith("json"):
            file.write_text(file.read_text().replace("{", '{"mine": [1,  2],', 1))
        else:
            file.write_bytes(file.read_bytes() + b"# mine\n")
    person(f"install {program} --uninstall --yes")
    for name, was in FILES.items():
        left = (home / name).read_bytes()
        assert b"memwarden" not in left, name
        if name.startswith(OF[program]) and name.endswith("json") and b"//" not in left:
            assert json.loads(left) == {"mine": [1, 2], **json.loads(was)}
        if name.endswith("toml"):
            assert tomllib.loads(left.decode()) == tomllib.loads(CODEX_TOML)


def test_a_hook_of_ours_beside_anothers_in_one_group_goes_alone(person: Act, home: Path) -> None:
    file = home / ".claude/settings.json"
    other = {"type": "command", "command": "true"}
    plain = {"type": "command", "command": f"A=b {HOOK} pre"}
    file.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [plain, other]}], "PreToolUse": [{"hooks": [plain]}]}}))
    person("uninstall claude-code --yes")
    assert settings(file) == {"hooks": {"Stop": [{"hooks": [other]}]}}


def test_another_tree_takes_the_place_of_the_first(person: Act, home: Path, tmp_path: Path) -> None:
    before = everything(home)
    (tmp_path / "second").mkdir()
    (tmp_path / "second/INDEX.md").write_text("# Index\n")
    person("install claude-code --yes")
    person(f"install claude-code --yes --tree {tmp_path}/second")
    text = (home / ".claude/settings.json").read_text()
    assert text.count(HOOK) == 5 and text.count(f"{tmp_path}/second") == 5
    person(f"uninstall claude-code --yes --tree {tmp_path}/second")
    assert everything(home) == before


@pytest.mark.parametrize(
    ("program", "name", "broken", "line"),
    [
        ("claude-code", ".claude/settings.json", '{\n  "a": 1,\n}\n', 3),
        ("claude-code", ".claude/settings.json", '{\n  // no comments here\n  "a": 1\n}\n', 2),
        ("claude-code", ".claude.json", '{"a": 1}\n\n{"b": 2}', 3),
        ("claude-code", ".claude/settings.json", '{"hooks": {"PreToolUse": {}}}', 0),
        ("claude-code", ".claude/CLAUDE.md", "# A\n\n<!-- memwarden:begin -->\nno end\n", 3),
        ("codex", ".codex/config.toml", 'model = "x"\n[mcp_servers\n', 2),
        ("codex", ".codex/config.toml", 'mcp_servers = { docs = { command = "x" } }\n', 1),
        ("gemini-cli", ".gemini/settings.json", "[]", 1),
    ],
)
def test_a_malformed_file_is_refused_and_nothing_is_touched(
    memwarden: Commands, home: Path, program: str, name: str, broken: str, line: int
) -> None:
    (home / name).write_text(broken)
    before = everything(home)
    code, shown = memwarden.terminal(f"memwarden install {program} --yes --json").end()
    assert code == 1
    refused = json.loads(shown[shown.index("{") :])["refused"]
    assert refused["code"] == "malformed"
    assert name in refused["message"] and (not line or refused["line"] == line)
    assert everything(home) == before


def test_the_difference_is_shown_first_and_only_a_yes_does_it(memwarden: Commands, home: Path) -> None:
    before = everything(home)
    asked = memwarden.terminal("memwarden install claude-code").answer("Change 3 files like this? [y/N]", "n\n")
    assert asked.end()[0] == 1
    assert everything(home) == before
    memwarden.terminal("memwarden install claude-code").answer("[y/N]", "y\n").done()
    assert everything(home) != before


def test_print_shows_it_to_anyone_and_changes_nothing(memwarden: Commands, home: Path) -> None:
    before = everything(home)
    for program in OF:
        said = memwarden.agent("install", program, "--print").text
        assert "+" in said and str(PROGRAM) in said
    assert everything(home) == before


def test_installing_is_a_persons_act(memwarden: Commands, home: Path) -> None:
    before = everything(home)
    assert memwarden("install", "claude-code", "--yes", "--json", code=1).refused == "person-only"
    under = memwarden.terminal("memwarden install claude-code --yes", CLAUDECODE="1")
    assert "a person's act" in under.end()[1]
    assert everything(home) == before


def test_a_settings_file_that_is_a_link_stays_one(person: Act, home: Path, tmp_path: Path) -> None:
    dotfiles = tmp_path / "settings.json"
    (home / ".claude/settings.json").rename(dotfiles)
    os.symlink(dotfiles, home / ".claude/settings.json")
    person("install claude-code --yes")
    assert (home / ".claude/settings.json").is_symlink() and HOOK in dotfiles.read_text()
    person("uninstall claude-code --yes")
    assert dotfiles.read_text() == CLAUDE_SETTINGS


def test_status_says_what_is_where_and_what_is_broken(person: Act, home: Path, memwarden: Commands) -> None:
    person("install claude-code --yes")
    rows = {(row["program"], row["scope"], Path(row["file"]).name): row["state"] for row in status(memwarden)}
    assert rows["claude-code", "user", "settings.json"] == "installed"
    assert rows["codex", "user", "config.toml"] == "not installed"
    file = home / ".claude/settings.json"
    file.write_text(file.read_text().replace(HOOK, "/gone/memwarden-hook"))
    (home / ".codex/hooks.json").write_text("{")
    rows = {(row["program"], row["scope"], Path(row["file"]).name): row["state"] for row in status(memwarden)}
    assert "/gone/memwarden-hook" in rows["claude-code", "user", "settings.json"]
    assert rows["codex", "user", "hooks.json"].startswith("malformed")


def status(memwarden: Commands) -> Any:
    return memwarden("install", "status", "--json").value


def test_the_block_goes_into_any_file_and_out_again(person: Act, tmp_path: Path) -> None:
    soul = tmp_path / "SOUL.md"
    soul.write_text("You are Hermes.")
    person(f"install block --file {soul} --as vps/hermes --yes")
    assert soul.read_text().startswith("You are Hermes.\n\n<!-- memwarden:begin -->\n")
    person(f"install block --file {soul} --as vps/hermes-2 --yes")
    assert soul.read_text().count("memwarden:begin") == 1 and "vps/hermes-2" in soul.read_text()
    person(f"uninstall block --file {soul} --yes")
    assert soul.read_text() == "You are Hermes."


def test_watch_becomes_a_service_of_the_user(person: Act, memwarden: Commands) -> None:
    place = Path(memwarden.environment["HOME"])
    shown = person("install watch --yes")
    (unit,) = (place / ".config/systemd/user").glob("memwarden-memory-*.service")
    assert f"systemctl --user daemon-reload && systemctl --user enable --now {unit.name}" in shown.replace("\r\n", "")
    text = unit.read_text()
    assert f'ExecStart="{PROGRAM}" "watch" "--tree" "{memwarden.folder}"' in text
    assert f'Environment="MEMWARDEN_STATE={place}/state"' in text
    person("uninstall watch --yes")
    assert not (place / ".config").exists()
