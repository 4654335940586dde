"""The two verbs that agents call most, read from a plain line: click takes longer to load than they take to do.

Whatever is not plainly one of them, help and mistakes included, is left to click, which reads these lines alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from memwarden.interfaces.cli.door import ORIGINS
from memwarden.interfaces.cli.texts import is_text

if TYPE_CHECKING:
    from memwarden.interfaces.cli.door import Door

OPTIONS = {"read": frozenset[str](), "append": frozenset({"--key", "--dated", "--why", "--source"})}
TEXTS = {"read": (0, 1), "append": (2, 2)}
"""The least and the most arguments."""
EVERYWHERE = frozenset({"--tree", "--as", "--origin", "--json"})
FLAGS = frozenset({"--json", "--dated"})


def plain(door: Door, arguments: Sequence[str]) -> Callable[[], None] | None:
    """What is to be done, once the door knows what was said for every verb; None where click must read it."""
    try:
        words = list(_words(arguments))
    except ValueError:
        return None
    verb, *texts = [word for name, word in words if not name] or [""]
    options = {name: word for name, word in words if name}
    if verb not in OPTIONS or not options.keys() <= EVERYWHERE | OPTIONS[verb]:
        return None
    least, most = TEXTS[verb]
    if not least <= len(texts) <= most or options.get("--origin", "chat") not in ORIGINS:
        return None
    door.path, door.identity = options.get("--tree", ""), options.get("--as", "")
    door.origin, door.json = options.get("--origin", ""), "--json" in options
    if verb == "read":
        return _reading(door, *texts)
    note, text = texts
    return _appending(door, note, text, options)


def _words(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each option's name with its value, and each text with no name. Raises ValueError where it is not that plain."""
    rest = iter(arguments)
    for word in rest:
        if not word.startswith("-") or word == "-" or is_text(word):
            yield "", word
        elif word in FLAGS:
            yield word, ""
        elif (value := next(rest, "--")).startswith("-") and not is_text(value):
            raise ValueError(word)
        else:
            yield word, value


def _reading(door: Door, topic: str = "") -> Callable[[], None]:
    from memwarden.interfaces.cli.note_shown import show_topic

    return lambda: show_topic(door, topic)


def _appending(door: Door, note: str, text: str, options: Mapping[str, str]) -> Callable[[], None]:
    from memwarden.interfaces.cli.wrote import append_to

    said = {name: options.get(f"--{name}", "") for name in ("key", "why", "source")}
    return lambda: append_to(door, note, text, dated="--dated" in options, **said)
