"""The versions of a note, and what each of them changed; back in time and forward with the line in view."""

from __future__ import annotations

from functools import partial

from textual import on

from memwarden.errors import Code, Refused
from memwarden_tui import wording
from memwarden_tui.commands import EVERYWHERE, Command, Words
from memwarden_tui.keys import OPEN
from memwarden_tui.safe import safe
from memwarden_tui.screens.compare_restore import GivingBackScreen
from memwarden_tui.screens.history_data import Change
from memwarden_tui.screens.history_reading import PastScreen
from memwarden_tui.screens.history_walk import Origin, Stand, line_origin, stand_after, stand_before
from memwarden_tui.widgets.diffmodel import DiffLine, DiffModel
from memwarden_tui.widgets.diffview import DiffView


def _hides_change(screen: HistoryScreen) -> bool:
    return screen.is_alone and screen.alone == "versions"


def _has_older(screen: HistoryScreen) -> bool:
    return screen.place >= 0 and screen.past is not None and screen.place + 1 < len(screen.past.versions)


def _has_newer(screen: HistoryScreen) -> bool:
    return screen.place > 0


def _has_hunk(screen: HistoryScreen) -> bool:
    change = screen.change
    return change is not None and change.restorable and change.against == "before" and screen.hunk is not None


def _is_older(screen: HistoryScreen) -> bool:
    version = screen.version
    return version is not None and screen.past is not None and version.revision != screen.past.revision


def _has_hunks(screen: HistoryScreen) -> bool:
    return screen.change is not None and screen.change.model is not None and bool(screen.change.model.hunks)


NO_HUNKS = "Nothing differs here."


class HistoryScreen(PastScreen):
    """Keys that go through time and give back; what is shown stands in `history_reading`."""

    TITLE_OF_KEYS = "History"
    KEYS = (
        OPEN._replace(help="The change itself", together="", show=_hides_change),
        Command(
            "older", "[", "Older, newer", "Older", footer=2, together="Older, newer", show=_has_older,
            unless="This is the oldest version.",
            called=lambda s: None if _has_newer(s) else Words("Older", "Older"),
        ),
        Command("newer", "]", "Newer", "Newer", footer=2, joins="older", show=_has_newer,
                unless="This is the newest version."),
        Command("against", "c", "Compare", "Compare with the version before, or with now", footer=3),
        Command(
            "restore", "r", "Restore hunk", "Restore this hunk", writes=True, footer=4, short="Hunk",
            show=_has_hunk, unless="The cursor is on no change that can go back; n is the next one.",
        ),
        Command(
            "restore_all", "R", "Restore all", "Restore this version", writes=True, footer=4, short="All",
            show=_is_older, unless="The note reads so now; [ goes to an older version.",
        ),
        Command("pin", "p", "Pin", "Pin this version, or not", writes=True, footer=6),
        Command(
            "next_hunk", "n", "Next hunk", "Next hunk", footer=5, short="Next", together="Next, previous hunk",
            show=_has_hunks, unless=NO_HUNKS,
        ),
        Command("previous_hunk", "N", "Previous", "Previous hunk", joins="next_hunk", show=_has_hunks, unless=NO_HUNKS),
        Command("copy_path", "y", "Copy", "Copy note@revision", EVERYWHERE, footer=7),
        Command("origin", "comma", "Origin", "The change that wrote this line, and before it", together="Origin, back"),
        Command("origin_back", "<", "Back", "Back to the later change", joins="origin", show=lambda s: s.walked,
                unless="No change led here."),
        Command("filter", "/", "Filter", "Filter the versions", EVERYWHERE, footer=9),
        Command("back", "escape", "Back", "Back", EVERYWHERE, footer=6, show=lambda screen: screen.can_leave),
    )  # fmt: skip

    @property
    def can_leave(self) -> bool:
        return True

    # Time

    def do_older(self) -> None:
        """The line is found again in the text that this change was made to."""
        if (at := self._at_cursor) is not None:
            before = stand_before(*at) if self.against == "before" else stand_after(*at)
            self.stand = Stand("after", before.line)
        self.versions.list.do_down()

    def do_newer(self) -> None:
        if (at := self._at_cursor) is not None:
            self.stand = Stand("before" if self.against == "before" else "after", stand_after(*at).line)
        self.versions.list.do_up()

    def do_against(self) -> None:
        """The version itself stays on one side: after the change, or before all that came since."""
        to_now = self.against == "before"
        if (at := self._at_cursor) is not None:
            self.stand = Stand("before", stand_after(*at).line) if to_now else Stand("after", stand_before(*at).line)
        self.against = "now" if to_now else "before"
        self.load()

    @property
    def _at_cursor(self) -> tuple[DiffModel, DiffLine] | None:
        line = self.diff.line_at_cursor
        return (self.diff.model, line) if line is not None else None

    async def do_origin(self) -> None:
        change, line = self.shown, self.diff.line_at_cursor
        if self.past is None or line is None or change.against == "now":
            raise Refused(Code.NO_VERSION, "Only the change of a version is walked through.", "c shows it.")
        origin = await self.warden.in_thread(partial(line_origin, self.memory, self.past, change, line))
        here = stand_after(change.model, line) if change.model else origin.stand
        self.walked.append(Origin(change.version.id, here))
        self.go_to(origin)

    def do_origin_back(self) -> None:
        if self.walked:
            self.go_to(self.walked.pop())

    # Giving back

    @property
    def hunk(self) -> int | None:
        """The hunk under the cursor of the change."""
        return self.diff.hunk_at_cursor

    async def do_restore(self) -> None:
        change, hunk = self.shown, self.hunk
        if hunk is None or self.past is None:
            raise Refused(Code.NO_ITEM, "The cursor is on no change.", "n goes to the next one.")
        restore = partial(
            self.memory.person().restore_hunks, self.note, change.version.id, [hunk], base=self.past.revision
        )
        await self.warden.write(restore, "Restoring", said=f"Put hunk {hunk + 1} back into {safe(self.note)}.")

    def do_restore_all(self) -> None:
        if self.past is not None and (version := self.version) is not None:
            when = wording.ago(version.at, self.past.now)
            self.app.push_screen(GivingBackScreen(self.note, version, self.past.revision, when))

    async def do_pin(self) -> None:
        version = self.shown.version
        pin = partial(self.memory.person().pin, self.note, version.revision or version.id, pinned=not version.pinned)
        what, when = "Unpinned" if version.pinned else "Pinned", wording.clock(version.at, self.memory.now())
        await self.warden.write(pin, "Pinning", said=f"{what} the version of {when}.")

    # Looking

    @property
    def shown(self) -> Change:
        if self.change is None:
            raise Refused(Code.NO_VERSION, "No version is shown.", "Choose one in the list.")
        return self.change

    def do_next_hunk(self) -> None:
        self.diff.do_next_hunk()

    def do_previous_hunk(self) -> None:
        self.diff.do_previous_hunk()

    def do_copy_path(self) -> None:
        revision = (self.shown.version.revision or self.shown.version.id)[:8]
        self.app.copy_to_clipboard(f"{self.note}@{revision}")
        self.warden.say(f"Copied {safe(self.note)}@{revision}.")

    def do_back(self) -> None:
        if self.is_alone and self.alone == "change" and self.warden.desk.stoppable is None:
            self.show_alone("versions")
            return
        super().do_back()

    @on(DiffView.CursorMoved, "#diff")
    def _moved(self) -> None:
        self.refresh_bindings()
