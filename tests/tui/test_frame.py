"""The frame: views, news that steal nothing, toasts, undo, work in threads, width, what is kept."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from tests.conftest import MakeTree
from tests.tui.stand_in import QUEUE, PushedScreen, StandIn, app_on, screen_text, settled, views
from textual.worker import WorkerState

from memwarden.errors import Code, DiskFailed, Refused
from memwarden.sync.syncthing_state import DeviceState, SyncState
from memwarden_tui.app import MemwardenApp
from memwarden_tui.peers import peers
from memwarden_tui.widgets.footer import Footer
from memwarden_tui.widgets.header import Header
from memwarden_tui.widgets.listpane import ListPane
from memwarden_tui.widgets.toast import Toast


class Failing(StandIn):
    full = False

    def review(self, *, patient: bool = True) -> Sequence[object]:
        if self.full:
            raise DiskFailed("The disk is full.", "Free some space.")
        return super().review()


async def test_the_app_opens_in_review_when_something_waits_and_in_notes_when_nothing_does() -> None:
    for queue, view in ((QUEUE, "review"), ((), "notes")):
        app = app_on(StandIn(queue))
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            assert app.current_mode == view


async def test_the_view_that_was_left_opens_again_when_nothing_waits() -> None:
    tree = StandIn(())
    tree.ui = {"view": "mail", "screens": {}}
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert app.current_mode == "mail"


@pytest.mark.parametrize("kept", [{}, {"view": 7, "screens": []}, {"view": "gone", "screens": {"QueueScreen": 3}}])
async def test_what_was_kept_by_another_version_does_no_harm(kept: dict[str, object]) -> None:
    tree = StandIn(())
    tree.ui = kept
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert app.current_mode == "notes"


async def test_digits_and_clicks_on_tabs_change_the_view() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("3")
        await settled(pilot)
        assert app.current_mode == "mail"
        assert app.screen.query_one(Header).active == "mail"
        await pilot.click(Header, offset=(40, 0))
        await settled(pilot)
        assert app.current_mode == "notes"


async def test_the_title_of_the_terminal_shows_how_many_wait() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert app.title == "memwarden ~/memory (9)"


async def test_cursor_filter_and_view_are_kept_over_a_restart() -> None:
    tree = StandIn()
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"agent", "enter", "q")
        await settled(pilot)
    assert tree.ui["view"] == "review"
    again = app_on(tree)
    async with again.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        pane = again.screen.query_one(ListPane)
        assert pane.list.needle == "agent" and pane.field.value == "agent"
        assert pane.list.row is not None and pane.list.row.id == "proposal:queen/agent-rules.md"


async def test_news_change_the_list_and_leave_focus_and_cursor_alone() -> None:
    tree = StandIn()
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("j", "j")
        focused = app.focused
        tree.queue = (("conflict", "danger", "new.md", "just now", "1 s"), *QUEUE)
        app.notify_changed()
        await settled(pilot)
        pane = app.screen.query_one(ListPane)
        assert len(pane.list.rows) == 10 and app.header.review == 10
        assert app.focused is focused
        assert pane.list.row is not None and pane.list.row.id == "lost lines:facts/people.md"


async def test_a_view_that_is_not_looked_at_is_fetched_when_it_is_looked_at_again() -> None:
    tree = StandIn()
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        await settled(pilot)
        tree.queue = QUEUE[:2]
        app.tree_changed()
        await settled(pilot)
        await pilot.press("1")
        await settled(pilot)
        assert len(app.screen.query_one(ListPane).list.rows) == 2


async def test_undo_says_what_it_took_back_and_how_to_do_it_again() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert "Undone: restore of travel.md.   U Redo" in screen_text(app)[-2]


async def test_a_refusal_is_a_toast_with_its_hint_and_the_app_goes_on() -> None:
    tree = StandIn()
    tree.undoable = False
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert "There is nothing of yours to undo. Writes of agents stay." in screen_text(app)[-2]
        assert app.said is not None and app.said.tone == "warn"


async def test_a_failure_of_the_machine_while_fetching_is_said_and_the_view_stays() -> None:
    tree = Failing()
    app = app_on(tree)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        tree.full = True
        app.notify_changed()
        await settled(pilot)
        assert app.said is not None and (app.said.text, app.said.tone) == ("The disk is full.", "danger")
        assert len(app.screen.query_one(ListPane).list.rows) == 9 and app.header.review == 9


async def test_a_toast_goes_along_to_the_screen_that_is_shown_next_and_off_the_cursor() -> None:
    app = app_on()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.say("Done.")
        await app.push_screen(PushedScreen())
        await settled(pilot)
        assert "Done." in screen_text(app)[22]
        await pilot.press("G")
        await settled(pilot)
        toast, cursor = app.screen.query_one(Toast).region, app.focused.cursor_region
        assert not cursor.overlaps(toast)


async def test_work_that_takes_long_says_what_it_does_and_esc_stops_it() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        gate = Event()

        async def wait() -> None:
            await app.in_thread(gate.wait, "Reading the history")

        worker = app.run_worker(wait())
        while app.doing is None:
            await pilot.pause(0.05)
        assert "Reading the history" in screen_text(app)[-2] and "esc Stop" in screen_text(app)[-2]
        await pilot.press("escape")
        gate.set()
        await settled(pilot)
        assert worker.state is WorkerState.CANCELLED
        assert app.doing is None


async def test_work_in_a_thread_gives_its_result_or_raises_its_own_error() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert await app.in_thread(lambda: 41 + 1) == 42

        def refuse() -> None:
            raise Refused(Code.STALE, "It moved on.")

        with pytest.raises(Refused, match="It moved on"):
            await app.in_thread(refuse)


async def test_esc_clears_a_filter_then_leaves_a_pushed_screen_and_never_a_view() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await settled(pilot)
        assert isinstance(app.screen, PushedScreen)
        assert "Review › Conflict › projects/atlas.md" in screen_text(app)[2]
        await pilot.press("slash", "x", "enter")
        await settled(pilot)
        pane = app.screen.query_one(ListPane)
        assert pane.is_filtered
        await pilot.press("escape")
        assert not pane.is_filtered and isinstance(app.screen, PushedScreen)
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert app.current_mode == "review" and not app.screen.is_pushed


async def test_letters_typed_into_a_filter_are_no_commands() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"req1?")
        await settled(pilot)
        assert app.screen.done == "" and app.is_running and app.current_mode == "review"
        assert screen_text(app)[-1].split() == ["enter", "Keep", "esc", "Clear"]


async def test_an_async_command_runs_as_a_worker() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert app.screen.done == "accepted"


async def test_a_click_on_the_footer_runs_the_command() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.click("Footer", offset=(screen_text(app)[-1].index("Restore some"), 0))
        assert app.screen.done == "some"


async def test_nothing_of_work_that_is_done_waits_for_garbage_to_be_looked_for() -> None:
    class Large:
        def read(self) -> Large:
            return Large()

    app = app_on()
    async with app.run_test() as pilot:
        await settled(pilot)
        gc.disable()
        try:
            given = Large()
            found = await app.in_thread(given.read)
            kept = weakref.ref(given), weakref.ref(found)
            del given, found
            assert [one() for one in kept] == [None, None]
        finally:
            gc.enable()


async def test_the_footer_stays_as_it_is_while_the_same_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    app, drawn = app_on(), []
    draw = Footer.render
    monkeypatch.setattr(Footer, "render", lambda footer: drawn.append(footer) or draw(footer))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        drawn.clear()
        await pilot.press("j")
        await settled(pilot)
        assert not drawn
        await pilot.press("slash")
        await settled(pilot)
        assert drawn


@pytest.mark.parametrize(
    ("size", "classes"),
    [
        ((80, 24), {"-narrow", "-short"}),
        ((100, 30), {"-two", "-tall"}),
        ((120, 40), {"-two", "-wide", "-tall"}),
        ((160, 48), {"-wide", "-three", "-tall"}),
    ],
)
async def test_the_width_and_height_classes(size: tuple[int, int], classes: set[str]) -> None:
    app = app_on()
    async with app.run_test(size=(111, 40)) as pilot:
        await settled(pilot)
        await pilot.resize_terminal(*size)
        await settled(pilot)
        known = {"-narrow", "-two", "-wide", "-three", "-tall", "-short"}
        assert app.screen.classes & known == classes
        assert len(screen_text(app)) == size[1]


async def test_a_tall_screen_has_air_and_a_short_one_has_none() -> None:
    for size, row in (((120, 40), 2), ((120, 24), 1)):
        app = app_on()
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            assert screen_text(app)[row].startswith(" Waiting for you ━")


async def test_plus_shows_the_pane_alone_and_then_all_again() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("+")
        await settled(pilot)
        assert "lisbon-move.md ─" not in screen_text(app)[2]
        await pilot.press("+")
        await settled(pilot)
        assert "lisbon-move.md ─" in screen_text(app)[2]


async def test_what_textual_itself_notifies_is_a_toast_without_markup() -> None:
    app = app_on()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        app.notify("Saved [b]it[/b]", title="Screenshot")
        await settled(pilot)
        assert "Screenshot: Saved it" in screen_text(app)[-2]


async def test_a_write_outside_a_real_tree_comes_to_the_screen(make_tree: MakeTree) -> None:
    tree = make_tree({"INDEX.md": "- [a](a.md)\n", "a.md": "one\n"})
    app = MemwardenApp(tree, views=views())
    tree.queue = ()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        seen: list[str] = []
        app.screen.reload = lambda: seen.append("reload")
        Path(tree.root, "a.md").write_bytes(b"one\ntwo\n")
        for _ in range(100):
            if seen:
                break
            await pilot.pause(0.05)
        assert seen and tree.history("a.md").versions()[0].added == 1


async def test_the_header_tells_what_carries_the_tree_and_what_is_wrong() -> None:
    now = datetime(2026, 6, 17, 12, tzinfo=UTC)
    device = DeviceState("ID", "vps", True, False, 3, None)
    gone = replace(device, name="pi", connected=False, last_seen=now - timedelta(hours=3))

    def say(state: SyncState | None) -> list[str] | None:
        found = peers(Carried(state), now)
        return None if found is None else [peer.text for peer in found]

    assert say(None) is None
    assert say(SyncState(True)) == []
    assert say(SyncState(False)) == ["Syncthing does not answer"]
    assert say(SyncState(True, devices=(gone, device))) == ["vps 3 behind", "pi offline 3 h"]
    assert say(SyncState(True, paused=True, behind_items=2, errors=("x",))) == [
        "2 to come",
        "sync paused",
        "1 sync error",
    ]
    assert say(SyncState(True, kept_here=2, devices=(replace(device, declines="does not share this folder"),))) == [
        "vps takes nothing",
        "2 not sent",
    ]


class Carried:
    def __init__(self, state: SyncState | None) -> None:
        self._state = state

    def state(self) -> SyncState | None:
        return self._state
