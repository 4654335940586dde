"""Who wrote each line, whatever happens to the note."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import MakeTree

from memwarden import Grade, Origin, Refused, Replace, Tree
from memwarden.memory import author_form, sources
from memwarden.memory.author_form import LineAuthor
from memwarden.memory.sources import Source
from memwarden.sync.copies import make
from memwarden.text.lines import split_lines

NOTE = "# Travel\n\n- Aisle seats\n- Never the last row\n"
CHAT = Origin.CHAT


@pytest.fixture
def tree(make_tree: MakeTree) -> Tree:
    return make_tree({"INDEX.md": "# Index\n\n- [Travel](travel.md)\n", "travel.md": NOTE})


def authors(tree: Tree, note: str = "travel.md") -> list[str]:
    return [line.by for line in tree.provenance(note)]


def hermes_wrote(tree: Tree) -> None:
    tree.writer("vps/hermes").append("travel.md", "- Window at night\n- No trains before nine\n")


def test_only_new_and_changed_lines_change_hands(tree: Tree) -> None:
    hermes_wrote(tree)
    tree.writer("pi/aras", origin=CHAT).edit("travel.md", [Replace("before nine", "before ten")])
    assert authors(tree) == ["", "", "", "", "vps/hermes", "pi/aras"]


def test_blanks_alone_change_no_author(tree: Tree) -> None:
    hermes_wrote(tree)
    now = tree.read("travel.md")
    tree.person().rewrite("travel.md", now.text.replace("- Window", "-   Window"), base=now.revision)
    assert authors(tree)[-2:] == ["vps/hermes", "vps/hermes"]


def test_a_block_that_moves_within_the_note_keeps_its_author(tree: Tree) -> None:
    hermes_wrote(tree)
    lines = split_lines(tree.read("travel.md").data)
    tree.person().rewrite("travel.md", b"".join([*lines[:2], *lines[4:], *lines[2:4]]))
    assert authors(tree) == ["", "", "vps/hermes", "vps/hermes", "", ""]


def test_a_move_of_the_note_by_a_verb_keeps_authors_on_both_sides_of_its_undo(tree: Tree) -> None:
    hermes_wrote(tree)
    me = tree.person()
    me.move("travel.md", "trips/travel.md")
    assert authors(tree, "trips/travel.md")[-2:] == ["vps/hermes", "vps/hermes"]
    me.undo()
    assert authors(tree)[-2:] == ["vps/hermes", "vps/hermes"]
    me.redo()
    assert authors(tree, "trips/travel.md")[-2:] == ["vps/hermes", "vps/hermes"]


def test_a_restore_gives_lines_back_to_whoever_wrote_them_and_so_do_undo_and_redo(tree: Tree) -> None:
    hermes_wrote(tree)
    full, me = tree.read("travel.md"), tree.person()
    before = authors(tree)
    tree.writer("pi/aras", origin=CHAT).rewrite("travel.md", "# Travel\n", base=full.revision)
    me.restore("travel.md", full.revision)
    assert authors(tree) == before
    me.undo()
    assert authors(tree) == [""]
    me.redo()
    assert authors(tree) == before


def test_the_same_words_go_back_to_two_authors_where_two_wrote_them(tree: Tree) -> None:
    tree.writer("vps/hermes").append("travel.md", "## Hermes\n- done\n")
    tree.writer("pi/aras").append("travel.md", "## Aras\n- done\n")
    full, before = tree.read("travel.md"), authors(tree)
    tree.person().rewrite("travel.md", "# Travel\n", base=full.revision)
    tree.person().restore("travel.md", full.revision)
    assert authors(tree) == before and len(set(before)) == 3


def test_a_hunk_put_back_belongs_to_its_author_again(tree: Tree) -> None:
    hermes_wrote(tree)
    aras = tree.writer("pi/aras", origin=CHAT)
    aras.append("travel.md", "- Aras was here\n")
    cut = aras.rewrite("travel.md", NOTE + "- Aras was here\n", base=tree.read("travel.md").revision)
    aras.append("travel.md", "- And here\n")
    tree.person().restore_hunks("travel.md", cut.record, [0])
    assert authors(tree)[4:] == ["vps/hermes", "vps/hermes", "pi/aras", "pi/aras"]


def test_lines_of_a_confirmed_proposal_are_the_proposers_confirmed_by_the_person(tree: Tree) -> None:
    tree.writer("vps/hermes").propose("travel.md", "append", "- From a proposal\n")
    tree.person().confirm(tree.proposals()[0])
    last = tree.provenance("travel.md")[-1]
    assert (last.by, last.grade, last.confirmed_by) == ("vps/hermes", Grade.CLAIMED, tree.me)


def test_lines_that_a_person_put_into_a_proposal_are_the_persons(tree: Tree) -> None:
    tree.writer("vps/hermes").propose("travel.md", "append", "- From a proposal\n- And another fact\n")
    text = NOTE + "- From a proposal\n- And something else by hand\n"
    tree.person().confirm(tree.proposals()[0], text=text.encode())
    assert [(line.by, line.confirmed_by) for line in tree.provenance("travel.md")[-2:]] == [
        ("vps/hermes", tree.me), (tree.me, "")
    ]  # fmt: skip


def test_a_resolution_keeps_the_authors_of_both_sides(tree: Tree, folder: Path) -> None:
    hermes_wrote(tree)
    copy = make("travel.md", datetime(2026, 11, 30, 14, 16, 39), "NJDDEFB")
    theirs = NOTE + "- Only on the other device\n"
    (folder / copy).write_text(theirs)
    tree.rescan()
    (conflict,) = tree.conflicts()
    merged = tree.text("travel.md").data + b"- Only on the other device\n- Typed while resolving\n"
    tree.person().resolve(conflict, merged)
    assert authors(tree)[-4:] == ["vps/hermes", "vps/hermes", "", tree.me]
    assert tree.provenance("travel.md")[-2].grade is Grade.UNKNOWN


def test_a_restart_finds_the_authors_again_without_reading_the_history(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hermes_wrote(tree)
    before = tree.provenance("travel.md")
    with Tree.open(folder) as again:
        monkeypatch.setattr(again.store, "bodies", lambda _: pytest.fail("read the journal"))
        assert again.provenance("travel.md") == before


def test_lines_of_nobody_known_are_remembered_until_somebody_may_know_them(
    tree: Tree, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hermes_wrote(tree)
    before = tree.provenance("travel.md")
    assert before[0].grade is Grade.UNKNOWN
    asked: list[str] = []
    with Tree.open(folder) as again:
        bylines = again.store.bylines
        monkeypatch.setattr(again.store, "bylines", lambda ids: asked.append("") or bylines(ids))
        assert again.provenance("travel.md") == again.provenance("travel.md") == before
        assert not asked
        published = folder / ".memwarden/records/other/000001.jsonl"
        published.parent.mkdir(parents=True)
        published.write_text("nothing that speaks of it\n")
        assert again.provenance("travel.md") == before
        assert asked


AUTHORS = st.builds(
    LineAuthor, st.just(b""), st.sampled_from(["vps/hermes", "", "caf\udce9"]), st.sampled_from(Grade),
    st.sampled_from([None, datetime(2026, 11, 30, 12, 0, 0, 123000, UTC)]), st.sampled_from(["a1", "b2"]),
    st.sampled_from(["", "laptop/sam"]),
)  # fmt: skip


@given(st.lists(AUTHORS, max_size=20))
def test_authors_survive_their_compact_form_and_fit_no_other_text(found: list[LineAuthor]) -> None:
    lines = [line._replace(line=b"%d\n" % number) for number, line in enumerate(found)]
    text = [line.line for line in lines]
    assert author_form.load(author_form.dump(lines), text) == tuple(lines)
    assert author_form.load(author_form.dump(lines), [*text, b"more"]) is None
    assert author_form.load(b"[[],[]]", text) is None


def test_what_is_known_of_an_older_head_is_carried_on(tree: Tree, folder: Path) -> None:
    hermes_wrote(tree)
    tree.provenance("travel.md")
    with Tree.open(folder) as other:
        for number in range(5):
            other.writer("pi/aras").append("travel.md", f"- fact {number}\n")
    assert authors(tree) == ["", "", "", "", "vps/hermes", "vps/hermes", *["pi/aras"] * 5]
    tree.store._cache.forget()
    with Tree.open(folder) as anew:
        assert anew.provenance("travel.md") == tree.provenance("travel.md")


def test_authors_before_a_change_are_those_of_its_text_before(tree: Tree) -> None:
    hermes_wrote(tree)
    now = tree.read("travel.md")
    cut = tree.writer("pi/aras", origin=CHAT).rewrite("travel.md", "# Travel\n", base=now.revision)
    record = tree.record(cut.record)
    assert record is not None
    assert [line.by for line in tree.provenance_before(record)] == ["", "", "", "", "vps/hermes", "vps/hermes"]


def test_a_published_record_that_comes_later_claims_the_lines(tree: Tree, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / ".stfolder").mkdir()
    (other / "travel.md").write_text(NOTE)
    with Tree.open(other, state=tmp_path / "state") as there:
        there.writer("vps/hermes").append("travel.md", "- Written on the other device")
    (folder / "travel.md").write_bytes((other / "travel.md").read_bytes())
    tree.rescan()
    assert authors(tree)[-1] == ""
    (other / ".memwarden").rename(folder / ".memwarden")
    last = tree.provenance("travel.md")[-1]
    assert (last.by, last.grade) == ("vps/hermes", Grade.CLAIMED)
    assert tree.history("travel.md").versions()[0].by == "vps/hermes"


LINES = st.lists(st.sampled_from(["- a\n", "- b\n", "  - b\n", "\n", "# h\n", "- long line of words\n"]), max_size=8)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(["vps/hermes", "pi/aras", "me", "outside", "undo"]), LINES), max_size=8))
def test_every_line_has_exactly_one_author_and_a_replay_from_nothing_agrees(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, list[str]]]
) -> None:
    folder = tmp_path_factory.mktemp("memory")
    (folder / "a.md").write_text("- a\n")
    with Tree.open(folder) as tree:
        for who, lines in changes:
            _change(tree, folder, who, "".join(lines))
            found = tree.provenance("a.md")
            data = (folder / "a.md").read_bytes()
            assert b"".join(line.line for line in found) == data
        assert tree.history("a.md").data(tree.text("a.md").revision) == data if changes else True
        carried = tree.provenance("a.md")
        with tree.store.locked():
            replayed = tree.provenance_of._replayed(tree.store.states("a.md"))
            assert replayed == tree.provenance_of.sources("a.md")
        assert len(replayed) == len(carried)


def _change(tree: Tree, folder: Path, who: str, text: str) -> None:
    now = tree.text("a.md")
    if who == "outside":
        (folder / "a.md").write_text(text)
        tree.rescan()
    elif who == "me":
        tree.person().rewrite("a.md", text, base=now.revision)
    elif who == "undo":
        with suppress(Refused):
            tree.person().undo()
    else:
        tree.writer(who, origin=CHAT).rewrite("a.md", text, base=now.revision)


@given(st.lists(st.builds(Source, st.sampled_from(["a1", "b2", "c3"]), st.integers(-2, 9)), max_size=30))
def test_sources_survive_their_compact_form(found: list[Source]) -> None:
    assert sources.load(sources.dump(found)) == found


def test_a_compact_form_of_another_time_is_no_sources() -> None:
    assert sources.load(b"{}") is None and sources.load(b'{"ids":[],"runs":[[3,1]]}') is None
    assert sources.load(str(datetime.now(UTC)).encode()) is None
