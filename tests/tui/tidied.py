"""Trees on which an agent tidied up: whole notes rewritten to a heading."""

from __future__ import annotations

from collections.abc import Callable

from memwarden import Origin, Tree, Writer

TRAVEL = "# Travel\n\n" + "".join(f"- Fact number {number} about trips\n" for number in range(1, 13))
PLAIN = {"INDEX.md": "# Memory\n\n- [Travel](travel.md)\n- [Food](food.md)\n", "travel.md": TRAVEL, "food.md": TRAVEL}


def tidied(make_tree: Callable[[dict[str, str | bytes]], Tree], *notes: str) -> Tree:
    tree = make_tree(PLAIN)
    delete_lines(tree, *notes)
    return tree


def agent(tree: Tree, name: str = "vps/hermes", origin: Origin = Origin.CHAT) -> Writer:
    return tree.writer(name, origin=origin, via="mcp")


def delete_lines(tree: Tree, *notes: str, by: str = "vps/hermes") -> None:
    """A tidy-up that leaves nothing but the heading."""
    for note in notes:
        writer = agent(tree, by)
        writer.rewrite(note, "# Tidied\n", base=writer.read(note).revision, why="tidy up")


def titles(tree: Tree) -> list[str]:
    return [f"{item.kind}: {item.title}" for item in tree.review()]


def text_of(tree: Tree, note: str) -> str:
    return (tree.root / note).read_text()
