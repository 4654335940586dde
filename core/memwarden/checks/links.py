"""Links whose query or fragment carries a prompt to the agent that opens them."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.checks.hit import Hit
from memwarden.checks.patterns import compiled

CODE = "prompt-link"
_FIX = "Link the page without that parameter; say in the note what it is about."

_NAMES = r"q|query|prompt|text|message|input|instructions"
_ALWAYS = frozenset({"prompt", "instructions"})
_PARAMETER = rf"(?i)[?&#;/]({_NAMES})=([^&#]*)"
_CANDIDATE = (
    r"(?i)"
    r"""<(?P<angle>[^<>]*)>"""
    r"""|(?:href|src|action|cite)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')"""
    r"""|(?P<bare>[^\s<>"'`|]+)"""
)
_ASSIGNS = ("=", "%", "&")
_ENCODING = ("%", "&", "\\")
_PARTS = ("?", "#", "&", ";", "%")
_ESCAPE = r"\\([!-/:-@\[-`{-~])"
_MAPS = (
    r"(?i)^[(\[]*(?:https?:)?//(?:maps\.|(?:www\.)?google\.[a-z.]+/maps|(?:www\.)?openstreetmap\.org/|"
    r"[a-z]+\.wikipedia\.org/|(?:www\.)?bing\.com/maps)"
)
_CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4,}"
_FILTER = r"[\w-]+:(?:\"[^\"]*\"|\S+)"
_WORD = r"[^\W\d_][\w'’-]*"
_ORDERS = (
    r"(?i)\b(?:ignor\w*|disregard|forget|remember|memori[sz]e|trust\w*|recommend\w*|always|never|summari[sz]e|"
    r"pretend|act|override|execut\w*|reveal|instruct\w*|prompt\w*|system|assistant|agent|cite|prefer|save|store|"
    r"merke?|vergiss|empfiehl|immer|oublie|souviens|toujours|olvida|recuerda|siempre)\b"
    "|忽略|记住|記住|忘记|推荐|总结|请"
)


def links(text: str) -> Iterator[Hit]:
    """Links of every form alike: inline, reference, autolink, bare, HTML; encoded up to three times over."""
    if not any(sign in text for sign in _ASSIGNS):
        return
    start = 0
    for line in text.split("\n"):
        if any(sign in line for sign in _ASSIGNS) and any(sign in line for sign in _PARTS):
            yield from _in_line(line, start)
        start += len(line) + 1


def _in_line(line: str, start: int) -> Iterator[Hit]:
    if not (compiled(_PARAMETER).search(line) or any(sign in line for sign in _ENCODING)):
        return
    for match in compiled(_CANDIDATE).finditer(line):
        url = match[match.lastgroup or 0]
        if any(sign in url for sign in _PARTS) and (name := _prompt_parameter(url)):
            says = f"holds a link that carries a prompt in its parameter `{name}`."
            yield Hit(CODE, start + match.start(), url, says, _FIX, quotable=True)


def _prompt_parameter(url: str) -> str:
    """The name of the parameter that carries a prompt, or empty."""
    import html
    from urllib.parse import unquote_plus

    url = compiled(_ESCAPE).sub(r"\1", html.unescape(url))
    map_or_lexicon = bool(compiled(_MAPS).match(url.partition("](")[2] or url))
    for _ in range(3):
        for match in compiled(_PARAMETER).finditer(url):
            name, value = match[1].lower(), _decode(match[2])
            if _reads_like_a_prompt(name, value, lenient=map_or_lexicon):
                return name
        decoded = unquote_plus(url)
        if decoded == url:
            break
        url = decoded
    return ""


def _decode(value: str) -> str:
    from urllib.parse import unquote_plus

    for _ in range(3):
        value, earlier = unquote_plus(value), value
        if value == earlier:
            break
    return value.strip(" )>\"'.,;")


def _reads_like_a_prompt(name: str, value: str, *, lenient: bool) -> bool:
    """`lenient`: a place or an article is looked up there, so several words alone say nothing; nor does a filter
    such as `author:ana` anywhere.
    """
    if not value:
        return False
    if name in _ALWAYS or compiled(_ORDERS).search(value):
        return True
    value = compiled(_FILTER).sub("", value)
    return not lenient and (len(compiled(_WORD).findall(value)) >= 2 or bool(compiled(_CJK).search(value)))
