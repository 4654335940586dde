"""What planted instructions look like, in English, as data; `foreign_orders` has the other languages.

The forms are run on folded text: lower case, no accents, no markup.
"""

from __future__ import annotations

from typing import NamedTuple

_GAP = r"(?:[^\w\n]{1,6}|[^\w\n]{0,6}\n[^\w\n]{0,8})"


class Order(NamedTuple):
    """In `forms`, regular expressions, a blank is any gap between two words, a line end included, and `#4` stands
    for up to four words. They are tried only where one of `starts` is a word, or with `*` at its end begins one, and
    only in texts that hold one of `needs`, where there are any. Both are lists of texts separated by `|`.
    """

    kind: str
    starts: str
    forms: tuple[str, ...]
    needs: str = ""

    @property
    def pattern(self) -> str:
        joined = "|".join(self.forms)
        for most in range(1, 10):
            joined = joined.replace(f"#{most}", rf"(?:\w[\w'’]* ){{0,{most}}}?")
        return joined.replace(" ", _GAP)


DROP = "an order to drop earlier instructions"
HIDE = "an order to hide something from the user"
ROLE = "an order to play another role"
PROMPT = "an order about the system prompt"
LIMITS = "an order to act without limits"
RUN = "a command that runs a download"
READ = "an order to read or change files of secrets"
SEND = "an order to send secrets away"
FAVOUR = "an order to favour a source"

_DROP = (
    r"\b(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|forget(?:ting)?|overrid(?:e|es|ing)|overrule|bypass(?:ing)?"
    r"|(?:do not|don['’]?t|stop|never|no longer) (?:follow(?:ing)?|obey(?:ing)?|comply with|listen to)"
    r"|pay no attention to|set aside|throw away|discard)"
)
_EARLIER = r"(?:previous|prior|earlier|above|preceding|former|foregoing|existing|original|initial|system)"
_TOLD = (
    r"(?:instructions?|prompts?|directions?|directives?|guidelines?|programming|training|commands?|orders"
    r"|rules|polic(?:y|ies)|constraints?|context|guardrails|messages?|input)"
)
_BOUND = r"(?:instructions|system prompt|prompts|directives|guidelines|programming|guardrails|safety rules)"
_NEVER = r"\b(?:do not|don['’]?t|never|without|must not|avoid) (?:ever )?"
_TELL = r"(?:tell|inform|mention|reveal|show|notify|alert|let)"
_YOU = r"\byou(?:['’]re| are) now "
_USER = r"(?:the |your |our |any )?(?:user|users|human|humans|operator|person|owner|reviewer)"
_WORK = r"\b(?:act|answer|respond|operate|behave|proceed|work|speak)"
_FREE = r"(?:with no|without(?: any)?|free (?:of|from))"
_BARS = r"(?:restrictions?|limits?|limitations?|filters?|guardrails?|constraints?|safety|censorship)"
_SHELL = r"(?:(?:ba|z|da|k|fi|c)?sh|python[\d.]*|node|perl|ruby|php|iex|pwsh|powershell)\b"
_SECRET_FILE = (
    r"[\w./$-]*(?:(?<![a-z0-9])\.env\b(?!\.(?:example|sample|template|dist))|authorized_keys|\.ssh\b|\.netrc\b"
    r"|\bid_(?:rsa|ed25519|ecdsa)\b|\.pgpass\b|\.aws/credentials|/etc/shadow|/etc/passwd|\.npmrc\b"
    r"|\.git-credentials|\.kube/config|credentials\.json)"
)
_TOUCH = (
    r"(?<!never\s)(?<!not\s)(?<!n't\s)(?<!n’t\s)(?<!avoid\s)"
    r"\b(?:cat|read|open|print|show|send|upload|post|paste|output|dump|copy|exfiltrate|base64|less|head|tail"
    r"|include|append|add|write|echo|insert|put)\b"
)
_VALUABLES = (
    r"(?:api[\s_-]?keys?|(?:access |auth )?tokens?|secrets?|credentials?|passwords?|(?:private|ssh) keys?"
    r"|env(?:ironment)? variables?|history|conversations?|session cookies?|memory (?:files?|notes?))"
)
_PLACE = r"(?:https?:|//|[\w.-]+@\w|[\w-]+\.[a-z]{2,}\b|the following|this (?:url|address|server|endpoint))"
_FUTURE = r"in #2future (?:conversations?|chats?|answers?|responses?)"
_TRUSTED = r"(?:trusted|trustworthy|authoritative|reliable|preferred|primary)"

ENGLISH = (
    Order(
        DROP,
        "ignor*|disregard*|forget*|overr*|bypass*|do|don|dont|stop|never|no|pay|set|throw|discard*",
        (
            rf"{_DROP} (?:#4{_EARLIER} #2{_TOLD}|#1(?:all|any|your|the|these|those) #2{_BOUND}"
            r"|(?:everything|anything|all|whatever) #5(?:above|said|told|earlier))\b",
        ),
        "instruct|prompt|direct|guideline|programming|training|command|orders|rules|polic|constraint|context"
        "|guardrail|message|input|above|said|told|earlier",
    ),
    Order(
        DROP,
        "instruction*|system*|prompts*|directive*|guideline*|programming*|guardrail*|safety*",
        (rf"\b{_BOUND} #2above #3(?:void|obsolete|overridden)\b",),
        "void|obsolete|overridden",
    ),
    Order(
        ROLE,
        "you|from|henceforth",
        (
            rf"{_YOU}(?:an? |the |my |in |called |named |acting|operating|no longer|free |root\b)",
            rf"{_YOU}(?:unrestricted|unfiltered|jailbroken|dan\b|admin|required|obliged|under )",
            r"\b(?:from now on|henceforth) (?:you |ignore |disregard |obey |always (?:obey|answer|respond) )",
        ),
        "now|henceforth",
    ),
    Order(
        ROLE,
        "pretend|act",
        (
            r"\bpretend (?:that )?(?:to be|you are|you have no|you can)\b",
            r"\bact as (?:an? |if you (?:were|had|are) )#2(?:un(?:restricted|filtered|censored)|no |root)",
        ),
    ),
    Order(
        HIDE,
        "do|don|dont|never|without|must|avoid|hide|conceal|keep",
        (
            rf"{_NEVER}{_TELL}(?:t?ing)? #5{_USER}\b",
            rf"\b(?:hide|conceal|keep) #5(?:hidden |secret |away )?from {_USER}\b",
            rf"\bwithout {_USER}(?:['’]s)? (?:knowing|noticing|knowledge|consent)\b",
        ),
        "user|human|operator|person|owner|reviewer",
    ),
    Order(
        PROMPT,
        "reveal|print|show|output|repeat|leak|display|send|dump|replace|rewrite|override|update|updated|new|real"
        "|secret|system",
        (
            r"\b(?:reveal|print|show|output|repeat|leak|display|send|dump|replace|rewrite|override|update) #4"
            r"(?:system|developer|initial|hidden) (?:prompt|message|instructions?)\b",
            r"\b(?:new|updated?|real|secret) system (?:prompt|message|instructions?)\b",
            r"\bsystem prompt (?:override|update|injection|follows)\b",
        ),
        "prompt|message|instruction",
    ),
    Order(
        PROMPT,
        "new|updated|real|secret|hidden|special|attention",
        (
            r"\b(?:new|updated|real|secret|hidden|special) instructions? (?:for|to) "
            r"(?:you|(?:the |all )?(?:ais?|assistants?|agents?|models?|llms?))\b",
            r"\battention (?:all )?(?:ais?|(?:ai )?(?:assistants?|agents?|models?)|llms?)\b",
        ),
        "instruction|attention",
    ),
    Order(
        LIMITS,
        "act|answer|respond|operate|behave|proceed|work|speak|you|enable|enter|activate|switch|disable|turn|remove"
        "|ignore|bypass",
        (
            rf"{_WORK} #4{_FREE} #2{_BARS}\b",
            rf"\byou (?:now )?have no (?:more )?{_BARS}\b",
            r"\b(?:enable|enter|activate|switch to|you are in) (?:jailbreak|developer|dan|god) mode\b",
            r"\b(?:disable|turn off|switch off|remove|ignore|bypass) #2"
            r"(?:safety (?:checks?|filters?|rules|measures)|guardrails?|content filters?)\b",
        ),
        "restriction|limit|filter|guardrail|constraint|safety|censor|mode",
    ),
    Order(
        RUN,
        "curl|wget|iwr|invoke-webrequest|fetch|base64|sh|bash|zsh|dash|source|eval|python*",
        (
            r"\b(?:curl|wget|iwr|invoke-webrequest|fetch|base64)\b[^\n|]{0,300}\|\s*(?:sudo\s+(?:-\w+\s+){0,3})?"
            rf"(?:env\s+)?(?:[\w./-]*/)?{_SHELL}",
            r"\b(?:(?:ba|z|da)?sh|source|eval|python[\d.]*)\b[^\n]{0,20}[<$]\(\s*(?:curl|wget)\b",
            r"\b(?:curl|wget)\b[^\n]{0,200}(?:&&|;)\s*(?:sudo\s+)?(?:ba|z)?sh\b",
        ),
        "curl|wget|iwr|invoke-webrequest|fetch|base64",
    ),
    Order(
        READ,
        "cat|read|open|print|show|send|upload|post|paste|output|dump|copy|exfiltrate|base64|less|head|tail|include"
        "|append|add|write|echo|insert|put",
        (rf"{_TOUCH}[^\n]{{1,80}}?{_SECRET_FILE}",),
        ".env|authorized_keys|id_rsa|id_ed25519|id_ecdsa|.ssh|.netrc|.pgpass|.aws|/etc/shadow|/etc/passwd|.npmrc"
        "|.git-credentials|.kube|credentials.json",
    ),
    Order(
        SEND,
        "post|send|upload|exfiltrat*|forward|transmit|leak|email|e-mail|curl|wget|fetch",
        (
            r"\b(?:post|send|upload|forward|transmit|leak|e-?mail) "
            rf"#4{_VALUABLES} #6(?:to|at|via) [^\n]{{0,30}}?{_PLACE}",
            r"\b(?:curl|wget|fetch)\b[^\n]{0,200}\$\{?\w*(?:key|token|secret|passw|credential)",
            r"\bexfiltrat(?:e|ing) ",
        ),
        "key|token|secret|credential|passw|variable|history|conversation|cookie|memory|exfiltrat",
    ),
    Order(
        FAVOUR,
        "remember|treat|regard|consider|trust|save|mark|use|recommend|cite|mention|list|suggest|promote|prefer|in",
        (
            rf"\b(?:remember|treat|regard|consider|trust|save|mark|use) #8as #3{_TRUSTED} #2sources?\b",
            rf"\b(?:recommend|cite|mention|list|suggest|promote|prefer) #8(?:first )?{_FUTURE}\b",
            rf"\b{_FUTURE} #3(?:recommend|cite|suggest|promote)\b",
        ),
        "source|future",
    ),
)
