"""Who is who: nestwork's identities, this machine's, and the agent's program one runs under."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.errors import Code, Refused
from memwarden.memory.identity import Identity, agent_identity, local_host, local_person
from memwarden.memory.programs import (
    known_agent_environment,
    parse_ps,
    program_tool,
    tool_named,
    under_agent,
)


def test_an_identity_is_a_host_and_an_agent() -> None:
    found = Identity.bind("laptop/claude-a7k2")
    assert (found.host, found.agent, found.tool) == ("laptop", "claude-a7k2", "claude")
    assert str(found) == "laptop/claude-a7k2"
    assert found.directory == "agents/laptop/claude-a7k2"
    assert Identity.bind("vps/gemini-cli").tool == "gemini-cli"


@pytest.mark.parametrize(
    "text",
    [
        *("", "hermes", "vps/", "/hermes", "a/b/c", "vps/..", ".git/x", "vps/a b", "vps/\x1b[2J"),
        *("vps/\u202eab", "vps/" + "x" * 65, "vps/\udcff", "vps/a\\b", "vps/a:b"),
    ],
)
def test_what_is_no_identity_is_refused_with_the_form(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Identity.parse(text)
    assert refused.value.code is Code.BAD_IDENTITY
    assert "<host>/<agent>" in refused.value.message
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize("name", ["human", "you", "unknown", "outside", "all", "Human"])
def test_a_name_kept_for_people_cannot_be_taken(name: str) -> None:
    for take in (Identity.parse, Identity.bind):
        with pytest.raises(Refused) as refused:
            take(f"laptop/{name}")
        assert refused.value.code is Code.BAD_IDENTITY


def test_reading_is_lenient_and_binding_strict() -> None:
    assert str(Identity.parse("VPS/Hermes.2")) == "VPS/Hermes.2"
    with pytest.raises(Refused) as refused:
        Identity.bind("VPS.example.org/Hermes")
    assert refused.value.hint == "Did you mean vps/hermes?"


@given(st.text(max_size=30), st.text(max_size=30))
def test_a_hint_can_always_be_bound(host: str, agent: str) -> None:
    try:
        bound = Identity.bind(f"{host}/{agent}")
    except Refused as refused:
        if refused.hint.startswith("Did you mean"):
            Identity.bind(refused.hint.removeprefix("Did you mean ").removesuffix("?"))
    else:
        assert str(bound) == f"{host}/{agent}".strip() == str(bound).lower()


def test_the_host_is_nestworks_before_the_systems(tmp_path: Path) -> None:
    system = os.uname().nodename.split(".")[0].lower()
    assert local_host({}, tmp_path) == system
    (tmp_path / ".nestwork_id").write_bytes(b"oldbox\nclaude-a7k2\n")
    assert local_host({}, tmp_path) == "oldbox"
    (tmp_path / ".nestwork_host").write_bytes(b"laptop\n")
    assert local_host({}, tmp_path) == "laptop"
    assert local_host({"NESTWORK_HOST": " VPS.example.org "}, tmp_path) == "vps"
    assert local_host({"NESTWORK_HOST": "../evil/x"}, tmp_path) == "laptop"
    assert local_host({"NESTWORK_HOST": "a/b"}, tmp_path) == "a-b"


def test_a_person_is_the_systems_user_and_no_variable_renames_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "mallory")
    monkeypatch.setenv("LOGNAME", "mallory")
    person = local_person({"NESTWORK_HOST": "laptop", "USER": "mallory"})
    assert "mallory" not in person
    assert str(Identity.bind(person)) == person


def test_an_agent_is_called_as_nestwork_called_it(tmp_path: Path) -> None:
    environ = {"NESTWORK_HOST": "laptop"}
    assert agent_identity("claude", environ, tmp_path) == "laptop/claude"
    (tmp_path / ".nestwork_id").write_bytes(b"oldbox\nclaude-a7k2\n")
    assert agent_identity("claude", {}, tmp_path) == "oldbox/claude-a7k2"
    assert agent_identity("codex", {}, tmp_path) == "oldbox/codex"
    (tmp_path / ".nestwork_id_claude").write_bytes(b"claude-b8m3\n")
    assert agent_identity("claude", environ, tmp_path) == "laptop/claude-b8m3"
    assert agent_identity("claude", {**environ, "NESTWORK_AGENT_ID": "tester"}, tmp_path) == "laptop/tester"
    assert agent_identity("claude", {"NESTWORK_SELF": "vps/hermes"}, tmp_path) == "vps/hermes"


def test_an_identity_file_that_holds_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".nestwork_id_claude").write_bytes(b"human\n")
    with pytest.raises(Refused) as refused:
        agent_identity("claude", {}, tmp_path)
    assert refused.value.code is Code.BAD_IDENTITY


def test_a_tool_cannot_lead_to_a_file_elsewhere(tmp_path: Path) -> None:
    assert agent_identity("../../etc/passwd", {"NESTWORK_HOST": "x"}, tmp_path) == "x/etc-passwd"


@pytest.mark.parametrize(
    ("variables", "tool"),
    [
        ({"CLAUDECODE": "1"}, "claude"),
        ({"CODEX_SANDBOX": "seatbelt"}, "codex"),
        ({"CODEX_THREAD_ID": "0197"}, "codex"),
        ({"CLAUDECODE": "1", "CODEX_CI": "1"}, "codex"),
        ({"GEMINI_CLI": "1"}, "gemini"),
        ({"CURSOR_AGENT": "1"}, "cursor"),
        ({"AGENT": "amp", "CLAUDECODE": "1"}, "amp"),
        ({"OPENCLAW_SHELL": "exec"}, "openclaw"),
        ({"OPENCLAW_SHELL": "tui-local"}, None),
        ({"AI_AGENT": "claude-code_2-1-132_agent"}, "claude"),
        ({"AI_AGENT": "devin@1"}, "devin"),
        ({"AI_AGENT": "1"}, "agent"),
        ({"AI_AGENT": "0", "CLAUDECODE": ""}, None),
        ({"CODEX_HOME": "/x", "CURSOR_TRACE_ID": "1", "AIDER_MODEL": "m", "GEMINI_API_KEY": "k"}, None),
        ({"AGENT": "jenkins"}, None),
        ({}, None),
    ],
)
def test_an_agents_shell_is_known_by_its_environment(variables: dict[str, str], tool: str | None) -> None:
    assert known_agent_environment(variables) == tool


@pytest.mark.parametrize(
    ("client", "tool"),
    [
        ("claude-code", "claude"),
        ("codex-mcp-client", "codex"),
        ("gemini-cli-mcp-client", "gemini"),
        ("Cursor Agent", "cursor"),
        ("opencode", "opencode"),
        ("agent", "agent"),
        ("", ""),
    ],
)
def test_a_clients_name_becomes_a_tools(client: str, tool: str) -> None:
    assert tool_named(client) == tool


@pytest.mark.parametrize(
    ("name", "arguments", "tool"),
    [
        ("claude", ["claude"], "claude"),
        ("node", ["node", "--no-warnings", "/usr/local/bin/gemini"], "gemini"),
        ("node", ["/usr/bin/node", "/usr/lib/node_modules/@google/gemini-cli/dist/index.js"], "gemini"),
        ("node", ["node", "/usr/lib/node_modules/@openai/codex/bin/codex.js"], "codex"),
        ("node", ["node", "/home/sam/.local/share/cursor-agent/versions/1/index.js"], "cursor"),
        ("2.1.210", ["/opt/claude-code/2.1.210"], "claude"),
        ("python3", ["/venv/bin/python3.11", "-m", "hermes_cli.main", "gateway"], "hermes"),
        ("python3", ["python3", "/home/sam/.local/bin/hermes"], "hermes"),
        ("python3", ["python3", "-c", "print('claude')"], None),
        ("python3", ["python3", "/home/sam/claude/notes.py"], None),
        ("bash", ["-bash"], None),
        ("vim", ["vim", "codex"], None),
        ("code", ["/usr/share/cursor/cursor"], None),
        ("", [], None),
    ],
)
def test_a_process_is_known_by_its_name_and_script(name: str, arguments: list[str], tool: str | None) -> None:
    assert program_tool(name, arguments) == tool


def test_a_process_below_an_agents_program_is_under_it(tmp_path: Path) -> None:
    program = tmp_path / "codex"
    program.write_bytes(b"#!/bin/sh\nread line\n")
    program.chmod(0o700)
    with subprocess.Popen([program], stdin=subprocess.PIPE) as running:
        assert under_agent({}, running.pid) == "codex"
        running.kill()


def test_the_environment_is_enough_and_a_process_that_is_gone_is_nothing() -> None:
    assert under_agent({"CLAUDECODE": "1"}, 1) == "claude"
    with subprocess.Popen(["true"]) as ended:
        pass
    assert under_agent({}, ended.pid) is None


def test_the_list_of_processes_is_read_as_macos_prints_it() -> None:
    listing = "    1     0 /sbin/launchd\n  501     1 -zsh\n 640   501 /opt/bin/node /opt/bin/gemini -p x\nbad\n"
    found = parse_ps(listing)
    assert found[501] == (1, "-zsh", ["-zsh"])
    parent, name, arguments = found[640]
    assert (parent, name, program_tool(name, arguments)) == (501, "node", "gemini")
