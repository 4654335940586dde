"""Messages as nestwork's own sender writes them."""

from __future__ import annotations


def letter(id_: str, sender: str, to: str, kind: str, subject: str, body: str) -> bytes:
    """The file of a message that starts a thread; its time is in its id."""
    fields = f"id: {id_}\nfrom: {sender}\nto: {to}\ntype: {kind}\nthread: {id_}\nreply_to: \nstatus: open\n"
    return f"---\n{fields}created: {id_[:20]}\nsubject: {subject}\n---\n\n{body}\n".encode()
