"""The vendored gitleaks rules and the translation of Go's regular expressions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources

import pytest

from memwarden.checks.goregex import compile_go, literal_start, translate
from memwarden.checks.leaks import entropy, leaks
from memwarden.checks.run import check_note


def compiled(regex: str) -> re.Pattern[str] | None:
    try:
        return compile_go(regex)
    except re.error:
        return None


DATA = resources.files("memwarden.checks") / "data"
RULES = {rule["id"]: compiled(rule["regex"]) for rule in json.loads((DATA / "gitleaks.json").read_bytes())["rules"]}


def test_at_least_200_rules_compile() -> None:
    assert sum(pattern is not None for pattern in RULES.values()) >= 200
    assert len(RULES) == 221


def test_the_licence_and_the_attribution_stand_beside_the_rules() -> None:
    assert "Zachary Rice" in (DATA / "gitleaks.LICENSE").read_text("utf-8")
    assert "MIT" in (DATA / "gitleaks.json").read_text("utf-8")[:400]


@pytest.mark.parametrize(
    ("go", "python"),
    [
        ("(?i)ab", "(?i:ab)"),
        ("a(?i)b", "a(?i:b)"),
        ("(a(?i)b|c)d", "(a(?i:b)|(?i:c))d"),
        ("a(?i)b|c", "a(?i:b)|(?i:c)"),
        (r"a\z", r"a\Z"),
        ("[[:alnum:]_]", "[a-zA-Z0-9_]"),
        (r"[)(|]\(", r"[)(|]\("),
        ("(?:a|(?-i:B))", "(?:a|(?-i:B))"),
    ],
)
def test_go_is_translated(go: str, python: str) -> None:
    assert translate(go) == python
    compile_go(go)


def test_a_flag_in_the_middle_holds_to_the_end_of_its_group() -> None:
    pattern = compile_go("(a(?i)b|c)d")
    assert pattern.fullmatch("aBd")
    assert pattern.fullmatch("Cd")
    assert not pattern.fullmatch("Abd")
    assert not pattern.fullmatch("abD")


@pytest.mark.parametrize(
    ("pattern", "start"),
    [
        (r"\b(ghp_[a-z]{3})", "ghp_"),
        ("(?i)AKCp[a-z]", "akcp"),
        ("ab?c", "a"),
        ("(?:ab|cd)", ""),
        ("ab|cd", ""),
        ("(ab)(?:x|y)", "ab"),
        ("[ab]c", ""),
    ],
)
def test_the_start_of_a_pattern_is_read_off_only_where_it_is_sure(pattern: str, start: str) -> None:
    assert literal_start(pattern) == start


def test_rules_tried_only_at_their_keywords_find_what_a_full_search_finds() -> None:
    texts = [
        "api_key = 'zX8a9sdf7Hq2LmN0pQrStUv'",
        "my_public_token: aZ8x7c6v5b4n3m2",
        "password := 'aZ8x7c6v5b4n3m2'",
        "ghp_" + "aB3dE5fG7h" * 3 + "aB3dE5",
        "x" * 3_000 + " glpat-" + "aB3dE5fG7haB3dE5fG7h",
        "new-relic: NRAK-" + "AB3DE5FG7HAB3DE5FG7HAB3DE5F",
    ]
    for text in texts:
        found = {leak.rule for leak in leaks(text)}
        for leak in leaks(text):
            pattern = RULES[leak.rule]
            assert pattern and pattern.search(text)
        assert found or "public" in text, text


def test_what_an_allowlist_admits_is_no_leak() -> None:
    assert not [*leaks("AKIAIOSFODNN7EXAMPLE")]
    assert not [*leaks("aws_key = '${AWS_SECRET_ACCESS_KEY}'")]


def test_a_keyword_behind_capitals_that_grow_in_lower_case_is_found() -> None:
    token = "glpat-" + "aB3dE5fG7haB3dE5fG7h"
    (leak,) = [leak for leak in leaks("\u0130" * 3_000 + " " + token) if leak.rule == "gitlab-pat"]
    assert leak.end - leak.start == len(token)


def test_entropy_is_counted_in_bits() -> None:
    assert entropy("") == 0
    assert entropy("aaaa") == 0
    assert entropy("abcd") == 2


def test_the_import_compiles_no_rules_and_brings_no_stdnum() -> None:
    code = (
        "import sys, memwarden.checks.run, memwarden.checks.leaks as leaks;"
        "print(leaks._data.cache_info().currsize, leaks._pattern.cache_info().currsize, 'stdnum' in sys.modules,"
        " 'markdown_it' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "0", "False", "False"]


@pytest.mark.parametrize(
    "unit",
    ["a", "4", "curl ", "password: ", "ignore all the ", "http://a:", "QUJD", "<", "%25", "\u200b", "AB1", "# x\n"],
)
def test_no_text_makes_the_checks_hang(unit: str) -> None:
    check_note((unit * 20_000)[:20_000])


def test_every_published_rule_is_well_formed() -> None:
    for name, pattern in RULES.items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert pattern is None or not pattern.fullmatch("")
