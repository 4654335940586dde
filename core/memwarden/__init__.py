"""memwarden: one folder of markdown notes as the memory of several agents, every line's author, every overwritten text.

    from memwarden import Origin, Replace, Tree

    tree = Tree.open("memory")
    hermes = tree.writer("vps/hermes", origin=Origin.CHAT)
    hermes.append("preferences/travel.md", "- Aisle seats", key="run-4812-3", why="asked by Sam")

Names are imported when they are first used: a hook must start within the blink of an agent's tool call.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memwarden.errors import Code, DiskFailed, EngineFailed, Failed, MemwardenError, Refused, StoreFailed
    from memwarden.memory.edits import Delete, Edit, InsertAfter, InsertBefore, Replace
    from memwarden.memory.gate import Written
    from memwarden.memory.notes import Note, NoteEntry, NoteKind
    from memwarden.memory.person import Person
    from memwarden.memory.tree import Tree
    from memwarden.memory.writer import Writer
    from memwarden.store.records import Flag, Grade, Origin, Record, What

_HOMES = {
    "errors": "Code DiskFailed EngineFailed Failed MemwardenError Refused StoreFailed",
    "memory.edits": "Delete Edit InsertAfter InsertBefore Replace",
    "memory.gate": "Written",
    "memory.notes": "Note NoteEntry NoteKind",
    "memory.person": "Person",
    "memory.tree": "Tree",
    "memory.writer": "Writer",
    "store.records": "Flag Grade Origin Record What",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Code",
    "Delete",
    "DiskFailed",
    "Edit",
    "EngineFailed",
    "Failed",
    "Flag",
    "Grade",
    "InsertAfter",
    "InsertBefore",
    "MemwardenError",
    "Note",
    "NoteEntry",
    "NoteKind",
    "Origin",
    "Person",
    "Record",
    "Refused",
    "Replace",
    "StoreFailed",
    "Tree",
    "What",
    "Writer",
    "Written",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'memwarden' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"memwarden.{_HOME_OF[name]}"), name)
