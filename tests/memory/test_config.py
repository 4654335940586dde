"""The configuration file: what it says, and where it is wrong."""

from __future__ import annotations

import pytest

from memwarden.checks.finding import Finding
from memwarden.errors import Refused
from memwarden.memory.config import config_findings, parse_config
from memwarden.memory.config_template import template
from memwarden.memory.policy import VERBS
from memwarden.memory.presets import LAYOUTS, preset
from memwarden.store.records import Origin

EXAMPLE = b"""\
layout = "nest"
people = ["*/sam"]
[[rule]]
paths = "agents/{host}/{agent}/**"     # one owner
owner = "{host}/{agent}"
agents = ["append", "edit", "rewrite", "create", "delete"]
[[rule]]
paths = ["DECISIONS.md", "decisions/**", "shared/**", "queen/**"]
agents = ["propose"]
[[rule]]
paths = "logs/**"
agents = ["append"]
[large_deletion]
left = 0.30
minimum_chars = 100
[brake]
notes = 5
seconds = 30
hold_minutes = 10
[sizes]
line = 200
shared = 500
"""


def test_the_example_of_the_design_is_read_whole() -> None:
    policy = parse_config(EXAMPLE)
    assert policy.fault is None
    assert policy.layout == "nest"
    assert policy.is_person("laptop/sam")
    assert not policy.is_person("laptop/samuel")
    assert policy.owner("agents/vps/hermes/memory.md") == "vps/hermes"
    assert policy.allowed("vps/hermes", Origin.CHAT, "logs/a.md") == {"append"}
    assert policy.allowed("vps/hermes", Origin.CHAT, "decisions/a.md") == {"propose"}
    assert (policy.large_deletion.left, policy.large_deletion.minimum_chars) == (0.3, 100)
    assert (policy.brake.notes, policy.brake.seconds, policy.brake.hold_minutes) == (5, 30, 10)
    assert policy.limits.line_tokens == 200
    shared, own = policy.limits.of("shared/MEMORY.md"), policy.limits.of("bots/x/MEMORY.md")
    assert shared and own
    assert (shared.tokens, own.tokens) == (500, 1_200)
    assert config_findings(policy) == ()


def test_after_the_rules_of_the_file_come_those_of_its_layout() -> None:
    policy = parse_config(EXAMPLE)
    assert "rewrite" in policy.allowed("vps/hermes", Origin.CHAT, "projects/a.md")
    assert policy.allowed("vps/hermes", Origin.CHAT, "docs/a.md") == {"propose"}


def test_a_file_without_a_layout_takes_the_recognised_one() -> None:
    assert parse_config(b"", layout="layers") == preset("layers")
    assert parse_config(b"") == preset("flat")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_file_that_init_writes_changes_nothing_and_uncommented_it_is_still_read(layout: str) -> None:
    text = template(layout)
    assert parse_config(text.encode()) == preset(layout)
    settings = [
        line.removeprefix("# ") for line in text.splitlines() if line.startswith(("# [", "# ")) and _is_toml(line)
    ]
    policy = parse_config("\n".join(settings).encode(), layout=layout)
    assert policy.fault is None
    assert policy.people == ("*/sam",)
    assert policy.brake == preset(layout).brake
    assert policy.large_deletion == preset(layout).large_deletion
    assert len(policy.rules) == len(preset(layout).rules) + 3


def _is_toml(line: str) -> bool:
    return line.startswith("# [") or " = " in line


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("layout = nest\n", 1, 10, "invalid value"),
        ("a = 1\nb = \n", 2, 5, "invalid value"),
        ('layout = "nest"\npeople = [\n  "a/b"\n', 3, 8, ""),
        ('layout = "tree"\n', 1, 1, "flat, claude, nest, layers"),
        ('layuot = "nest"\n', 1, 1, "unknown key 'layuot'"),
        ('# rules\n[[rule]]\npaths = "a"\nagents = ["append", "erase"]\n', 4, 22, "unknown verb 'erase'"),
        (
            '[[rule]]\npaths = "a"\nagents = []\n[[rule]]\npaths = "b"\nagent = ["append"]\n',
            6,
            1,
            "unknown key 'agent'",
        ),
        ('[[rule]]\npaths = "a"\n\n[brake]\nnotes = 1\n', 1, 1, "needs paths and agents"),
        ("[[rule]]\npaths = 3\nagents = []\n", 2, 1, "list of texts"),
        ('[[rule]]\npaths = ["ok/**", "../x"]\nagents = []\n', 2, 20, "lead out"),
        ('[[rule]]\npaths = "/abs"\nagents = []\n', 2, 10, "relative"),
        ('[[rule]]\npaths = "{user}/**"\nagents = []\n', 2, 10, "{host} and {agent}"),
        ('[[rule]]\npaths = "a"\nowner = "me"\nagents = []\n', 3, 10, "<host>/<name>"),
        ('people = ["sam"]\n', 1, 12, "<host>/<name>"),
        ("[brake]\nnotes = true\n", 2, 1, "number"),
        ("[brake]\nminutes = 3\n", 2, 1, "unknown key 'minutes'"),
        ("brake = 3\n", 1, 1, "[brake]"),
        ("\n[large_deletion]\nleft = 1.5\n", 3, 1, "between 0 and 1"),
        ("[sizes]\nline = -1\n", 2, 1, "0 or more"),
        ("[rule]\npaths = 'a'\n", 1, 1, "[[rule]]"),
        ("language = 3\n", 1, 1, "text in quotes"),
        ('# language = "en"\nlayout = "flat" # language = 1\nlanguage = 3\n', 3, 1, "text in quotes"),
        ('people = ["a/#b", "sam"] # "sam"\n', 1, 20, "<host>/<name>"),
        ("[brake]\nhold_minutes = inf\n", 2, 1, "at most"),
        ("[brake]\nhold_minutes = 1e300\n", 2, 1, "at most"),
        ("[brake]\nseconds = nan\n", 2, 1, "at most"),
        ("x = " + "[" * 5_000, 1, 1, "too deeply"),
    ],
)
def test_what_is_wrong_is_found_at_its_line_and_column_and_then_agents_may_only_append(
    text: str, line: int, column: int, says: str
) -> None:
    policy = parse_config(text.encode())
    assert policy.fault is not None
    assert (policy.fault.line, policy.fault.column) == (line, column)
    assert says in policy.fault.message
    for origin in Origin:
        assert policy.allowed("vps/hermes", origin, "any/note.md") == {"append"}
        assert policy.allowed("vps/hermes", origin, "agents/vps/hermes/memory.md") == {"append"}
        assert policy.allowed("vps/hermes", origin, ".memwarden/config.toml") == set()
    (finding,) = config_findings(policy)
    assert isinstance(finding, Finding)
    assert (finding.line, finding.column, finding.note) == (line, column, ".memwarden/config.toml")


def test_a_refusal_under_a_malformed_configuration_says_why() -> None:
    policy = parse_config(b"layout = ")
    for verb in set(VERBS) - {"append"}:
        with pytest.raises(Refused, match="cannot be read"):
            policy.decide("vps/hermes", Origin.CHAT, verb, "a.md")


def test_bytes_that_are_not_utf8_are_malformed_at_their_place() -> None:
    fault = parse_config(b'layout = "nest"\n# caf\xe9\n').fault
    assert fault is not None
    assert (fault.line, fault.column) == (2, 6)


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    policy = parse_config(b"\xef\xbb\xbf" + EXAMPLE.replace(b"\n", b"\r\n"))
    assert policy == parse_config(EXAMPLE)
