"""The words for mail in a demo's story: who wrote to whom, who answered, who has read it."""

from __future__ import annotations

from memwarden.interfaces.demo.script import Event, act
from memwarden.interfaces.demo.stage import ME, Stage


def letter(when: str, who: str, to: str, subject: str, text: str, *, type: str = "message") -> Event:
    """A letter that begins a thread; the rest of the story calls it by its subject."""

    def do(stage: Stage) -> None:
        stage.sent[subject] = stage.writer(who).send(stage.name(to), subject, stage.fill(text), type=type)

    return act(when, do)


def answer(when: str, who: str, subject: str, text: str) -> Event:
    """An answer to whoever wrote the thread's last letter that was not one's own."""

    def do(stage: Stage) -> None:
        writer, first = stage.writer(who), stage.sent[subject]
        to = first.to if first.sender == writer.identity else first.sender
        stage.sent[subject] = writer.send(
            to, f"Re: {subject}", stage.fill(text), thread=first.thread, reply_to=first.id
        )

    return act(when, do)


def have_read(when: str, *subjects: str, state: str = "read") -> Event:
    """What the person did with the last letter of each of these threads."""

    def do(stage: Stage) -> None:
        for subject in subjects:
            stage.me.mark(stage.sent[subject].id, state)

    return act(when, do)


def acknowledge(when: str, subject: str, *readers: str) -> Event:
    def do(stage: Stage) -> None:
        for who in readers or (ME,):
            stage.writer(who).acknowledge(stage.sent[subject].id)

    return act(when, do)
