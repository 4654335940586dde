"""What a version of a note changed: the texts before and after, hunk by hunk, whoever kept them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from memwarden.errors import Code, Refused
from memwarden.memory.flags import lost_lines
from memwarden.memory.git_past import GitPast
from memwarden.memory.provenance import Provenance
from memwarden.memory.versions import Version
from memwarden.text.diff import Hunk, HunkMismatch, apply, diff
from memwarden.text.lines import split_lines

ReadText = Callable[[str, str], bytes | None]
"""The bytes of a version by note and revision, where anybody keeps them."""


class VersionChange(NamedTuple):
    """The hunks turn `before` into `after`; `id` is the version's. A note that is not there has no lines."""

    id: str
    before: list[bytes]
    after: list[bytes]
    hunks: tuple[Hunk, ...]


class Changes:
    """Of a whole tree; any thread, git is asked."""

    def __init__(self, read: ReadText, git: GitPast, provenance: Provenance) -> None:
        self._read = read
        self._git = git
        self._provenance = provenance

    def of(self, note: str, version: Version) -> VersionChange:
        """Raises Refused NO_VERSION where a text is not kept, or nobody knows what stood there before."""
        if version.set_aside:
            raise Refused(
                Code.NO_VERSION, f"What {(version.revision or '')[:8]} was made from is not known.",
                "Restore the whole version.",
            )  # fmt: skip
        before, after = self._lines(note, version.before), self._lines(note, version.revision)
        record = version.record if version.engine == "journal" else None
        if record is not None and _lead(before, record.hunks, after):
            return VersionChange(version.id, before, after, record.hunks)
        return VersionChange(version.id, before, after, diff(before, after))

    def authors(self, note: str, version: Version) -> list[str]:
        """Identities only, one for each line of the text before; none at all where nobody says."""
        record = version.record if version.engine == "journal" else None
        if record is not None:
            return [line.by for line in self._provenance.before(record)]
        older = next((commit for commit in self._git.commits(note) if commit.content == version.before), None)
        claims = self._git.lines(older) if older else None
        return [claim.by if claim else "" for claim in claims or ()]

    def lost(self, note: str, version: Version) -> Mapping[str, int]:
        """Lines that a version took out, by author, "" for nobody known; empty where its texts are not kept."""
        try:
            hunks: Sequence[Hunk] = self.of(note, version).hunks
        except Refused:
            return {}

        def behind(places: Sequence[int]) -> list[str]:
            authors = self.authors(note, version)
            return [authors[place] if place < len(authors) else "" for place in places]

        return dict(lost_lines(hunks, behind))

    def _lines(self, note: str, revision: str | None) -> list[bytes]:
        data = b"" if revision is None else self._read(note, revision)
        if data is None:
            raise Refused(
                Code.NO_VERSION, f"The text of {(revision or '')[:8]} is not kept here.", "Choose another version."
            )
        return split_lines(data)


def _lead(before: list[bytes], hunks: Sequence[Hunk], after: list[bytes]) -> bool:
    try:
        return apply(before, hunks) == after
    except HunkMismatch:
        return False
