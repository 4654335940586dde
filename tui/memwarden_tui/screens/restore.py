"""Open again, after a restart, the screens that lay on top of a view when it was left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from memwarden.errors import MemwardenError
from memwarden.text.lines import encode
from memwarden_tui.screens.elsewhere import conflict, made, opened
from memwarden_tui.screens.frame import Frame

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp

Address = Mapping[str, Any]
"""Plain JSON values: `screen` says which one, the rest is what it was made with. Those kept may hold anything."""
Finder = Callable[["MemwardenApp", Address], Awaitable[Screen[Any] | None]]


async def reopen(app: MemwardenApp, addresses: object) -> None:
    """One on top of the other, up to the first that is about something gone."""
    for address in addresses if isinstance(addresses, list) else []:
        find = _FINDERS.get(str(address.get("screen"))) if isinstance(address, dict) else None
        try:
            screen = await find(app, address) if find else None
        except (MemwardenError, KeyError, TypeError, ValueError):
            return
        if screen is None:
            return
        if isinstance(screen, Frame):
            screen.reopened = True
        await app.push_screen(screen)


async def _conflict(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    found = await app.in_thread(lambda: app.memory.conflict(str(address["note"])))
    return conflict(found) if found else None


async def _git(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    findings = await app.in_thread(app.memory.git_findings)
    found = next((one for one in findings if one.id == address["id"]), None)
    return opened("conflictgit", "GitScreen", finding=found) if found else None


async def _proposal(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    waiting = await app.in_thread(app.memory.proposals)
    path = str(address["path"])
    return opened("proposal", "ProposalScreen", path=path) if any(one.path == path for one in waiting) else None


async def _restore(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    items = await app.in_thread(app.memory.review)
    item = next((one for one in items if one.id == address["item"]), None)
    chosen = [str(part) for part in address["chosen"]]
    how = {"some": bool(address["some"]), "chosen": chosen}
    return opened("reviewrestore", "RestoreScreen", item=item, **how) if item else None


async def _history(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    note = str(address["note"])
    versions = await app.in_thread(lambda: app.memory.history(note).versions())
    return opened("history", "HistoryScreen", note=note, revision=str(address["revision"])) if versions else None


async def _compare(_app: MemwardenApp, address: Address) -> Screen[Any] | None:
    left, right = (made("compare", "Side", **address[side]) for side in ("left", "right"))
    return opened("compare", "CompareScreen", note=str(address["note"]), left=left, right=right)


async def _search(_app: MemwardenApp, _address: Address) -> Screen[Any] | None:
    return opened("search", "SearchScreen")


async def _compose(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    to, subject, about = (str(asked) for asked in address["asked"])
    answered = None
    if wanted := str(address["answers"]):
        threads = (await app.in_thread(app.memory.mailbox)).threads()
        answered = next((one for thread in threads for one in thread.messages if one.id == wanted), None)
        if answered is None:
            return None
    return opened("compose", "ComposeScreen", to=to, subject=subject, about=about, reply_to=answered)


async def _edit(app: MemwardenApp, address: Address) -> Screen[Any] | None:
    """What was typed, from the text that it was typed into; it opens its own screen."""
    from memwarden_tui.screens.editing import edit_draft
    from memwarden_tui.screens.editing_text import Draft

    note, revision, line = str(address["note"]), str(address["revision"]), int(address["line"])
    base = await app.in_thread(lambda: app.memory.text_of(revision))
    if base is not None:
        draft = Draft(note, base, revision, encode(str(address["text"])))
        app.run_worker(edit_draft(app, draft, line=line, own=False), group="commands")
    return None


_FINDERS: Mapping[str, Finder] = {
    "conflict": _conflict,
    "git": _git,
    "proposal": _proposal,
    "restore": _restore,
    "history": _history,
    "compare": _compare,
    "search": _search,
    "compose": _compose,
    "edit": _edit,
}
