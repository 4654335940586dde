"""Resolves every conflict of some trees by each side and takes it all back, by the real entry: `resolver.py TREE …`."""

import sys
from pathlib import Path

from memwarden import Tree
from memwarden.interfaces.cli.main import run


def files(root: Path) -> dict[str, bytes]:
    found = (path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def resolve_all(root: Path, side: str) -> int:
    """How many acts it took."""
    with Tree.open(root) as tree:
        conflicts = tree.conflicts()
    acts = [(conflict.note, copy.path) for conflict in conflicts for copy in conflict.distinct]
    for note, copy in acts:
        expected = files(root).get(note if side == "yours" else copy)
        assert run(["--tree", str(root), "resolve", note, "--take", side, "--copy", copy]) == 0
        assert files(root).get(note) == expected, note
        assert copy not in files(root)
    with Tree.open(root) as tree:
        assert tree.conflicts() == ()
    return len(acts)


def main(root: Path) -> None:
    before = files(root)
    for side in ("yours", "theirs"):
        for _ in range(resolve_all(root, side)):
            assert run(["--tree", str(root), "undo"]) == 0
        assert files(root) == before


for tree in sys.argv[1:]:
    sys.stdout.write(f"{tree}\n")
    main(Path(tree))
