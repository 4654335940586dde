"""One declaration per command: keys, footer, help, palette and handler agree in every screen that there is."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

import pytest
from tests.tui.stand_in import QueueScreen, StandIn, app_on, settled
from textual.keys import _character_to_key

import memwarden_tui.screens
import memwarden_tui.widgets
from memwarden_tui import speaking
from memwarden_tui.app import MemwardenApp
from memwarden_tui.commands import Command, Commanded, joined, leads, offers
from memwarden_tui.keys import written
from memwarden_tui.screens.frame import Frame
from memwarden_tui.screens.offerlist import grouped, keys_of, one_by_one
from memwarden_tui.widgets.footer import items

MANGLED = ("alt", "ctrl+i", "ctrl+m", "ctrl+h", "ctrl+left_square_bracket", "shift+enter", "ctrl+left", "ctrl+right")


def every_host() -> list[type[Commanded]]:
    for package in (memwarden_tui.screens, memwarden_tui.widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    found, ahead = [], [Commanded]
    while ahead:
        ahead.extend(children := ahead.pop().__subclasses__())
        found.extend(child for child in children if child.__module__.startswith("memwarden_tui"))
    return sorted(set(found), key=lambda host: host.__name__)


HOSTS = every_host()


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_every_command_has_a_handler(host: type[Commanded]) -> None:
    for command in host.commands():
        assert callable(getattr(host, f"do_{command.id}", None)), command.id


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_no_key_of_a_screen_means_two_things(host: type[Commanded]) -> None:
    keys = [key for command in host.commands() if command.keys for key in command.keys.split(",")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_no_key_is_one_that_terminals_mangle(host: type[Commanded]) -> None:
    for command in host.commands():
        assert not any(key.startswith(MANGLED) for key in command.keys.split(","))


PUSHED = [host for host in HOSTS if issubclass(host, Frame) and host.CRUMB and not host.__subclasses__()]
TYPED_INTO = {"", "Input", "EditArea"}


@pytest.mark.parametrize("host", [host for host in PUSHED if host.AUTO_FOCUS not in TYPED_INTO])
def test_a_pushed_screen_names_the_way_out_in_its_last_row(host: type[Frame]) -> None:
    assert any(command.key == "escape" and command.footer for command in host.commands())


@pytest.mark.parametrize("host", PUSHED)
def test_a_pushed_screen_on_which_a_key_writes_what_is_decided_there_leaves_older_acts_alone(host: type[Frame]) -> None:
    writes = {command.id for command in host.commands() if command.writes}
    assert host.PREPARES or not writes & {"write", "confirm", "yours", "continue"}


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_every_command_says_what_it_does_and_joins_one_that_is_there(host: type[Commanded]) -> None:
    known = {command.id for command in host.commands()} | {"open"}
    for command in host.commands():
        assert command.help and (command.label or command.joins) and command.help != command.together
        assert not command.joins or command.joins in known


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_every_key_is_bound_to_its_command(host: type[Commanded]) -> None:
    bound = dict(host._merged_bindings or [])
    for command in host.commands():
        for key in filter(None, command.keys.split(",")):
            binding = bound[_character_to_key(key) if len(key) == 1 else key]
            assert binding.action == f"command({command.id!r})"


async def test_whatever_is_offered_is_in_the_help_and_in_the_palette() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        found = offers(app.screen)
        listed = {row.offer.command.id for row in one_by_one(found)}
        assert listed == {one.command.id for one in found}
        helped = [row for rows in grouped(found).values() for row in rows]
        shown = " ".join(row.keys for row in helped)
        for one in found:
            key = written(one.command.key)
            assert not key or key in shown or key in {"2", "3", "4"}
        assert {"Review", "Panes", "Everywhere"} == set(grouped(found))


async def test_joined_commands_stand_on_one_line() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        found = offers(app.screen)
        lines = {row.says: row.keys for rows in grouped(found).values() for row in rows}
        assert lines["Undo, redo my last act"] == "u U"
        assert lines["Review, Notes, Mail, Agents, Activity"] == "1 to 5"
        assert lines["Down, up, first, last"] == "j k g G"


def test_a_command_that_joins_one_that_is_not_offered_leads_its_own_line() -> None:
    class Host(Commanded):
        KEYS = (
            Command("older", "[", "Older, newer", "Older", footer=1, together="Older, newer"),
            Command("newer", "]", "", "Newer", footer=1, joins="older"),
        )

    class Half(Commanded):
        KEYS = (Command("newer", "]", "Newer", "Newer", footer=1, joins="older"),)

    whole, half = fake_offers(Host()), fake_offers(Half())
    assert keys_of(joined(whole, leads(whole)[0])) == "[ ]"
    assert [(one.keys, one.label) for one in items(whole)] == [("[ ]", "Older, newer")]
    assert [(one.keys, one.label) for one in items(half)] == [("]", "Newer")]


def fake_offers(host: Commanded) -> tuple[Any, ...]:
    from memwarden_tui.commands import Offer

    return tuple(Offer(command, host) for command in host.commands())


def test_a_screen_that_declares_a_command_anew_overrules_its_base() -> None:
    class Louder(QueueScreen):
        KEYS = (Command("restore", "r", "RESTORE", "Restore it all", writes=True, footer=1),)

    found = {command.id: command.label for command in Louder.commands()}
    assert found["restore"] == "RESTORE" and found["accept"] == "Accept" and found["filter"] == "Filter"


async def test_readonly_takes_away_every_command_that_writes() -> None:
    app = app_on(readonly=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert not any(one.command.writes for one in offers(app.screen))
        await pilot.press("r", "u")
        await settled(pilot)
        assert app.screen.done == "" and app.said
        assert app.said.text == "Undo is not possible: opened to read only."
        await pilot.press("y")
        assert app.screen.done == "copy"


async def test_a_tree_that_is_readonly_itself_is_enough() -> None:
    tree = StandIn()
    tree.readonly = True
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert not any(one.command.writes for one in offers(app.screen))


async def test_a_command_is_possible_only_while_its_condition_holds() -> None:
    class Sometimes(QueueScreen):
        KEYS = (Command("restore", "r", "Restore", "Restore", show=lambda s: s.may, unless="Nothing was removed."),)
        may = False

    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = Sometimes()
        await app.push_screen(screen)
        await settled(pilot)
        await pilot.press("r")
        assert screen.done == "" and app.said and app.said.text == "Nothing was removed."
        screen.may = True
        await pilot.press("r")
        assert screen.done == "restore"


async def test_a_key_that_does_nothing_says_so_and_the_next_one_takes_the_words_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(speaking, "READ", -1.0)
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for key, name in (("%", "%"), ("f5", "f5")):
            await pilot.press(key)
            assert app.said and app.said.text == f"{name} does nothing here."
        await pilot.press("j")
        assert app.said is None
        await pilot.press("r", "j")
        assert app.said and app.said.act == "Undo"


def test_the_app_has_a_key_for_each_of_the_five_views() -> None:
    keys = {command.key: command.id for command in MemwardenApp.commands()}
    assert [keys[digit] for digit in "12345"] == ["review", "notes", "mail", "agents", "activity"]
