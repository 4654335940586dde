"""Times until the first screen of long notes and differences stands; run as a script, prints medians in ms."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult

from memwarden_tui.widgets.diffmodel import DiffModel
from memwarden_tui.widgets.diffview import DiffView
from memwarden_tui.widgets.gutter import Face, LineMark
from memwarden_tui.widgets.lineview import LineView
from memwarden_tui.widgets.noteview import NoteView

RUNS = 5
WORDS = "aisle seats preferred on all night trains and never before seven unless Ana is with me "
FACES = (Face("you", "person"), Face("vps/hermes", "agent2"), Face("laptop/claude", "agent5"))


class Bench(App[None]):
    """One view that fills the screen."""

    def __init__(self, view: LineView) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        yield self.view


def note(count: int) -> list[str]:
    return [f"- {index} {WORDS[: 20 + index % 60]}" for index in range(count)]


def marks(count: int) -> list[LineMark]:
    return [LineMark(FACES[index // 7 % 3], True, "3 min ago") for index in range(count)]


async def first_screen(view: LineView, fill: Callable[[], None]) -> float:
    """Milliseconds from handing over the text until every row of the screen is drawn."""
    app = Bench(view)
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        begun = time.perf_counter()
        fill()
        for row in range(view.size.height):
            view.render_line(row)
        return (time.perf_counter() - begun) * 1000


async def show_note(lines: list[str]) -> float:
    view, who = NoteView(), marks(len(lines))
    return await first_screen(view, lambda: view.show_note(lines, who))


async def to_the_end(lines: list[str]) -> float:
    view = NoteView()

    def fill() -> None:
        view.show_note(lines)
        view.do_last()

    return await first_screen(view, fill)


async def show_difference(before: bytes, after: bytes) -> float:
    view = DiffView()
    return await first_screen(view, lambda: view.show_diff(DiffModel.build(before, after)))


def changed(count: int) -> tuple[bytes, bytes]:
    """Two texts between which every second of `count` lines differs by a word."""
    lines = note(count)
    others = [line + " or so" if index % 2 else line for index, line in enumerate(lines)]
    return "\n".join(lines).encode(), "\n".join(others).encode()


def rewritten(count: int) -> tuple[bytes, bytes]:
    """Two texts of half of `count` lines each with no line in common: one hunk."""
    lines = note(count // 2)
    return "\n".join(lines).encode(), "\n".join(f"{line} new" for line in lines).encode()


async def median(run: Callable[[], Awaitable[float]]) -> float:
    return statistics.median([await run() for _ in range(RUNS)])


async def main() -> None:
    whole, half = changed(12_000), rewritten(12_000)
    cases: list[tuple[str, Callable[[], Awaitable[float]]]] = [
        ("note of 20,000 lines, 1 MB", lambda: show_note(note(20_000))),
        ("its last screen", lambda: to_the_end(note(20_000))),
        ("note of 200,000 lines", lambda: show_note(note(200_000))),
        ("one line of 5 MB", lambda: show_note([WORDS * 60_000])),
        ("note of 20,000 lines in Chinese", lambda: show_note(["- 记忆属于几个代理人和一个人，" * 3] * 20_000)),
        ("difference of 12,000 lines, half of them changed", lambda: show_difference(*whole)),
        ("difference of 12,000 lines, one hunk", lambda: show_difference(*half)),
    ]
    for name, run in cases:
        sys.stdout.write(f"{name:<50} {await median(run):8.1f} ms\n")


if __name__ == "__main__":
    asyncio.run(main())
