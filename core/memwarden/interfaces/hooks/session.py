"""The two ends of an agent's session: what it should know at its start, and nothing that could hold it at its end."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memwarden.interfaces.hooks.answer import Answer
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.places import Place
from memwarden.interfaces.hooks.who import actor_of, opened
from memwarden.memory.landing import landed
from memwarden.memory.residents import Budget
from memwarden.store.records import Grade

_WHOLE = {"claude": 10_000}
"""UTF-16 units that a program takes in. Of a longer text Claude Code shows the first 2 KB, and a file with the rest."""


def begin(options: Options, call: Call, place: Place) -> Answer:
    """The opening, with unread mail and what waits, as the program takes it into the conversation."""
    actor = actor_of(options, call)
    with opened(place.root, actor) as tree:
        text = tree.opening(actor.by, Budget(whole=_WHOLE.get(options.client, 0)), origin=actor.origin).text
    context = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    said = {"hookEventName": call.event or "SessionStart", "additionalContext": context}
    return Answer(json.dumps({"hookSpecificOutput": said}) + "\n")


def end(options: Options, call: Call, places: Sequence[Place]) -> Answer:
    """Take in and judge what calls left that were announced and never told to be over: a person hears of it."""
    actor = actor_of(options, call)
    for place in places:
        with opened(place.root, actor) as tree:
            mine = [intent for intent in tree.intents.standing(tree.now().timestamp()) if _is_of(intent.session, call)]
            for intent in mine:
                landed(tree, intent.actor(Grade.PROVEN), intent.at, tuple(intent.notes))
            tree.intents.drop(intent for intent in mine if not (intent.shell and call.goes_on))
    return Answer()


def _is_of(session: str, call: Call) -> bool:
    return bool(session) and session == call.session
