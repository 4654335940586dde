"""What is read without click is read as click reads it, and everything else is left to click."""

from __future__ import annotations

from typing import Any

import click
import pytest

from memwarden.interfaces.cli.append import append
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Everywhere
from memwarden.interfaces.cli.plain import EVERYWHERE, FLAGS, OPTIONS, plain
from memwarden.interfaces.cli.read import read
from memwarden.interfaces.cli.verbs import root

PLAIN = (
    ["read"], ["read", "travel"], ["--json", "read", "a.md"], ["read", "--tree", "~/m", "--json"], ["read", ""],
    ["append", "a.md", "- milk"], ["append", "a.md", "---"], ["append", "a.md", "-"],
    ["--as", "vps/hermes", "append", "a.md", "x", "--why", "asked", "--key", "k", "--dated", "--source", "- said"],
    ["append", "--key", "a", "a.md", "--key", "b", "", "--origin", "chat"], ["append", "a.md", "--why", "", "\udce9"],
    ["append", "a.md", "-- two dashes"], ["append", "read", "append"],
)  # fmt: skip
LEFT_TO_CLICK = (
    [], ["--help"], ["read", "--help"], ["append", "a.md"], ["append", "a", "b", "c"], ["read", "a", "b"], ["log"],
    ["append", "a.md", "x", "--keys", "k"], ["append", "a.md", "x", "--key=k"], ["append", "a.md", "x", "--key"],
    ["append", "a.md", "x", "--key", "--dated"], ["append", "a.md", "x", "--origin", "me"], ["read", "--dated"],
    ["append", "a.md", "--", "-x"], ["read", "-j"], ["--version"], ["append", "a.md", "x", "--origin", ""],
)  # fmt: skip


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the verbs would have been given."""
    found: dict[str, Any] = {}
    for module in ("read", "note_shown"):
        monkeypatch.setattr(f"memwarden.interfaces.cli.{module}.show_topic", lambda _, topic: found.update(topic=topic))
    for module in ("append", "wrote"):
        monkeypatch.setattr(
            f"memwarden.interfaces.cli.{module}.append_to",
            lambda _, note, text, **more: found.update(note=note, text=text, **more),
        )
    return found


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_a_plain_line_is_read_as_click_reads_it(arguments: list[str], said: dict[str, Any]) -> None:
    plainly, by_click = Door(), Door()
    act = plain(plainly, arguments)
    assert act is not None
    act()
    found = dict(said)
    said.clear()
    with root.make_context("memwarden", list(arguments), obj=by_click) as context:
        root.invoke(context)
    assert (found, vars(plainly)) == (said, vars(by_click))


@pytest.mark.parametrize("arguments", LEFT_TO_CLICK, ids=" ".join)
def test_what_is_not_plain_is_left_to_click_and_says_nothing_to_the_door(arguments: list[str]) -> None:
    door = Door()
    assert plain(door, arguments) is None and vars(door) == vars(Door())


@pytest.mark.parametrize(("name", "command"), [("read", read), ("append", append)])
def test_no_option_of_the_two_verbs_is_missing(name: str, command: click.Command) -> None:
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert {one.opts[0] for one in options if isinstance(one, Everywhere)} == EVERYWHERE
    assert {one.opts[0] for one in options if not isinstance(one, Everywhere)} == OPTIONS[name]
    assert {one.opts[0] for one in options if one.is_flag} <= FLAGS
