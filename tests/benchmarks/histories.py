"""One long history of one note, kept by a journal and by a git repository alike."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from memwarden import Tree
from memwarden.memory.actor import Actor
from memwarden.store.records import Grade, Origin, What
from memwarden.text.diff import diff_bytes

NOTE = "memory.md"
AUTHORS = ("vps/hermes", "vps/claude", "laptop/codex", "pi/aras", "laptop/sam")
WORDS = ("seat", "window", "never", "flight", "train", "prefers", "asked", "Sam", "deploy", "token", "review", "tests")


def texts_of(lines: int, versions: int, *, seed: int = 7) -> Iterator[tuple[str, bytes]]:
    """Author and bytes of each version: items are changed, added in groups, taken out, and moved, as agents do."""
    chance = random.Random(seed)
    text = [_line(chance) for _ in range(lines)]
    yield AUTHORS[0], b"".join(text)
    made = 1
    while made < versions:
        before = list(text)
        _change(text, chance, lines)
        if text != before:
            made += 1
            yield chance.choice(AUTHORS), b"".join(text)


def keep_in_journal(tree: Tree, texts: Sequence[tuple[str, bytes]], *, batch: int = 500) -> list[str]:
    """Write the history as guarded writes would have, but with one fsync a batch; the ids of the records.

    Where the note lies there already, with the first text, that is what was found at the first look.
    """
    with tree.store.locked():
        found = tree.store.shadow(NOTE)
        ids = [found.head] if found else []
        before, parents = (texts[0][1], (found.head,)) if found else (None, ())
        rest = texts[len(ids) :]
        for start in range(0, len(rest), batch):
            records = []
            for author, after in rest[start : start + batch]:
                actor = Actor(author, Origin.CHAT, Grade.PROVEN, "mcp")
                what = What.CREATE if before is None else What.EDIT
                hunks = diff_bytes(before or b"", after)
                records.append(
                    tree.ledger.draft(
                        actor, what, NOTE, before, after, hunks=hunks, parents=parents, why="asked by Sam"
                    )
                )
                before, parents = after, (records[-1].id,)
            ids += [record.id for record in records]
            tree.ledger.keep(*records, texts=[rest[start][1], rest[min(start + batch, len(rest)) - 1][1]])
    (tree.root / NOTE).write_bytes(texts[-1][1])
    return ids


def keep_in_turn(tree: Tree, records: int, *, notes: int = 500) -> None:
    """A journal of so many records: the notes are written over and over, one after the other."""
    names = [f"topic-{number:03}.md" for number in range(notes)]
    actor = Actor("vps/hermes", Origin.CHAT, Grade.PROVEN, "mcp")
    heads: dict[str, tuple[bytes | None, tuple[str, ...]]] = dict.fromkeys(names, (None, ()))
    with tree.store.locked():
        for start in range(0, records, notes):
            made, texts = [], []
            for number, name in enumerate(names, start):
                before, parents = heads[name]
                what = What.CREATE if before is None else What.REWRITE
                after = b"# Topic\n\n- fact %d\n" % number
                hunks = diff_bytes(before or b"", after)
                made.append(tree.ledger.draft(actor, what, name, before, after, hunks=hunks, parents=parents))
                heads[name] = after, (made[-1].id,)
                texts.append(after)
            tree.ledger.keep(*made, texts=texts)
    for name, (data, _) in heads.items():
        (tree.root / name).write_bytes(data or b"")


def keep_in_git(folder: Path, texts: Sequence[tuple[str, bytes]]) -> list[str]:
    """The same history as commits of `git fast-import`; their names, oldest first."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    stream = []
    for number, (author, data) in enumerate(texts):
        message = f"memory: update {author}".encode()
        stamp = f"Sam <sam@example.org> {1_790_000_000 + 60 * number} +0000".encode()
        stream.append(
            b"commit refs/heads/main\ncommitter %s\ndata %d\n%s\nM 100644 inline %s\ndata %d\n%s\n"
            % (stamp, len(message), message, NOTE.encode(), len(data), data)
        )
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=b"".join(stream), check=True)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, check=True)
    listed = subprocess.run(["git", "rev-list", "--reverse", "HEAD"], cwd=folder, check=True, capture_output=True)
    return listed.stdout.decode().split()


def blamed(folder: Path, *options: str) -> list[str]:
    """The commit behind each line, as `git blame` has it."""
    run = subprocess.run(
        ["git", "blame", "--porcelain", *options, "HEAD", "--", NOTE], cwd=folder, check=True, capture_output=True,
        env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    commits, fresh = [], True
    for line in run.stdout.split(b"\n"):
        if fresh and line:
            commits.append(line.split(b" ")[0].decode())
        fresh = line.startswith(b"\t")
    return commits


def _change(text: list[bytes], chance: random.Random, lines: int) -> None:
    at = chance.randrange(len(text))
    what = chance.random()
    if what < 0.5:
        text[at] = _line(chance)
    elif what < 0.75 or len(text) < lines:
        text[at:at] = [_line(chance) for _ in range(chance.randint(1, 3))]
    elif what < 0.97:
        del text[at : at + chance.randint(1, 3)]
    else:
        moved = text[at : at + 4]
        del text[at : at + 4]
        to = chance.randrange(len(text) + 1)
        text[to:to] = moved


def _line(chance: random.Random) -> bytes:
    if chance.random() < 0.1:
        return b"\n"
    words = " ".join(chance.choice(WORDS) for _ in range(chance.randint(3, 9)))
    return f"- {words} {chance.randrange(10_000)}\n".encode()
