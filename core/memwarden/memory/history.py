"""The versions of one note: what was here before, by whom, and its bytes; the journal's, git's and Syncthing's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memwarden.errors import Code, Refused
from memwarden.memory.changes import VersionChange
from memwarden.memory.replay import GIVING_BACK
from memwarden.memory.timeline import Timeline
from memwarden.memory.versions import Version

__all__ = ["History", "Version", "VersionChange"]

SHORTEST = 4
"""Digits that name a version: a number of a list would change its meaning with every new one."""


class History:
    """What is kept of one note. Every method may be called from any thread; git is asked outside the store's lock."""

    def __init__(self, note: str, timeline: Timeline) -> None:
        self._timeline = timeline
        self.note = note

    def versions(self) -> tuple[Version, ...]:
        """Newest first, those that git and Syncthing kept among them."""
        return self._timeline.versions(self.note)

    def recorded(self) -> tuple[Version, ...]:
        """Newest first, only those of the journal."""
        return self._timeline.recorded(self.note)

    def data(self, revision: str) -> bytes:
        """The bytes of a version, by its full revision. Raises Refused NO_VERSION."""
        data = self._timeline.data(self.note, revision)
        if data is None:
            raise Refused(
                Code.NO_VERSION,
                f"The text of {revision[:8]} is not kept here.",
                "Choose another version of the note.",
            )
        return data

    def find(self, prefix: str) -> Version:
        """The newest version whose revision or id starts with this. Raises Refused NO_VERSION, AMBIGUOUS."""
        return self._chosen(prefix, self.recorded()) or self._chosen(prefix, self.versions()) or self._none(prefix)

    def find_change(self, prefix: str) -> Version:
        """As `find`, but the version that made the text, where others only brought it back."""
        every = self.versions()
        made = (version for version in every if version.act not in GIVING_BACK)
        return self._chosen(prefix, made) or self._chosen(prefix, every) or self._none(prefix)

    def find_recorded(self, prefix: str) -> Version:
        """`find` among what the journal holds."""
        return self._chosen(prefix, self.recorded()) or self._none(prefix)

    def version(self, id_: str) -> Version:
        """By its full id. Raises Refused NO_VERSION."""
        found = self._timeline.version(self.note, id_)
        if found is None:
            raise Refused(Code.NO_VERSION, f"There is no change {id_[:8]} of {self.note}.", "List its versions.")
        return found

    def change(self, version: Version) -> VersionChange:
        """What the version changed. Raises Refused NO_VERSION where the texts are not kept."""
        return self._timeline.changes.of(self.note, version)

    def authors_before(self, version: Version) -> list[str]:
        """Identities only, one for each line of the text that the version changed; none where nobody says."""
        return self._timeline.changes.authors(self.note, version)

    def lost(self, version: Version) -> Mapping[str, int]:
        """Lines that the version took out, by author, counted now where nobody did before; "" where unknown."""
        return version.lost or self._timeline.changes.lost(self.note, version)

    def _chosen(self, prefix: str, versions: Iterable[Version]) -> Version | None:
        hits = [
            version
            for version in versions
            if len(prefix) >= SHORTEST
            and ((version.revision or "").startswith(prefix) or version.id.startswith(prefix))
        ]
        revisions = {version.revision for version in hits}
        if len(revisions) > 1:
            raise Refused(
                Code.AMBIGUOUS,
                f"{prefix!r} begins {len(revisions)} versions of {self.note}.",
                "Give more of its digits.",
                details={"candidates": sorted(revision or "" for revision in revisions)},
            )
        return hits[0] if hits else None

    def _none(self, prefix: str) -> Version:
        raise Refused(
            Code.NO_VERSION,
            f"{self.note} has no version {prefix!r}.",
            f"Give at least {SHORTEST} digits of one; list them with: memwarden versions {self.note}",
        )
