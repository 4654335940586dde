"""Which lines the checks hold and which they let pass."""

from __future__ import annotations

import re

import pytest
from tests.checks.corpus import HIDDEN, INSTRUCTIONS, LINKS, PASSING, SECRETS

from memwarden.checks import instructions
from memwarden.checks.fold import folded, plain
from memwarden.checks.foreign_orders import LATIN
from memwarden.checks.orders import ENGLISH
from memwarden.checks.run import check, check_note


def codes(before: str, after: str) -> set[str]:
    return {finding.code for finding in check(before, after) if not finding.warning}


@pytest.mark.parametrize("line", SECRETS)
def test_a_secret_is_held_and_its_value_is_in_no_field_of_the_finding(line: str) -> None:
    findings = [finding for finding in check("# Note\n", f"# Note\n{line}\n") if finding.code == "secret"]
    assert findings
    for finding in findings:
        assert finding.secret
        assert finding.line == 2
        assert "Line 2" in finding.message
        said = f"{finding.message} {finding.fix} {finding.fingerprint}"
        assert not [word for word in re.findall(r"[\w+/.-]{8,}", line) if re.search(r"\d", word) and word in said]
        assert "hunter2" not in said


@pytest.mark.parametrize("line", INSTRUCTIONS)
def test_a_planted_instruction_is_held(line: str) -> None:
    assert "planted-instruction" in codes("", line + "\n")


@pytest.mark.parametrize("line", LINKS)
def test_a_link_that_carries_a_prompt_is_held(line: str) -> None:
    assert "prompt-link" in codes("", line + "\n")


@pytest.mark.parametrize("line", HIDDEN.values(), ids=HIDDEN.keys())
def test_a_hidden_character_is_held(line: str) -> None:
    assert "hidden-character" in codes("", line + "\n")


@pytest.mark.parametrize("line", PASSING)
def test_an_ordinary_line_passes(line: str) -> None:
    assert check("", line + "\n") == ()


def test_the_ordinary_lines_pass_together_as_one_note() -> None:
    assert not [finding for finding in check_note("\n\n".join(PASSING)) if not finding.warning]


@pytest.mark.parametrize("line", INSTRUCTIONS)
def test_trying_a_pattern_only_where_it_can_begin_loses_no_match(line: str) -> None:
    seen = folded(plain(line))
    for order in ENGLISH + LATIN:
        if re.search(order.pattern, seen):
            assert [hit for hit in instructions.instructions(line) if order.kind in hit.says]


@pytest.mark.parametrize("line", SECRETS)
def test_no_comment_in_the_text_lets_a_secret_pass(line: str) -> None:
    for comment in ("# pragma: allowlist secret", "<!-- gitleaks:allow -->", "# nosec"):
        assert "secret" in codes("", f"{line} {comment}\n")


@pytest.mark.parametrize("line", [*SECRETS, *INSTRUCTIONS, *LINKS, *HIDDEN.values()])
def test_the_same_input_gets_the_same_verdict(line: str) -> None:
    assert check("a\n", f"a\n{line}\n") == check("a\n", f"a\n{line}\n")
