"""Who may do what to which note, in every layout, by every verb and origin."""

from __future__ import annotations

import itertools

import pytest

from memwarden.errors import Code, Refused
from memwarden.memory.config import parse_config
from memwarden.memory.dreams import dream_budget
from memwarden.memory.policy import VERBS, Policy
from memwarden.memory.presets import LAYOUTS, preset, recognise
from memwarden.store.records import Origin

ME = "vps/hermes"
ADDING = {"append", "create", "propose"}
ALL = set(VERBS)


def allowed(policy: Policy, note: str, origin: Origin = Origin.CHAT, identity: str = ME) -> set[str]:
    """The verbs that `decide` lets pass, one by one."""
    verbs = set()
    for verb in VERBS:
        try:
            policy.decide(identity, origin, verb, note)
        except Refused as refused:
            assert refused.code in {Code.POLICY, Code.ORIGIN}
            assert refused.message
            assert refused.hint
        else:
            verbs.add(verb)
    assert verbs == policy.allowed(identity, origin, note)
    return verbs


@pytest.mark.parametrize("layout", ["flat", "claude"])
def test_in_a_flat_tree_agents_add_and_in_a_chat_also_edit_but_never_delete(layout: str) -> None:
    policy = preset(layout)
    assert allowed(policy, "preferences/travel.md") == ADDING | {"edit", "rewrite"}
    for origin in (Origin.ROUTINE, Origin.AGENT, Origin.DREAM):
        assert allowed(policy, "preferences/travel.md", origin) == ADDING
    assert allowed(policy, "agents/vps/hermes/outbox/x.md") == ALL
    assert allowed(policy, "agents/laptop/claude/outbox/x.md") == {"propose"}


def test_in_a_nest_each_agent_has_its_own_directory_and_the_rest_has_owners() -> None:
    policy = preset("nest")
    assert allowed(policy, "agents/vps/hermes/memory.md") == ALL
    assert allowed(policy, "agents/vps/claude-a7k2/memory.md") == {"propose"}
    assert allowed(policy, "agents/laptop/hermes/memory.md") == {"propose"}
    for note in ("queen/agent-rules.md", "shared/memory.md", "decisions/2026-11-30-x.md", "AGENTS.md", "docs/x.md"):
        assert allowed(policy, note) == {"propose"}
    for note in ("projects/house.md", "workflow/release.md"):
        assert allowed(policy, note) == ADDING | {"edit", "rewrite"}
        assert allowed(policy, note, Origin.ROUTINE) == ADDING


def test_in_layers_a_bot_has_its_own_memory_and_a_chat_may_change_the_shared_one() -> None:
    policy = preset("layers")
    assert allowed(policy, "bots/hermes/bot-memory/MEMORY.md") == ALL
    assert allowed(policy, "bots/hermes/bot-memory/MEMORY.md", Origin.ROUTINE) == ADDING
    assert allowed(policy, "bots/other/bot-memory/MEMORY.md") == {"propose"}
    assert allowed(policy, "shared-memory/MEMORY.md") == ALL
    assert allowed(policy, "shared-memory/MEMORY.md", Origin.AGENT) == ADDING


@pytest.mark.parametrize(("layout", "origin"), list(itertools.product(LAYOUTS, Origin)))
def test_no_agent_ever_writes_the_rules_themselves(layout: str, origin: Origin) -> None:
    for note in (".memwarden/config.toml", ".memwarden/records/a/b.jsonl", ".MemWarden/config.toml"):
        assert allowed(preset(layout), note, origin) == set()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_person_may_do_everything(layout: str) -> None:
    for verb in (*VERBS, "move", "restore", "resolve", "confirm"):
        preset(layout).decide("laptop/sam", Origin.PERSON, verb, "queen/agent-rules.md", person=True)


@pytest.mark.parametrize("verb", ["restore", "resolve", "confirm", "undo", "forget", ""])
def test_a_persons_verb_is_no_agents_verb(verb: str) -> None:
    with pytest.raises(Refused) as refused:
        preset("flat").decide(ME, Origin.CHAT, verb, "a.md")
    assert refused.value.code is Code.PERSON_ONLY


def test_a_refusal_by_origin_says_what_may_be_done_instead() -> None:
    with pytest.raises(Refused) as refused:
        preset("nest").decide(ME, Origin.ROUTINE, "rewrite", "projects/house.md")
    assert refused.value.code is Code.ORIGIN
    assert "a routine" in refused.value.message
    assert "append or create" in refused.value.hint
    assert "ropose" in refused.value.hint
    assert refused.value.details["allowed"] == ["append", "create", "propose"]


def test_a_refusal_by_path_names_the_owner() -> None:
    with pytest.raises(Refused) as refused:
        preset("nest").decide(ME, Origin.CHAT, "append", "agents/laptop/claude/memory.md")
    assert refused.value.code is Code.POLICY
    assert "belongs to laptop/claude" in refused.value.message


def test_owners_are_read_off_the_paths() -> None:
    policy = preset("nest")
    assert policy.owner("agents/vps/hermes/topics/a.md") == "vps/hermes"
    assert policy.owner("agents/vps/x.md") is None
    assert policy.owner("projects/a.md") is None
    assert preset("layers").owner("bots/hermes/bot-memory/MEMORY.md") is None


def test_an_append_only_rule_refuses_every_other_verb_a_move_included() -> None:
    policy = parse_config(b'[[rule]]\npaths = "daily/**"\nagents = ["append"]\n')
    assert policy.fault is None
    for origin in Origin:
        assert allowed(policy, "daily/2026-11-30.md", origin) == {"append"}
    with pytest.raises(Refused):
        policy.decide(ME, Origin.CHAT, "move", "daily/2026-11-30.md")
    assert "edit" in allowed(policy, "other.md")


def test_the_first_rule_that_matches_wins() -> None:
    policy = parse_config(
        b'[[rule]]\npaths = "a/open.md"\nagents = ["append", "edit"]\n[[rule]]\npaths = "a/**"\nagents = ["propose"]\n'
    )
    assert allowed(policy, "a/open.md") == {"append", "edit"}
    assert allowed(policy, "a/b/c.md") == {"propose"}


def test_braces_without_an_owner_stand_for_the_writer() -> None:
    policy = parse_config(b'[[rule]]\npaths = "desks/{host}/{agent}/**"\nagents = ["append"]\n')
    assert allowed(policy, "desks/vps/hermes/a.md") == {"append"}
    assert allowed(policy, "desks/vps/other/a.md") == ADDING | {"edit", "rewrite"}


def test_a_fixed_owner_keeps_all_others_to_proposals() -> None:
    policy = parse_config(b'[[rule]]\npaths = "house/**"\nowner = "vps/hermes"\nagents = ["append", "edit"]\n')
    assert allowed(policy, "house/a.md") == {"append", "edit"}
    assert allowed(policy, "house/a.md", identity="laptop/claude") == {"propose"}
    assert policy.owner("house/a.md") == "vps/hermes"


def test_rules_hold_for_other_spellings_of_a_path_that_some_disks_take_for_the_same() -> None:
    policy = parse_config('[[rule]]\npaths = "café/**"\nagents = ["propose"]\n'.encode())
    assert allowed(policy, "Cafe\u0301/a.md") == {"propose"}
    assert allowed(policy, "CAFÉ/a.md") == {"propose"}


def test_no_identity_is_a_pattern() -> None:
    assert allowed(preset("nest"), "agents/vps/hermes/a.md", identity="*/*") == {"propose"}
    assert allowed(preset("nest"), "agents/vps/hermes/a.md", identity="") == {"propose"}


def test_a_path_that_leads_out_is_refused_whatever_the_rules() -> None:
    with pytest.raises(Refused) as refused:
        preset("nest").decide(ME, Origin.CHAT, "append", "agents/vps/hermes/../../../queen/x.md")
    assert refused.value.code is Code.OUTSIDE


@pytest.mark.parametrize(
    ("paths", "layout"),
    [
        ([], "flat"),
        (["INDEX.md", "projects/a.md"], "flat"),
        (["INDEX.md", "agents/vps/hermes/outbox/a.md"], "flat"),
        (["INDEX.md", "bots/x/bot-memory/a.md"], "flat"),
        (["MEMORY.md", "travel.md"], "claude"),
        (["queen/agent-rules.md", "INDEX.md"], "nest"),
        (["agents/vps/hermes/memory.md", "projects/a.md"], "nest"),
        (["shared/resident.md"], "nest"),
        (["shared-memory/MEMORY.md"], "layers"),
        (["bots/hermes/bot-memory/MEMORY.md"], "layers"),
        (["notes/a.md"], "flat"),
    ],
)
def test_a_layout_is_recognised_from_the_folders(paths: list[str], layout: str) -> None:
    assert recognise(paths) == layout


def lines(*numbers: int) -> bytes:
    return b"".join(b"- fact number %d\n" % number for number in numbers)


def test_a_dream_makes_few_changes_with_evidence_and_takes_out_only_agents_lines() -> None:
    before = lines(*range(12))
    agents = [True] * 12
    quotes = ["I moved to Berlin last week"] * 20
    assert dream_budget(before, before + lines(12), agents, quotes) is None
    assert dream_budget(before, lines(*range(9)), agents, quotes) is None
    for after, authors, said, made, why in (
        (lines(*range(8)), agents, quotes, 0, "a quarter"),
        (before + lines(*range(20, 31)), agents, quotes, 0, "at most 10"),
        (before + lines(20), agents, quotes, 10, "at most 10"),
        (lines(*range(11)), [True] * 11 + [False], quotes, 0, "Line 12 is not proven"),
        (lines(*range(11)), [True] * 11, quotes, 0, "Line 12 is not proven"),
        (before + lines(20), agents, [], 0, "needs a quote"),
        (before + lines(20), agents, ["yes please"], 0, "needs a quote"),
    ):
        refused = dream_budget(before, after, authors, said, made=made)
        assert refused is not None
        assert refused.code is Code.ORIGIN
        assert why in refused.message
