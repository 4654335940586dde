"""After a tool call: what it changed is taken in as this agent's, and judged as it landed."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from memwarden.interfaces.hooks.answer import Answer
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.futures import revisions, texts_of
from memwarden.interfaces.hooks.named import named
from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.places import Place
from memwarden.interfaces.hooks.who import actor_of, intent_of, key_of, opened
from memwarden.memory.actor import Actor
from memwarden.memory.intents import Intent, Intents
from memwarden.memory.landing import Landed, landed
from memwarden.store.files import locate
from memwarden.store.paths import folder_of, state_root
from memwarden.store.snapshots import revision_of
from memwarden.store.store import Store


def after(options: Options, call: Call, places: Sequence[Place]) -> Answer:
    actor = actor_of(options, call)
    found = [change for place in places for change in _landed(call, actor, place)]
    if not any(change.refusal or change.record.flags for change in found):
        return Answer()
    from memwarden.interfaces.hooks.said import flagged, why_not

    notices = [line for change in found for line in flagged(change)]
    return Answer(_out(call, notices), [why_not(change) for change in found if change.refusal])


def _landed(call: Call, actor: Actor, place: Place) -> tuple[Landed, ...]:
    intent = _announced(call, actor, place)
    with opened(place.root, actor) as tree:
        notes = tuple(intent.notes)
        if notes:
            tree.look(notes)
        found = landed(tree, actor, intent.at, () if call.shell else notes)
        tree.intents.drop([intent])
        if call.goes_on and (names := named(call.shell)):
            tree.intents.leave(intent._replace(names=names))
    return found


def _announced(call: Call, actor: Actor, place: Place) -> Intent:
    """What was said before the call; where nothing was, it is said now, of the text that we last knew."""
    intents = Intents(folder_of(Path(place.root), state_root()))
    now, key = time.time(), key_of(call)
    wanted = {note for note, _ in place.notes}
    for intent in sorted(intents.standing(now), key=lambda intent: intent.id != key):
        same = intent.id == key or (intent.session, intent.tool) == (call.session, call.tool)
        if same and intent.by == actor.by and wanted <= set(intent.notes):
            return _as_left(intents, intent, call)
    late = intent_of(call, actor, now, _from_known(call, place))
    intents.leave(late)
    return _as_left(intents, late, call)


def _as_left(intents: Intents, intent: Intent, call: Call) -> Intent:
    """It announced this text too, if the program says that its tool left it."""
    if call.left is None or len(intent.notes) != 1:
        return intent
    ((note, after),) = intent.notes.items()
    more = intent._replace(notes={note: tuple(dict.fromkeys((*after, revision_of(call.left))))})
    if more != intent:
        intents.leave(more)
    return more


def _from_known(call: Call, place: Place) -> dict[str, tuple[str, ...]]:
    root = Path(place.root)
    store = Store.open(root, state_root())
    found: dict[str, tuple[str, ...]] = {}
    with store.locked():
        for note, touch in place.notes:
            _, name = locate(root, note)
            shadow = store.shadow(name)
            known = store.text(shadow.revision) if shadow and shadow.revision else None
            found[name] = revisions(texts_of(call, touch, known))
    store.close()
    return found


def _out(call: Call, notices: Sequence[str]) -> str:
    if not notices:
        return ""
    said = {"hookEventName": call.event or "PostToolUse", "additionalContext": "\n".join(notices)}
    return json.dumps({"hookSpecificOutput": said}) + "\n"
