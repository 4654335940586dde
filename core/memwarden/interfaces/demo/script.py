"""The words a demo's story is written in: what somebody did, and how long ago."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from memwarden.errors import Refused
from memwarden.interfaces.demo.stage import Stage, ago
from memwarden.memory.edits import Replace
from memwarden.store.records import Origin

Do = Callable[[Stage], object]


@dataclass(frozen=True, slots=True)
class Event:
    ago: timedelta
    do: Do


Story = tuple[Event, ...]


def play(stage: Stage, stories: Iterable[Story]) -> None:
    """Let everything happen in the order of time."""
    events = [event for story in stories for event in story]
    for event in sorted(events, key=lambda event: event.ago, reverse=True):
        stage.clock.stand(event.ago)
        event.do(stage)


def act(when: str, do: Do) -> Event:
    return Event(ago(when), do)


def create(
    when: str, who: str, note: str, text: str, section: str | None = None, about: str = "", *, why: str = ""
) -> Event:
    """A note, and with a section its line in the index."""
    return act(
        when,
        lambda stage: stage.writer(who).create(note, stage.fill(text), link=section, description=about, why=why),
    )


def append(
    when: str, who: str, note: str, text: str, why: str = "", *, origin: Origin | None = None, source: str = ""
) -> Event:
    return act(when, lambda stage: stage.writer(who, origin).append(note, stage.fill(text), why=why, source=source))


def edit(when: str, who: str, note: str, *swaps: tuple[str, str], why: str = "") -> Event:
    """Each swap takes a text that stands in the note once, and what stands there afterwards."""

    def do(stage: Stage) -> None:
        edits = [Replace(stage.fill(old), stage.fill(new)) for old, new in swaps]
        stage.writer(who, Origin.CHAT).edit(note, edits, why=why)

    return act(when, do)


def rewrite(when: str, who: str, note: str, text: str, *, why: str = "") -> Event:
    """The whole note anew, on the revision as it is then."""

    def do(stage: Stage) -> None:
        writer = stage.writer(who)
        writer.rewrite(note, stage.fill(text), base=writer.read(note).revision, why=why)

    return act(when, do)


def refused(event: Event) -> Event:
    """The same, by somebody who is turned down."""

    def do(stage: Stage) -> None:
        try:
            event.do(stage)
        except Refused:
            return
        raise AssertionError("the demo's story has a write that should have been refused")

    return Event(event.ago, do)


def saved(when: str, note: str, old: str, new: str) -> Event:
    """An editor's save, past the gate."""

    def do(stage: Stage) -> None:
        text = stage.tree.text(note).text
        stage.save_outside(note, text.replace(stage.fill(old), stage.fill(new)))

    return act(when, do)
