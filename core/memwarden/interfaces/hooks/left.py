"""The text that Claude Code says its tool left, which is not always the one it was told to write.

It stamps the notes of its own memory: session and time go into their front matter, after the hook before the call.
"""

from __future__ import annotations

from collections.abc import Mapping


def text_left(response: Mapping[str, object]) -> bytes | None:
    """None where the answer of the tool does not say it."""
    content = response.get("content")
    try:
        text = content if isinstance(content, str) else _patched(response)
    except (KeyError, TypeError, ValueError):
        return None
    return text.encode("utf-8", "surrogatepass")


def _patched(response: Mapping[str, object]) -> str:
    """The text before with the hunks that lead to the text after, the last first, so that line numbers hold."""
    original, hunks = response["originalFile"], response["structuredPatch"]
    if not isinstance(original, str) or not isinstance(hunks, list):
        raise TypeError
    lines = original.split("\n")
    for hunk in reversed(hunks):
        start = hunk["oldStart"] - 1
        lines[start : start + hunk["oldLines"]] = [line[1:] for line in hunk["lines"] if line[:1] in (" ", "+")]
    return "\n".join(lines)
