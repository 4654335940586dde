"""What is kept of a tree from one look to the next is what a first look at it finds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import MakeTree
from tests.memory.big import fill

from memwarden import Origin, Tree
from memwarden.checks.finding import Finding
from memwarden.memory.graph import IndexGraph
from memwarden.memory.lying import Lying
from memwarden.memory.survey import Survey

NAMES = (
    "INDEX.md",
    "a.md",
    "A.md",
    "sub/INDEX.md",
    "sub/b.md",
    "sub/deep/c.md",
    "caf\u00e9.md",
    "pic.png",
    "MEMORY.md",
)
CODES = frozenset(
    {"dangling-link", "outside-link", "link-to-copy", "space-in-link", "merge-marker", "not-in-index", "twin-name"}
)
TEXTS = (
    "",
    "# A\n\n[[b]] and [c](sub/deep/c.md)\n",
    "# Index\n\n## One\n- [a](a.md)\n- [sub](sub)\n## Two\n- [B](sub/b.md) what\n- [gone](gone.md)\n![p](pic.png)\n",
    "- a.md is here\n[up](../INDEX.md) [down](deep/c.md) [cafe](cafe\u0301.md) [[c]]\n",
    "<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n[a](a.md)\n",
)


def first_look(tree: Tree) -> tuple[IndexGraph | None, tuple[Finding, ...] | None]:
    with tree.store.locked():
        survey = Survey(Lying(tree.root), tree.store)
        return survey.graph(deep=True), survey.findings(patient=True)


def put(root: Path, name: str, text: str | None) -> None:
    """Write a file, or take away what lies there; a file in the place of its folder gives way."""
    file = root / name
    for folder in file.parents:
        if folder.is_file():
            folder.unlink()
    if file.is_dir():
        shutil.rmtree(file)
    file.unlink(missing_ok=True)
    if text is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


changes = st.lists(st.tuples(st.sampled_from((*NAMES, "sub")), st.sampled_from((*TEXTS, None))), min_size=1, max_size=4)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(changes, min_size=1, max_size=4))
def test_whatever_changes_the_kept_index_and_health_are_those_of_a_first_look(
    tmp_path_factory: pytest.TempPathFactory, steps: list[list[tuple[str, str | None]]]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    with Tree.open(root) as tree:
        for step in steps:
            for name, text in step:
                put(root, name, text)
            tree.rescan()
            tree.forget(name for name, _ in step)
            graph, findings = first_look(tree)
            assert tree.index() == graph
            assert [one for one in tree.health() if one.code in CODES] == [*(findings or ())]


def test_what_another_process_wrote_through_its_own_gate_is_seen_at_the_next_look(folder: Path) -> None:
    (folder / "INDEX.md").write_text("# Index\n")
    with Tree.open(folder) as screen, Tree.open(folder) as other:
        assert screen.paths() == ("INDEX.md",)
        other.writer("vps/hermes", origin=Origin.CHAT).create("new.md", "# New\n", link="")
        assert screen.look(["new.md"]) == ()
        assert screen.paths() == ("INDEX.md", "new.md")
        assert screen.index().orphans == ()
        other.writer("vps/hermes", origin=Origin.CHAT).append("INDEX.md", "- [gone](gone.md)")
        assert screen.look(["INDEX.md"]) == ()
        assert [entry.target for entry in screen.index().dangling] == ["gone.md"]


def test_a_link_to_a_file_that_is_no_note_is_dead_until_the_file_is_there(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"INDEX.md": "![p](pic.png)\n[f](sub/)\n"})
    assert [finding.code for finding in tree.health()] == ["dangling-link"] * 2
    (folder / "pic.png").write_bytes(b"p")
    (folder / "sub").mkdir()
    tree.forget(["pic.png", "sub"])
    assert tree.health() == ()


def test_what_stands_in_a_note_is_not_kept_for_the_text_it_had_before(make_tree: MakeTree, folder: Path) -> None:
    tree = make_tree({"INDEX.md": "[a](a.md)\n", "a.md": "[b](b.md)\n", "b.md": "", "c.md": ""})
    (folder / "a.md").write_text("[c](c.md)\n")
    assert tree.index().orphans == ("b.md",)
    tree.rescan()
    (folder / "a.md").write_text("[b](b.md)\n")
    tree.rescan()
    assert tree.index().orphans == ("c.md",)


def test_a_first_look_at_a_large_tree_reads_its_indices_and_leaves_out_what_takes_long(folder: Path) -> None:
    paths = fill(folder, 300)
    (folder / paths[0]).write_text("[gone](gone.md)\n")
    with Tree.open(folder) as tree:
        shallow = tree.index(deep=False)
        assert not shallow.whole and len(shallow.orphans) == 30
        assert tree.review(patient=False) == ()
        assert [item.kind for item in tree.review()] == ["health"]
        deep = tree.index(deep=False)
        assert deep.whole and deep.sections == shallow.sections and deep.orphans == tree.index().orphans


def test_what_leads_to_a_note_waits_for_no_large_tree_to_be_read(folder: Path) -> None:
    paths = fill(folder, 300)
    with Tree.open(folder) as tree:
        assert tree.reading.backlinks(paths[1]) == ()
        known = tree.index().backlinks[paths[1]]
        assert "INDEX.md" in {link.note for link in known}
        assert tree.reading.backlinks(paths[1]) == known
