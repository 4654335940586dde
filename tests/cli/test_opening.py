"""`memwarden opening`, for agents that have only a shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

MEMWARDEN = str(Path(sys.executable).with_name("memwarden"))


def run(folder: Path, *arguments: str) -> bytes:
    done = subprocess.run([MEMWARDEN, *arguments, "--tree", folder], capture_output=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_prints_the_text_in_a_pipe_and_its_shape_as_json(folder: Path) -> None:
    (folder / "INDEX.md").write_text("# Index\n\n- Caf\u00e9\n")
    text = run(folder, "opening", "--as", "vps/hermes", "--origin", "chat").decode()
    said = json.loads(run(folder, "opening", "--as", "vps/hermes", "--origin", "chat", "--json"))
    assert said["identity"] == "vps/hermes" and "- Caf\u00e9\n" in text and "for vps/hermes" in text
    assert said["text"].partition("; last written")[0] == text.partition("; last written")[0]
    assert [(part["note"], part["rank"], part["over"]) for part in said["parts"]] == [("INDEX.md", 1, False)]
    assert (said["unread"], said["conflicts"]) == (0, [])
