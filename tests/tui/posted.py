"""A small real tree with agents, mail and a few writes, for the screens that show them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memwarden.memory.messages import Message, parse_message

if TYPE_CHECKING:
    from memwarden import Tree

NOTES: dict[str, str | bytes] = {
    "INDEX.md": "# Index\n\n- [travel](preferences/travel.md)\n- [atlas](projects/atlas.md)\n",
    "preferences/travel.md": "# Travel\n\n" + "".join(f"- rule {number}\n" for number in range(1, 30)),
    "projects/atlas.md": "# Atlas\n\nThe launch is in April.\n",
}
HOTEL = "Which hotel area in Lisbon?"
LAUNCH = "Atlas launch: April or March?"
WEEKLY = "Weekly summary"
STYLE = "Tabs in Makefiles"
HOTEL_TEXT = """\
You stay in Lisbon from the 22nd. The viewings are in Bairro Alto and in
Graça; the meeting is at Parque das Nações.

- Baixa: loud at night
- Graça: two viewings on foot

preferences/travel.md, lines 18 to 21 says quiet rooms. Which one wins?
"""


def posted(tree: Tree) -> dict[str, Message]:
    """Send the mail: a task to you, a letter to you, one to all, a task between others; by subject."""
    hermes, claude, codex = (tree.writer(name) for name in ("vps/hermes", "laptop/claude", "vps/codex"))
    sent = [
        hermes.send("all", WEEKLY, "Nothing special.", type="broadcast", new=True),
        claude.send("vps/codex", STYLE, "Does your formatter know?", type="task", new=True),
        hermes.send(tree.me, HOTEL, HOTEL_TEXT, type="task"),
        claude.send(tree.me, LAUNCH, "Ines said April. See projects/atlas.md and travel.md."),
    ]
    codex.send("laptop/claude", f"Re: {STYLE}", "It does now.", thread=sent[1].thread, reply_to=sent[1].id)
    return {message.subject: message for message in sent}


def outbox(tree: Tree, identity: str = "") -> list[Message]:
    """What this identity (you, without one) has sent, as its files are."""
    folder = tree.root / "agents" / (identity or tree.me) / "outbox"
    return [_parsed(tree.root, file) for file in sorted(folder.glob("*.md"))]


def _parsed(root: Path, file: Path) -> Message:
    return parse_message(file.relative_to(root).as_posix(), file.read_bytes())
