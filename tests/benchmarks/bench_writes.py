"""Guarded writes against the least that a durable write costs: `python tests/benchmarks/bench_writes.py [WRITES]`.

Every ratio is of the same run: blocks of both are done in turn. Bars: one process 0.65 of limit B, 8 and 32 processes
0.5 of limit B under the same lock, p99 at most 3 times the limit's, 0 lost; 8 times git, 20 times GitPython.
"""

from __future__ import annotations

import multiprocessing
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.floors import Limit, limit_a, middle, naive, note_of, say, seconds, worst

from memwarden import Origin, Replace, Tree

BLOCK = 10
ROUNDS = 4
Times = list[float]
Act = Callable[[], object]
_FORK = multiprocessing.get_context("fork")


def alone(folder: Path, writes: int) -> None:
    """One process: limits A and B, append, edit, rewrite, in turn."""
    for made in ("memory", "limit"):
        (folder / made).mkdir()
    lines = note_of()
    data = "".join(lines).encode()
    limit = Limit(folder / "limit")
    with Tree.open(_filled(folder / "memory", ("append", "edit", "rewrite")), state=folder / "state") as tree:
        acts: dict[str, Callable[[], Act]] = {
            "limit A": lambda: partial(limit_a, folder / "limit", data),
            "limit B": lambda: partial(limit.write, data),
            **_verbs(tree),
        }
        times: dict[str, Times] = {name: [] for name in acts}
        for _ in range(writes // BLOCK):
            for name, next_act in acts.items():
                times[name] += [seconds(next_act()) for _ in range(BLOCK)]
    least = middle(times["limit B"])
    for name, taken in times.items():
        share = least / middle(taken)
        say(f"{name:24} p50 {middle(taken):7.2f} ms  p99 {worst(taken):7.2f} ms  of limit B {share:5.2f}")


def _filled(root: Path, notes: tuple[str, ...]) -> Path:
    for note in notes:
        (root / f"{note}.md").write_text("".join(note_of()))
    return root


def _verbs(tree: Tree) -> dict[str, Callable[[], Act]]:
    """The next write of each verb, ready to be made: reading the note and thinking of a text are not measured."""
    chat = tree.writer("vps/hermes", origin=Origin.CHAT)
    numbers = count()

    def append() -> Act:
        return partial(chat.append, "append.md", f"- another fact, number {next(numbers)}")

    def edit() -> Act:
        number = next(numbers)
        line = note_of()[number % 180].rstrip()
        now = next(text for text in tree.text("edit.md").text.split("\n") if text.startswith(line))
        return partial(chat.edit, "edit.md", [Replace(now + "\n", f"{line} ({number})\n")])

    def rewrite() -> Act:
        lines, number = note_of(), next(numbers)
        lines[number % 180] = f"- this one was rewritten, time {number}\n"
        return partial(chat.rewrite, "rewrite.md", "".join(lines), base=tree.text("rewrite.md").revision)

    return {"append": append, "edit": edit, "rewrite": rewrite}


def together(folder: Path, processes: int, writes: int) -> None:
    """So many processes on one note: the limit under one lock, guarded appends, and writers without any lock."""
    folder.mkdir()
    (folder / "memory").mkdir()
    (folder / "memory/daily.md").write_text("# Daily\n")
    (folder / "naive.md").write_text("# Daily\n")
    limit, each = Limit(folder, locked=True), max(writes // processes // ROUNDS, 5)
    least, guarded, total = [], [], processes * each * ROUNDS
    for turn in range(ROUNDS):
        least += _run(processes, each, lambda _: lambda __: limit.write(b"x" * 10_000))
        guarded += _run(processes, each, partial(_appender, folder, turn))
        _run(processes, each, lambda own: lambda number: naive(folder / "naive.md", f"- {own}.{number}\n"))
    lost = total - len(set((folder / "memory/daily.md").read_text().split("\n"))) + 2
    gone = total - (folder / "naive.md").read_text().count("- ")
    say(
        f"{processes:2} processes", f"p50 {middle(guarded):7.2f} ms, of limit B {middle(least) / middle(guarded):5.2f}",
        f"p99 {worst(guarded):7.2f} ms, {worst(guarded) / worst(least):4.1f} times the limit's",
        f"lost {lost} of {total}", f"(without a lock {100 * gone / total:.0f} %)",
    )  # fmt: skip


def _appender(folder: Path, turn: int, own: int) -> Callable[[int], object]:
    tree = Tree.open(folder / "memory", state=folder / "state")
    writer = tree.writer(f"vps/agent{own}")
    return lambda number: writer.append("daily.md", f"- entry {own}.{turn}.{number}")


def _run(processes: int, each: int, make: Callable[[int], Callable[[int], object]]) -> Times:
    """Seconds of every act of all processes, which begin together."""
    start, answers = _FORK.Barrier(processes + 1), _FORK.SimpleQueue()

    def work(own: int, start: Barrier) -> None:
        act = make(own)
        start.wait()
        answers.put([seconds(partial(act, number)) for number in range(each)])

    workers = [_FORK.Process(target=work, args=(own, start)) for own in range(processes)]
    for worker in workers:
        worker.start()
    start.wait()
    found = [time for _ in workers for time in answers.get()]
    for worker in workers:
        worker.join()
    return found


def against_git(folder: Path, writes: int) -> None:
    """A commit for every write, in a repository of 1,000 files, and the guarded write of the same line."""
    for root in (folder / "git", folder / "memory"):
        for number in range(1000):
            note = root / f"notes/{number // 50}/{number}.md"
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text("".join(note_of(20)))
    from git import Actor, Repo

    repository, who = Repo.init(folder / "git"), Actor("bench", "bench@localhost")
    repository.git.add(all=True)
    repository.index.commit("all", author=who, committer=who)
    note = folder / "git/notes/0/0.md"
    git = ["git", "-C", str(folder / "git"), "-c", "user.name=bench", "-c", "user.email=bench@localhost"]

    def by_program() -> None:
        naive(note, "- a line\n")
        subprocess.run([*git, "add", str(note)], check=True)
        subprocess.run([*git, "commit", "-qm", "line"], check=True)

    def by_library() -> None:
        naive(note, "- a line\n")
        repository.index.add([str(note)])
        repository.index.commit("line", author=who, committer=who)

    with Tree.open(folder / "memory", state=folder / "state") as tree:
        writer, numbers = tree.writer("vps/hermes"), count()
        guarded = [seconds(lambda: writer.append("notes/0/0.md", f"- line {next(numbers)}")) for _ in range(writes)]
    for name, act in (("git program", by_program), ("GitPython", by_library)):
        taken = middle([seconds(act) for _ in range(writes)])
        say(f"{name:24} p50 {taken:7.2f} ms  the guarded write is {taken / middle(guarded):5.1f} times as fast")


def main() -> None:
    writes = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        alone(folder, writes)
        for processes in (8, 32):
            together(folder / str(processes), processes, writes * 2)
        against_git(folder / "repository", 30)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
