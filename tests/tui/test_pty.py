"""The screen in a real terminal: nothing that a note, a name, a letter or an author holds reaches it as a command."""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from memwarden import Origin, Tree

CLIPBOARD = "\x1b]52;c;cm0gLXJmIH4=\x07"
TITLE = "\x1b]0;owned\x07"
MODES = "\x1b[?9977h\x1b[66;66H\x1b[31;99m"
C1 = "\x9b31m\x9d0;owned\x9c"
BIDI = "\u202egnp.exe\u2066x\u2069"
MARKUP = "[/foo] [@click=app.quit]here[/] [red]r[/red]"
EVIL = f"{CLIPBOARD}{TITLE}{MODES}{C1}{BIDI}{MARKUP}"
NAME = f"x{TITLE}{BIDI}[b]{C1}.md"

START = "from memwarden.interfaces.cli.main import main; main()"
QUIET = 0.1
"""Seconds without a byte after which a screen counts as drawn."""
ESCAPE, BELL = b"\x1b", b"\x07"
WALK = (
    *("1", "g", "enter", "j", "escape", "1"),
    *("j", "enter", "escape", "1", "j", "enter", "escape", "1", "j", "enter", "escape", "1", "/", "escape"),
    *("2", "j", "j", "j", "h", "j", "enter", "escape", "2", "i", "r", "r"),
    *("3", "enter", "escape", "j", "enter", "escape", "r", "escape", "n", "v", "escape", "escape"),
    *("4", "right", "j", "enter", "4", "m", "escape", "escape"),
    *("5", "j", "j", "t", "escape", "enter", "escape", "5", "G"),
    *("?", "escape", "ctrl+p", "escape", "ctrl+f", "t", "e", "escape", "escape"),
)
BYTES = {"enter": b"\r", "escape": b"\x1b", "right": b"\x1b[C", "ctrl+p": b"\x10", "ctrl+f": b"\x06"}

PLACES = ("Conflict", "History", "Proposal", "Threads", "New message", "Answer", "Keys in", "Palette", "Search")

OWN = re.compile(
    rb"\x1b\[[?>=<]?[\d;:]*[A-Za-z]"  # colours, places, modes
    rb"|\x1b\[[?>=]?[\d;]*\$[a-z]"  # questions about modes
    rb"|\x1b\]2;[^\x00-\x1f]*\x07"  # the title of the window
    rb"|\x1b\]22;[a-z-]*\x07"  # the shape of the mouse
    rb"|\x1b\[\d* q|\x1b[=>78]|\x1b\([AB0]|\x1b_G[^\x1b]*\x1b\\"
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A tree that holds every payload in every place an agent can write to."""
    root = tmp_path / f"memory{TITLE.replace('/', '')}"
    root.mkdir()
    text = f"# {EVIL}\n\n" + "".join(f"- line {number} {EVIL}\n" for number in range(30))
    _put(root / "INDEX.md", f"# Index {EVIL}\n\n- [one {MARKUP}](one.md) {EVIL}\n- [{MARKUP}](gone.md)\n")
    _put(root / "one.md", text)
    _put(root / NAME, text)
    _put(root / "one.sync-conflict-20260607-004152-H3JN6OI.md", text.replace("line 3 ", f"LINE 3 {EVIL}"))
    with Tree.open(root) as tree:
        hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
        hermes.append("INDEX.md", f"- {MARKUP} more", why=MARKUP)
        hermes.rewrite(NAME, "# short\n", base=tree.text(NAME).revision, why=f"tidy {BIDI}")
        hermes.propose("one.md", "append", f"- proposed {MARKUP}", why=f"because {MARKUP}", sources=[MARKUP])
        hermes.send(tree.me, f"Task {MARKUP}", f"Text {MARKUP} one.md", type="task")
        me = tree.me
    _letter(root, "vps/hermes", me)
    _letter(root, f"vps/x{TITLE}{C1}[b]", me)
    _proposal(root)
    return root


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))


def _letter(root: Path, sender: str, me: str) -> None:
    """A letter as no writer of ours would let it pass."""
    head = f"id: x\nfrom: {EVIL}\nto: {me}\ntype: task\nthread: {EVIL}\nsubject: Look {EVIL}\n"
    _put(root / "agents" / sender / "outbox" / "20260607T004152+0000-x-00000001.md", f"---\n{head}---\n\n{EVIL}\n")


def _proposal(root: Path) -> None:
    head = f"id: p\nfrom: {EVIL}\ntarget: one.md\nact: append\nwhy: {EVIL}\nsources: {EVIL}\n"
    _put(root / "agents/vps/hermes/proposals/20260607T004152+0000-hermes-00000002.md", f"---\n{head}---\n\n- {EVIL}\n")


def opened(root: Path, heard: io.BytesIO) -> pexpect.spawn:
    """The program on a terminal of its own, once all of it is drawn; `heard` gets what it sends."""
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    child = pexpect.spawn(
        sys.executable, ["-c", START, "open", os.fspath(root)], dimensions=(40, 120), env=env, timeout=60
    )
    child.logfile_read = heard
    child.expect_exact(b"Review", timeout=60)
    _until_quiet(child)
    return child


def walked(root: Path) -> tuple[bytes, int | None]:
    """What the terminal got while a person went through every view, and the exit code."""
    heard = io.BytesIO()
    child = opened(root, heard)
    for key in WALK:
        child.send(BYTES.get(key, key.encode()))
        _until_quiet(child)
    child.send(b"\x11")
    child.expect(pexpect.EOF)
    child.close()
    return heard.getvalue(), child.exitstatus


def _until_quiet(child: pexpect.spawn) -> None:
    while child.expect([re.compile(b".+", re.DOTALL), pexpect.TIMEOUT, pexpect.EOF], timeout=QUIET) == 0:
        continue


def test_no_sequence_of_a_note_reaches_the_terminal_and_nothing_crashes(hostile: Path) -> None:
    out, code = walked(hostile)
    assert code == 0 and b"Traceback" not in out
    for payload in (CLIPBOARD, TITLE, *MODES.split("\x1b")[1:]):
        assert ESCAPE + payload.encode().lstrip(ESCAPE) not in out, payload
    for character in (*C1[0], *BIDI):
        if not character.isascii():
            assert character.encode() not in out, hex(ord(character))
    left = OWN.sub(b"", out)
    assert [place for place in PLACES if place.encode() not in left] == []
    assert all(shown in left for shown in (rb"\x1b]52;c;", b"<U+202E>", b"[/foo]"))
    assert ESCAPE not in left, left[max(0, left.find(ESCAPE) - 40) :][:120]
    assert BELL not in left
