"""What the README says can be typed can be typed, on the tree that it says to try it on."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from memwarden import Tree
from memwarden.interfaces.demo.make import make_demo

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWS_THE_SCREEN = {"demo", "open", "install"}


def commands() -> list[list[str]]:
    typed = [shlex.split(line) for line in re.findall(r"^\$ (memwarden .*)$", README, re.MULTILINE)]
    return [words for words in typed if not SHOWS_THE_SCREEN & set(words)]


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    make_demo(tmp_path / "memory")
    return tmp_path / "memory"


def test_every_command_for_agents_works_on_the_sample_tree(demo: Path, environment: dict[str, str]) -> None:
    assert len(commands()) >= 3
    for words in commands():
        done = subprocess.run(words, cwd=demo, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)
    with Tree.open(demo) as tree:
        assert "- Aisle seats" in tree.text("preferences/travel.md").text
        assert "agent-rules.md" in {one.target for one in tree.proposals() if one.sender == "vps/hermes"}


def test_the_library_example_works_on_the_sample_tree(demo: Path, environment: dict[str, str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], cwd=demo.parent, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert "Window" in (demo / "preferences/travel.md").read_text()


@pytest.mark.parametrize("what", re.findall(r"^\$ memwarden (install .*)$", README, re.MULTILINE))
def test_what_can_be_installed_is_what_the_readme_names(demo: Path, environment: dict[str, str], what: str) -> None:
    words = ["memwarden", *shlex.split(what), "--print"]
    done = subprocess.run(words, cwd=demo, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip(), done.stderr


def test_every_picture_lies_where_it_is_linked() -> None:
    linked = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(linked) == 4
    assert [name for name in linked if not os.path.isfile(ROOT / name)] == []
