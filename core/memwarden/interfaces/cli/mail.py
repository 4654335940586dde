"""`mail`: threads, one message, and what a reader answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from memwarden.errors import Refused
from memwarden.interfaces.cli import say
from memwarden.interfaces.cli.door import Door
from memwarden.interfaces.cli.group import Verbs
from memwarden.interfaces.cli.mail_shown import letter, message_row, thread_row
from memwarden.interfaces.cli.table import show
from memwarden.interfaces.cli.texts import text_of
from memwarden.interfaces.cli.who import reader
from memwarden.interfaces.mail_shapes import message_shape, thread_shape
from memwarden.text.lines import decode

if TYPE_CHECKING:
    from memwarden.memory.mailbox import Mailbox
    from memwarden.memory.messages import Message


@click.group(cls=Verbs, invoke_without_command=True)
@click.pass_context
def mail(context: click.Context) -> None:
    """Read, send and answer mail; without a verb, list the messages."""
    if context.invoked_subcommand is None:
        _list(context.obj, everybody=False, archived=False)


@mail.command("list")
@click.option("--all", "everybody", is_flag=True, help="Also mail between others.")
@click.option("--archived", is_flag=True, help="Also what was put away.")
@click.pass_obj
def list_(door: Door, everybody: bool, archived: bool) -> None:
    """List the messages, those of waiting and unread threads first."""
    _list(door, everybody=everybody, archived=archived)


@mail.command()
@click.option("--all", "everybody", is_flag=True, help="Also threads between others.")
@click.pass_obj
def threads(door: Door, everybody: bool) -> None:
    """List the threads, waiting tasks first."""
    found = _mailbox(door).threads(mine=not everybody)
    if door.json:
        say.value([thread_shape(thread) for thread in found])
        return
    show([thread_row(thread) for thread in found], empty="There is no mail.")


@mail.command()
@click.argument("message")
@click.pass_obj
def read(door: Door, message: str) -> None:
    """Print MESSAGE (an id, or its last eight digits) and mark it as read."""
    found = _mailbox(door).find(message)
    if door.json:
        say.value(message_shape(found, body=True))
    else:
        letter(found)
    _mark_read(door, found)


@mail.command()
@click.argument("to")
@click.argument("subject")
@click.argument("text")
@click.option("--type", "kind", type=click.Choice(["message", "task", "broadcast"]), default="message")
@click.option("--new", is_flag=True, help="The recipient is one whom nobody has seen yet.")
@click.pass_obj
def send(door: Door, to: str, subject: str, text: str, kind: str, new: bool) -> None:
    """Send TEXT (- for stdin) to an identity, or to all."""
    _sent(door, door.writer().send(to, subject, decode(text_of(text)), type=kind, new=new))


@mail.command()
@click.argument("message")
@click.argument("text")
@click.option("--subject", default="", help="Else the subject that is answered.")
@click.pass_obj
def reply(door: Door, message: str, text: str, subject: str) -> None:
    """Answer MESSAGE with TEXT (- for stdin)."""
    from memwarden.memory.outbox import subject_again

    writer = door.writer()
    found = door.tree().mailbox(writer.identity).find(message)
    to = found.to if found.sender == writer.identity else found.sender
    said = writer.send(
        to, subject or subject_again(found.subject), decode(text_of(text)), thread=found.thread, reply_to=found.id
    )
    _sent(door, said)


@mail.command()
@click.argument("message")
@click.pass_obj
def ack(door: Door, message: str) -> None:
    """Tell the sender of MESSAGE that you have it."""
    _sent(door, door.writer().acknowledge(message))


@mail.command()
@click.argument("message")
@click.option("--undo", "back", is_flag=True, help="Take it out of the archive again.")
@click.pass_obj
def archive(door: Door, message: str, back: bool) -> None:
    """Put MESSAGE away for you."""
    door.writer().mark(message, "unarchived" if back else "archived")
    if not door.json:
        say.line(f"{'brought back' if back else 'archived'} {message}")
    else:
        say.value({"message": message, "archived": not back})


def _me(door: Door) -> str:
    return reader(door.tree(), door.as_whom)


def _mailbox(door: Door) -> Mailbox:
    return door.tree().mailbox(_me(door))


def _list(door: Door, *, everybody: bool, archived: bool) -> None:
    found = [
        message
        for thread in _mailbox(door).threads(mine=not everybody)
        for message in thread.messages
        if archived or not message.state.archived
    ]
    if door.json:
        say.value([message_shape(message) for message in found])
        return
    me = _me(door)
    show([message_row(message, me) for message in found], empty="There is no mail.")


def _mark_read(door: Door, message: Message) -> None:
    """Only where it is certain whose eyes these are."""
    if message.state.read or not message.is_for(_me(door)):
        return
    try:
        door.writer().mark(message.id, "read")
    except Refused:
        return


def _sent(door: Door, message: Message) -> None:
    if door.json:
        say.value(message_shape(message))
    else:
        say.line(f"sent to {message.to}: {message.id}")
