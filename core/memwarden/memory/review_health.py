"""The item of the queue that counts what is wrong with the tree itself, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memwarden.checks.finding import Finding
from memwarden.memory.review import ItemKind, ReviewItem
from memwarden.store.snapshots import revision_of

_PLAIN = {
    "dangling-link": ("dead link", "dead links"),
    "not-in-index": ("note not in INDEX", "notes not in INDEX"),
    "half-moved": ("note moved half way", "notes moved half way"),
    "outside-link": ("link out of the tree", "links out of the tree"),
    "link-to-copy": ("link to a copy", "links to copies"),
    "space-in-link": ("link with a blank", "links with blanks"),
    "twin-name": ("twin name", "twin names"),
    "not-utf8": ("note not UTF-8", "notes not UTF-8"),
    "nul-byte": ("note with a NUL byte", "notes with NUL bytes"),
    "merge-marker": ("merge marker", "merge markers"),
    "front-matter": ("broken front matter", "broken front matters"),
    "foreign-copy": ("copy of another program", "copies of other programs"),
    "copy-of-code": ("copy of a program", "copies of programs"),
    "bad-symlink": ("broken link on disk", "broken links on disk"),
    "special-file": ("file that is no note", "files that are no notes"),
    "git-in-syncthing": ("git folder that Syncthing carries", "git folders that Syncthing carries"),
}


def health_items(findings: Sequence[Finding]) -> list[ReviewItem]:
    """One for all findings; what was said of it ends as soon as they are others."""
    if not findings:
        return []
    counted = Counter(finding.code for finding in findings)
    said = ", ".join(f"{count} {_plain(code, count)}" for code, count in counted.items())
    key = "+".join(sorted({finding.fingerprint or finding.code for finding in findings}))
    digest = revision_of(key.encode("utf-8", "surrogateescape"))[:12]
    title = f"{len(findings)} finding" + ("s" if len(findings) > 1 else "")
    return [ReviewItem(f"health:{digest}", ItemKind.HEALTH, "", title, said, subject=tuple(findings))]


def _plain(code: str, count: int) -> str:
    return _PLAIN.get(code, (code, code))[count != 1]
