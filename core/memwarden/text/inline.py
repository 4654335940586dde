"""Rules for markdown's inline parser: a link keeps its place in the text and its destination as written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from memwarden.text.rough import SCHEME

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

    Rule = Callable[[StateInline, bool], bool]

# Characters of link labels that may be looked at in one text: labels that never close cost their square.
BUDGET = "memwarden-budget"

_WIKI = re.compile(r"\[\[([^\[\]\n|]{1,1000}?)(?:\\?\|([^\[\]\n]{0,1000}))?\]\]")
_SPACED = re.compile(r"\(([^()<>\n]{0,500}[^()<>\s][ \t]+[^()<>\n]{0,500})\)")
_NOTE = re.compile(r"[^\"']*\.md(?:#\S*)?", re.IGNORECASE)
_URL = re.compile(r"://[^\s<>\[\]\"`{}|\\^\x00-\x1f]{1,4000}")
_TRAIL = ".,;:!?*_~'"


class OverrunError(Exception):
    """The budget of a text is spent; it has to be read more roughly."""


def install(parser: MarkdownIt) -> None:
    """Put the rules in place of the parser's own."""
    from markdown_it import rules_inline

    linked = _placed(rules_inline.link)
    parser.inline.ruler.before("link", "wiki", _wiki)
    parser.inline.ruler.before("wiki", "bare", _bare)
    parser.inline.ruler.at("link", _link(linked))
    parser.inline.ruler.at("image", _image(linked))
    parser.inline.ruler.at("autolink", _placed(rules_inline.autolink))
    parser.inline.ruler.at("html_inline", _placed(rules_inline.html_inline))


def _placed(rule: Rule) -> Rule:
    """The rule, which also notes on its first token where in the inline text it began and ended."""

    def placed(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            token = next(token for token in state.tokens[before:] if token.type in {"link_open", "html_inline"})
            token.meta |= {"start": start, "end": state.pos}
        return True

    return placed


def _link(linked: Rule) -> Rule:
    def link(state: StateInline, silent: bool) -> bool:
        start = state.pos
        if state.src[start] != "[":
            return False
        label_end = _label_end(state, start)
        if label_end < 0:
            return False
        if linked(state, silent):
            return True
        if not silent:
            _spaced(state, start, label_end)
        return False

    return link


def _image(linked: Rule) -> Rule:
    """An image is read as the link after its `!`, so that what stands in its label keeps its place too."""

    def image(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not state.src.startswith("![", start):
            return False
        state.pos += 1
        if not (_wiki(state, silent) or (_label_end(state, start + 1) >= 0 and linked(state, silent))):
            state.pos = start
            return False
        if not silent:
            token = next(token for token in state.tokens[before:] if token.type == "link_open")
            token.meta["start"] = start
            token.meta.setdefault("form", "image")
        return True

    return image


def _label_end(state: StateInline, start: int) -> int:
    end: int = state.md.helpers.parseLinkLabel(state, start, True)
    state.env[BUDGET] -= (end if end >= 0 else state.posMax) - start
    if state.env[BUDGET] < 0:
        raise OverrunError
    return end


def _spaced(state: StateInline, start: int, label_end: int) -> None:
    match = _SPACED.match(state.src, label_end + 1)
    if match and _NOTE.fullmatch(match[1].strip()):
        token = state.push("problem", "", 0)
        token.meta = {"start": start, "problem": match[1].strip()}


def _wiki(state: StateInline, silent: bool) -> bool:
    """`[[note]]`, `[[note|words]]`, `[[note#heading]]`; not the label of `[[x]](y)`."""
    if not state.src.startswith("[[", state.pos):
        return False
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if match is None or state.src.startswith("(", match.end()):
        return False
    if not silent:
        _push(state, match[1], match[2] or "", {"start": state.pos, "end": match.end(), "form": "wiki"})
    state.pos = match.end()
    return True


def _bare(state: StateInline, silent: bool) -> bool:
    """A URL that stands in the text without any markup."""
    if not state.src.startswith("://", state.pos) or state.linkLevel > 0:
        return False
    scheme = SCHEME.search(state.src[max(0, state.pos - 33) : state.pos])
    match = _URL.match(state.src, state.pos, state.posMax) if scheme else None
    url = _trimmed(match[0]) if match else "://"
    if scheme is None or url == "://":
        return False
    if not silent:
        if not state.pending.endswith(scheme[0]):
            return False
        state.pending = state.pending[: -len(scheme[0])]
        start = state.pos - len(scheme[0])
        _push(state, scheme[0] + url, "", {"start": start, "end": state.pos + len(url), "form": "bare"})
    state.pos += len(url)
    return True


def _trimmed(url: str) -> str:
    """Without the punctuation of the sentence around it and a bracket that closes what opened before it."""
    while url.endswith(tuple(_TRAIL)) or (url.endswith(")") and url.count(")") > url.count("(")):
        url = url[:-1]
    return url


def _push(state: StateInline, target: str, words: str, meta: dict[str, object]) -> None:
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": target}
    token.meta = meta
    if words:
        state.push("text", "", 0).content = words
    state.push("link_close", "a", -1)
