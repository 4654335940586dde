"""Markdown of one visible line as styled pieces: the markup stays, only quieter than what it marks.

The joined text of the pieces is the line itself, always. What a line means may depend on the lines above it:
that is the state: `START`, `""` in text, an open fence's mark, `---` in front matter, `<!--` in a comment.
"""

from __future__ import annotations

import re

from memwarden_tui.widgets.pieces import Piece

START = "^"
TEXT, MARK, BULLET, HEADING, LINK, TARGET = "text", "faint", "muted", "strong bold", "underline", "muted"
CODE, FENCED, COMMENT = "strong", "text", "muted italic"

_FENCE = re.compile(r"(?: {0,3}|\s*(?:> ?|[-*+] +))(`{3,}|~{3,})")
_HEADING = re.compile(r"( {0,3}#{1,6}(?:\s+|$))(.*?)(\s+#+\s*)?$")
_RULE = re.compile(r" {0,3}(?:([-*_])(?: *\1){2,}|=+) *$")
_LEAD = re.compile(r"\s*(?:> ?)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?")
_FIELD = re.compile(r"([\w.-]+:)(.*)$")
# Every repetition is bounded, so that a line of ten thousand openers costs no square of them.
_INLINE = re.compile(
    r"\\(?P<escape>[!-/:-@\[-`{-~])"
    r"|(?P<ticks>`{1,8})(?!`)(?P<code>.{1,400}?)(?<!`)(?P=ticks)(?!`)"
    r"|(?P<comment><!--.{0,400}?-->)"
    r"|(?P<wiki>!?\[\[)(?P<page>[^\[\]|]{1,200})(?P<alias>\|[^\[\]]{0,200})?\]\]"
    r"|(?P<open>!?\[)(?P<label>[^\[\]]{1,400})(?P<target>\]\((?:<[^<>]{0,400}>|[^()]{0,400})\)|\]\[[^\[\]]{0,200}\])"
    r"|(?P<url><?https?://[^\s<>]{1,400}>?)"
    r"|(?P<strong>\*\*(?=\S)|__(?=\S))(?P<bold>.{1,400}?)(?<=\S)(?P=strong)"
    r"|(?<![\w*])(?P<em>[*_](?=[^\s*_]))(?P<italic>.{1,400}?)(?<=[^\s*_])(?P=em)(?![\w*])"
    r"|(?P<strike>~~(?=\S))(?P<struck>.{1,400}?)(?<=\S)~~"
)

_PAIRS = (("strong", "bold", "bold"), ("em", "italic", "italic"), ("strike", "struck", "strike"))


def advance(line: str, state: str) -> str:
    """The state after a line; cheap enough to run over a whole note before any of it is styled."""
    if state == START:
        return "---" if line.rstrip() == "---" else advance(line, "")
    if state == "---":
        return "" if line.rstrip() in ("---", "...") else state
    if state == "<!--":
        return "" if "-->" in line else state
    if "```" in line or "~~~" in line:
        found = _FENCE.match(line)
        return _after_fence(line, state, found[1]) if found else state
    if not state and "<!--" in line:
        return "<!--" if "-->" not in line[line.rfind("<!--") :] else ""
    return state


def _after_fence(line: str, state: str, marker: str) -> str:
    if not state:
        return "" if marker[0] == "`" and "`" in line.split(marker, 1)[1] else marker
    return "" if marker.startswith(state) and line.strip("> \t").strip(marker[0]) == "" else state


def style_line(line: str, state: str = "") -> tuple[list[Piece], str]:
    """The styled pieces of a line, and the state for the next one."""
    after = advance(line, state)
    if not line:
        return [], after
    if state in ("", START) and after in ("", START):
        return _text(line), after
    if "---" in (state, after):
        return _front_matter(line), after
    if "<!--" in (state, after):
        return _comment(line, state), after
    return [(line, MARK if state != after else FENCED)], after


def _front_matter(line: str) -> list[Piece]:
    field = _FIELD.match(line)
    if not field:
        return [(line, MARK if line.startswith(("---", "...")) else TEXT)]
    return _pieces((field[1], BULLET), (field[2], TEXT))


def _comment(line: str, state: str) -> list[Piece]:
    if state != "<!--":
        begin = line.rfind("<!--")
        return _pieces((line[:begin], TEXT), (line[begin:], COMMENT))
    end = line.find("-->") + 3 if "-->" in line else len(line)
    return _pieces((line[:end], COMMENT), (line[end:], TEXT))


def _text(line: str) -> list[Piece]:
    if _RULE.match(line):
        return [(line, MARK)]
    heading = _HEADING.match(line)
    if heading:
        return _pieces((heading[1], MARK), *_inline(heading[2], HEADING), (heading[3] or "", MARK))
    lead = _LEAD.match(line)
    end = lead.end() if lead else 0
    return _pieces((line[:end], BULLET), *_inline(line[end:], TEXT))


def _pieces(*pieces: Piece) -> list[Piece]:
    return [piece for piece in pieces if piece[0]]


def _inline(text: str, base: str) -> list[Piece]:
    pieces: list[Piece] = []
    past = 0
    for found in _INLINE.finditer(text):
        pieces.append((text[past : found.start()], base))
        pieces += _span(found, base)
        past = found.end()
    pieces.append((text[past:], base))
    return _pieces(*pieces)


def _span(found: re.Match[str], base: str) -> list[Piece]:
    part = found.groupdict()
    if part["escape"]:
        return [("\\", MARK), (part["escape"], base)]
    if part["ticks"]:
        return [(part["ticks"], MARK), (part["code"], f"{base} {CODE}"), (part["ticks"], MARK)]
    if part["comment"]:
        return [(part["comment"], COMMENT)]
    if part["wiki"]:
        return _wiki(part, base)
    if part["open"]:
        label = _inline(part["label"], f"{base} {LINK}")
        return [(part["open"], TARGET), *label, (part["target"], TARGET)]
    if part["url"]:
        return [(part["url"], f"{base} {LINK}")]
    for mark, inside, style in _PAIRS:
        if part[mark]:
            return [(part[mark], MARK), *_inline(part[inside], f"{base} {style}"), (part[mark], MARK)]
    return [(found[0], base)]


def _wiki(part: dict[str, str], base: str) -> list[Piece]:
    page, alias = part["page"], part["alias"] or ""
    link = f"{base} {LINK}"
    shown = [(page, TARGET), ("|", TARGET), (alias[1:], link)] if alias else [(page, link)]
    return [(part["wiki"], TARGET), *shown, ("]]", TARGET)]
