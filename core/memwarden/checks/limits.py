"""The sizes that a tree's notes keep to, as values that a policy chooses."""

from __future__ import annotations

from typing import NamedTuple

from memwarden.checks.patterns import compiled

SHARED_MEMORY_TOKENS = 400
AGENT_MEMORY_TOKENS = 1_200


class FileLimit(NamedTuple):
    """What the notes whose path `paths` (an expression) finds may hold; 0: no limit. `soft` lines are a warning."""

    paths: str
    tokens: int = 0
    lines: int = 0
    soft: int = 0
    advice: str = "Move detail into a topic note and keep one line that points to it."


class Limits(NamedTuple):
    """`files`: the first whose paths match a note holds. `language`: an ISO 639-1 code, empty for no check.

    `repeated_lines`: so many lines in a row that the note has already are a repetition; 0 for no check.
    """

    line_tokens: int = 150
    files: tuple[FileLimit, ...] = ()
    repeated_lines: int = 4
    language: str = ""

    def of(self, note: str) -> FileLimit | None:
        return next((limit for limit in self.files if compiled(limit.paths).search(note)), None)


def memory_limits(shared: int = SHARED_MEMORY_TOKENS, agent: int = AGENT_MEMORY_TOKENS) -> tuple[FileLimit, ...]:
    """The two kinds of `MEMORY.md`: one in a folder with "shared" in its name, and an agent's."""
    return (
        FileLimit(r"(?:^|/)[^/]*shared[^/]*/MEMORY\.md$", tokens=shared),
        FileLimit(r"/MEMORY\.md$", tokens=agent),
    )


def _nest(pattern: str, lines: int, split: str) -> FileLimit:
    return FileLimit(pattern, lines=lines, advice=f"Split it: move topics to {split}.")


NEST_FILES = (
    _nest(r"^queen/agent-rules\.md$", 80, "queen/rules/<topic>.md"),
    _nest(r"^queen/strategy\.md$", 80, "queen/strategy/<topic>.md"),
    _nest(r"^agents/[^/]+/[^/]+/memory\.md$", 200, "<topic>.md beside it"),
    _nest(r"^shared/memory\.md$", 500, "shared/<topic>.md"),
    _nest(r"^projects/[^/]+\.md$", 150, "projects/<name>/<topic>.md"),
    _nest(r"^workflow/[^/]+\.md$", 200, "workflow/<topic>/<sub>.md"),
    FileLimit(
        r"\.md$",
        lines=1_000,
        soft=500,
        advice="Split it: move topics to <name>/<topic>.md and keep an index of links.",
    ),
)

CLAUDE_FILES = (
    FileLimit(
        r"^MEMORY\.md$",
        tokens=6_400,
        lines=200,
        advice="Only its first 200 lines or 25 KB are loaded: move detail into topic notes.",
    ),
)

DEFAULT = Limits(files=memory_limits())
