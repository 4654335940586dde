"""Edit a note in the person's own editor or the built-in one; what is saved is bound to what was shown."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from memwarden import Written
from memwarden.errors import Code, DiskFailed, Refused
from memwarden.text.markers import has_markers
from memwarden.text.merge import Merge, merge
from memwarden_tui.safe import safe
from memwarden_tui.screens.editing_area import EditorScreen
from memwarden_tui.screens.editing_stale import StaleScreen
from memwarden_tui.screens.editing_text import Draft, require_text, with_markers
from memwarden_tui.widgets.diffmodel import DiffModel

if TYPE_CHECKING:
    from memwarden_tui.app import MemwardenApp

TAKES_A_LINE = frozenset({"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "ne"})


async def edit_note(app: MemwardenApp, path: str, *, line: int = 0) -> Written | None:
    """From the note as it is now until it is saved, merged or dropped; `line` counts from 0.

    Raises Refused NOT_TEXT, Failed.
    """
    note = await app.in_thread(lambda: app.memory.text(path))
    require_text(safe(path), note.data)
    return await edit_draft(app, Draft(path, note.data, note.revision, note.data), line=line)


async def edit_draft(app: MemwardenApp, draft: Draft, *, line: int = 0, own: bool = True) -> Written | None:
    """The same from a text that may already differ from the note; None where nothing was written.

    A text that was refused is edited on in the built-in editor, so that it is not lost and the reason can be read.
    """
    while True:
        edited = await edited_text(app, draft, line, own=own, kept=True)
        if edited is None:
            return None
        draft = draft._replace(text=edited)
        if not draft.changed:
            app.say("Nothing was changed.")
            return None
        try:
            return await save(app, draft)
        except Refused as refusal:
            if refusal.code is not Code.STALE:
                app.say(refusal.message, refusal.hint, tone="warn")
                own = False
                continue
        onto, answer = await _moved_on(app, draft)
        if answer == "merge":
            return await save(app, onto)
        if answer is None:
            return None
        draft = onto


async def save(app: MemwardenApp, draft: Draft) -> Written:
    """Raises Refused STALE, MARKERS and what the gate refuses."""
    if (lines := has_markers(draft.text)) and not has_markers(draft.base):
        raise Refused(Code.MARKERS, f"Line {lines[0]} still is a mark between two sides.", "Choose the lines to keep.")
    person, path = app.memory.person(), draft.note
    work = partial(person.rewrite, path, draft.text, base=draft.revision)
    return await app.write(work, "Saving", said=f"Saved {safe(path)}.")


async def _moved_on(app: MemwardenApp, draft: Draft) -> tuple[Draft, str | None]:
    """The edit put onto the note as it is now, and whether to save that at once, to edit on, or (None) to drop it."""
    note = await app.in_thread(lambda: app.memory.text(draft.note))
    both = await app.in_thread(partial(merge, draft.base, draft.text, note.data))
    between = await app.in_thread(partial(DiffModel.build, draft.base, note.data))
    answer = await app.push_screen_wait(StaleScreen(draft.note, between, note.by, is_clean=not both.open))
    return Draft(draft.note, note.data, note.revision, _text_of(both)), answer


def _text_of(both: Merge) -> bytes:
    return with_markers(both) if both.open else both.text()


# The editors


async def edited_text(
    app: MemwardenApp, draft: Draft, line: int, *, own: bool = True, kept: bool = False
) -> bytes | None:
    """What the person made of the draft, None where it was left.

    `own` allows the person's own editor; `kept`: the built-in one is taken up again after a restart.
    """
    command = editor() if own else []
    if command and (text := _suspended(app, command, draft, line)) is not None:
        return text
    screen = EditorScreen(draft, line, kept=kept)
    await app.push_screen_wait(screen)
    return screen.saved


def _suspended(app: MemwardenApp, command: list[str], draft: Draft, line: int) -> bytes | None:
    """None where this terminal cannot be lent to a program, or the program failed."""
    try:
        with app.suspend():
            text = in_own_editor(command, draft, line)
    except SuspendNotSupported:
        return None
    if text is None:
        app.say(f"{safe(command[0])} ended with an error.", "This is the built-in editor.", tone="warn")
    return text


def editor() -> list[str]:
    """The command of $VISUAL or $EDITOR, empty where there is none to be found."""
    for name in ("VISUAL", "EDITOR"):
        words = _words(os.environ.get(name, ""))
        if words and shutil.which(words[0]):
            return words
    return []


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def in_own_editor(command: list[str], draft: Draft, line: int) -> bytes | None:
    """Run the editor on a copy that only this user can read; None where it says that it failed.

    Raises DiskFailed where the copy cannot be made or read.
    """
    at = [f"+{line + 1}"] if line and Path(command[0]).name in TAKES_A_LINE else []
    try:
        with tempfile.TemporaryDirectory(prefix="memwarden-") as folder:
            copy = Path(folder, Path(draft.note).name)
            copy.write_bytes(draft.text)
            done = subprocess.run([*command, *at, os.fspath(copy)], check=False)
            return copy.read_bytes() if done.returncode == 0 else None
    except OSError as error:
        raise DiskFailed(f"The editor's copy of {safe(draft.note)} failed: {error.strerror or error}.") from error
