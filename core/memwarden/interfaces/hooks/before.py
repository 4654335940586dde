"""Before a tool call: may it be made? If so, it is announced, so that what lands is known to be this agent's."""

from __future__ import annotations

from memwarden.errors import Refused
from memwarden.interfaces.hooks.calls import Call
from memwarden.interfaces.hooks.futures import foresee
from memwarden.interfaces.hooks.options import Options
from memwarden.interfaces.hooks.places import Place
from memwarden.interfaces.hooks.who import actor_of, intent_of, opened


def before(options: Options, call: Call, place: Place) -> list[str]:
    """Why the call must not be made, a reason for each note; none where it may."""
    actor = actor_of(options, call)
    with opened(place.root, actor) as tree:
        announced: dict[str, tuple[str, ...]] = {}
        refused: list[str] = []
        for note, touch in place.notes:
            try:
                name, after = foresee(tree, actor, call, note, touch)
            except Refused as refusal:
                from memwarden.interfaces.hooks.said import reason

                refused.append(reason(refusal))
            else:
                announced[name] = after
        if not refused:
            tree.intents.leave(intent_of(call, actor, tree.now().timestamp(), announced))
    return refused
