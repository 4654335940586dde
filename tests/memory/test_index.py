"""The index graph and topics: what is linked, where it leads, and how loudly a missing link fails."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Mapping

import pytest
from tests.memory.gathered import graph_of

from memwarden.errors import Code, Refused
from memwarden.memory.graph import Entry, IndexGraph
from memwarden.memory.topics import resolve_topic

NFC = unicodedata.normalize("NFC", "café.md")
NFD = unicodedata.normalize("NFD", "café.md")
COPY = "a.sync-conflict-20261130-141639-NJDDEFB.md"


def entries(graph: IndexGraph) -> list[Entry]:
    return [entry for section in graph.sections for entry in section.entries]


def leads(link: str, *paths: str, source: str = "INDEX.md") -> tuple[str, str]:
    """State and note of the one entry of an index that holds this link."""
    (entry,) = entries(graph_of({source: link} | dict.fromkeys(paths, "")))
    return entry.state, entry.note


def refusal(texts: Mapping[str, str], topic: str) -> Refused:
    with pytest.raises(Refused) as caught:
        resolve_topic(graph_of(texts), list(texts), topic)
    return caught.value


def test_the_hub_gives_sections_with_titles_descriptions_and_lines() -> None:
    graph = graph_of(
        {
            "INDEX.md": "# Index\n\n[start](start.md)\n\n## Projects\n\n- [Atlas](projects/atlas.md): the map, see "
            "[start](start.md)\n- borealis.md - cold things\n\n## Empty\n\n## Facts\n\n"
            "| [Me](facts/me.md) | who I am |\n",
            "start.md": "",
            "projects/atlas.md": "",
            "borealis.md": "",
            "facts/me.md": "",
        }
    )
    assert graph.hub == "INDEX.md"
    assert [(section.title, section.level) for section in graph.sections] == [
        ("Index", 1),
        ("Projects", 2),
        ("Empty", 2),
        ("Facts", 2),
    ]
    atlas, start, borealis = graph.sections[1].entries
    assert (atlas.title, atlas.note, atlas.description, atlas.line) == ("Atlas", "projects/atlas.md", "the map, see", 7)
    assert start.note == "start.md"
    assert (borealis.title, borealis.description) == ("borealis", "cold things")
    assert graph.sections[3].entries[0].description == "who I am"
    assert graph.orphans == graph.dangling == ()


def test_a_section_names_a_note_once() -> None:
    graph = graph_of({"INDEX.md": "[a](a.md) [again](./a.md)\n\n# S\n\n[a](a.md)", "a.md": ""})
    assert [(entry.title, entry.also) for entry in entries(graph)] == [("a", ("again",)), ("a", ())]


def test_a_note_is_found_by_every_title_that_a_section_links_it_by() -> None:
    tree = {"INDEX.md": "- [Garden](plan.md)\n- [[plan|A wiki link]]\n", "plan.md": ""}
    for topic in ("garden", "a wiki link", "wiki"):
        assert resolve_topic(graph_of(tree), list(tree), topic) == "plan.md"


def test_memory_md_is_the_hub_where_there_is_no_index_md() -> None:
    assert graph_of({"MEMORY.md": "- [a](a.md)", "a.md": "", "b.md": ""}).hub == "MEMORY.md"
    both = graph_of({"MEMORY.md": "- [a](a.md)", "INDEX.md": "", "a.md": ""})
    assert both.hub == "INDEX.md"
    assert both.orphans == ()
    assert [(section.title, section.level) for section in both.sections] == [("MEMORY.md", 1)]


def test_nested_indices_are_expanded_where_they_are_linked_or_lie() -> None:
    graph = graph_of(
        {
            "INDEX.md": "## Projects\n\n[Projects](projects/)\n\n## Facts\n\n[f](f.md)\n",
            "projects/INDEX.md": "[a](a.md)\n\n## Old\n\n[b](old/b.md) [up](../INDEX.md)\n",
            "projects/a.md": "",
            "projects/old/b.md": "",
            "f.md": "",
            "loose/INDEX.md": "[c](c.md)",
            "loose/c.md": "",
        }
    )
    assert [
        (section.title, section.level, [entry.note for entry in section.entries]) for section in graph.sections
    ] == [
        ("Projects", 2, ["projects/INDEX.md"]),
        ("Projects", 2, ["projects/a.md"]),
        ("Old", 4, ["projects/old/b.md", "INDEX.md"]),
        ("Facts", 2, ["f.md"]),
        ("loose", 1, ["loose/c.md"]),
    ]
    assert graph.orphans == ()


def test_orphans_are_what_no_chain_of_links_reaches() -> None:
    graph = graph_of(
        {
            "INDEX.md": "[a](a.md)",
            "a.md": "see [[b]]",
            "b.md": "[a](a.md)",
            "lost.md": "[found](found.md)",
            "found.md": "",
            "agents/vps/hermes/memory.md": "",
            "agents/vps/hermes/outbox/x.md": "",
            "agents/vps/hermes/proposals/y.md": "",
            ".memwarden/notes.md": "",
        }
    )
    assert graph.orphans == ("found.md", "lost.md")
    assert graph.sections[-1].title == "Agents' own"
    assert graph.sections[-1].generated
    assert [entry.title for entry in graph.sections[-1].entries] == ["vps/hermes/memory"]


def test_a_first_look_reads_the_indices_alone() -> None:
    texts = {"INDEX.md": "[a](a.md)", "a.md": "[b](b.md)", "b.md": "", "c.md": ""}
    shallow = graph_of(texts, deep=False)
    assert shallow.sections == graph_of(texts).sections
    assert shallow.orphans == ("b.md", "c.md")
    assert list(shallow.backlinks) == ["a.md"]
    assert graph_of(texts).orphans == ("c.md",)


def test_without_an_index_notes_are_grouped_by_folder_and_none_is_an_orphan() -> None:
    graph = graph_of({"b.md": "", "queen/agent-rules.md": "", "projects/x/deep.md": ""})
    assert graph.hub is None
    assert graph.orphans == ()
    assert [(section.title, [entry.title for entry in section.entries]) for section in graph.sections] == [
        ("", ["b"]),
        ("projects", ["x/deep"]),
        ("queen", ["agent-rules"]),
    ]
    assert graph_of({}) == IndexGraph()


@pytest.mark.parametrize(
    ("link", "paths", "expected"),
    [
        ("[a](n%20o.md)", ["n o.md"], ("ok", "n o.md")),
        ("[a](./x/../n.md#part)", ["n.md"], ("ok", "n.md")),
        ("[a](x\\n.md)", ["x/n.md"], ("ok", "x/n.md")),
        ("[a](n.md?raw=1)", ["n.md"], ("ok", "n.md")),
        ("[a](todo:x.md)", ["todo:x.md"], ("ok", "todo:x.md")),
        (f"[a]({NFD})", [NFC], ("ok", NFC)),
        (f"[a]({NFC})", [NFD], ("ok", NFD)),
        (f"[a]({NFD})", [NFC, NFD], ("ok", NFD)),
        ("[a](A.md)", ["a.md"], ("missing", "")),
        ("[a](gone.md)", [], ("missing", "")),
        ("[a](x%00.md)", [], ("missing", "")),
        (f"[a]({'é' * 130}.md)", [f"{'é' * 130}.md"], ("missing", "")),
        (f"[a]({'x/' * 3000}y.md)", [], ("missing", "")),
        ("[a](%252e%252e/x.md)", ["x.md"], ("missing", "")),
        ("[a](../x.md)", ["x.md"], ("outside", "")),
        ("[a](%2e%2e/%2e%2e/secret.md)", [], ("outside", "")),
        ("[a](..%2f..%2fetc)", [], ("outside", "")),
        ("[a](..\\\\..\\\\etc)", [], ("outside", "")),
        ("[[..\\..\\etc]]", [], ("outside", "")),
        ("[a](//x.y/z.md)", [], ("outside", "")),
        ("[a](/etc/passwd)", [], ("outside", "")),
        ("[a](~/x.md)", [], ("outside", "")),
        ("[a](file:///etc/passwd)", [], ("outside", "")),
        ("[a](C:\\x)", [], ("outside", "")),
        ("[a](c:/x.md)", [], ("outside", "")),
        ("[[../../x]]", [], ("outside", "")),
        ("[a](x/)", ["x/n.md"], ("directory", "")),
        ("[a](x)", ["x/n.md"], ("directory", "")),
        (f"[a]({COPY})", [COPY, "a.md"], ("copy", COPY)),
        ("[[n]]", ["deep/er/n.md", "deep/n.md"], ("ok", "deep/n.md")),
        ("[[N]]", ["deep/n.md"], ("ok", "deep/n.md")),
        ("[[er/n]]", ["deep/er/n.md", "deep/n.md"], ("ok", "deep/er/n.md")),
        ("[[n.md#x|words]]", ["n.md"], ("ok", "n.md")),
        ("[[n]]", [], ("missing", "")),
    ],
)
def test_a_link_leads_where_it_says_and_never_out_of_the_tree(
    link: str, paths: list[str], expected: tuple[str, str]
) -> None:
    assert leads(link, *paths) == expected


@pytest.mark.parametrize(
    "link",
    [
        "[a](https://x.y/z)",
        "[a](mailto:a@b.c)",
        "[a](https://x/../../../y.md)",
        "[a](#part)",
        "![a](p.png)",
        "[a](xx:n.md)",
    ],
)
def test_what_names_nothing_of_the_tree_is_no_entry(link: str) -> None:
    assert entries(graph_of({"INDEX.md": link})) == []


def test_a_link_to_another_file_or_folder_of_the_disk_is_asked_for() -> None:
    graph = graph_of({"INDEX.md": "[d](data.json) [e](empty)", "data.json": ""}, {"empty": "directory"})
    assert [entry.state for entry in entries(graph)] == ["ok", "directory"]


def test_dangling_links_and_backlinks_say_where_they_are() -> None:
    graph = graph_of(
        {
            "INDEX.md": "# Index\n[a](a.md)\n[gone](gone.md)",
            "a.md": "# A\n## Part\n[index](INDEX.md) [b](b.md)\n",
            "b.md": "[a](a.md) [a](a.md) [self](b.md)",
        }
    )
    (dangling,) = graph.dangling
    assert (dangling.source, dangling.line, dangling.target) == ("INDEX.md", 3, "gone.md")
    assert [(link.note, link.section) for link in graph.backlinks["a.md"]] == [("INDEX.md", "Index"), ("b.md", "")]
    assert [(link.note, link.section) for link in graph.backlinks["b.md"]] == [("a.md", "Part")]
    assert "gone.md" not in graph.backlinks


TREE = {
    "INDEX.md": "## Preferences\n- [Travel and seats](preferences/travel.md)\n- coding-style.md how we write\n"
    "## Projects\n- [Atlas plan](projects/atlas-plan.md)\n- [Atlas costs](projects/atlas-costs.md)\n"
    "- [Gone](projects/gone.md)\n- [Out](../out.md)\n- [Folder](projects/)\n## Facts\n- [Me](facts/me.md)\n",
    "preferences/travel.md": "",
    "coding-style.md": "",
    "projects/atlas-plan.md": "",
    "projects/atlas-costs.md": "",
    "facts/me.md": "",
    "facts/café.md": "",
    "scratch.md": "",
}


@pytest.mark.parametrize(
    ("topic", "note"),
    [
        ("travel", "preferences/travel.md"),
        ("Travel and Seats", "preferences/travel.md"),
        ("seats", "preferences/travel.md"),
        ("travel.md", "preferences/travel.md"),
        ("preferences/travel", "preferences/travel.md"),
        ("coding style", "coding-style.md"),
        ("CODING_STYLE", "coding-style.md"),
        ("atlas costs", "projects/atlas-costs.md"),
        ("plan", "projects/atlas-plan.md"),
        ("facts", "facts/me.md"),
        ("scratch.md", "scratch.md"),
        ("./scratch.md", "scratch.md"),
        (unicodedata.normalize("NFD", "facts/café.md"), "facts/café.md"),
        ("INDEX.md", "INDEX.md"),
    ],
)
def test_a_topic_is_found_by_path_title_name_or_words_of_the_index(topic: str, note: str) -> None:
    assert resolve_topic(graph_of(TREE), list(TREE), topic) == note


def test_a_topic_that_two_notes_could_mean_is_refused_with_both() -> None:
    refused = refusal(TREE, "atlas")
    assert refused.code is Code.AMBIGUOUS
    assert refused.details["candidates"] == ["projects/atlas-costs.md", "projects/atlas-plan.md"]


def test_a_topic_without_a_link_is_refused_with_the_nearest() -> None:
    refused = refusal(TREE, "travl")
    assert refused.code is Code.NO_LINK
    assert "Travel and seats" in refused.hint
    assert refused.details["candidates"][0] == "preferences/travel.md"


def test_a_note_that_no_index_links_is_named_but_not_read_by_its_name() -> None:
    refused = refusal(TREE, "scratch")
    assert refused.code is Code.NO_LINK
    assert "scratch.md" in refused.hint
    assert refused.details["candidates"] == ["scratch.md"]


def test_a_topic_whose_file_is_missing_says_which_line_links_it() -> None:
    refused = refusal(TREE, "gone")
    assert refused.code is Code.NO_NOTE
    assert "INDEX.md line 7" in refused.message
    assert refusal(TREE, "projects/gone.md").code is Code.NO_NOTE


def test_a_path_that_is_not_there_names_the_nearest_paths() -> None:
    refused = refusal(TREE, "preferences/travels.md")
    assert refused.code is Code.NO_NOTE
    assert "preferences/travel.md" in refused.details["candidates"]


@pytest.mark.parametrize(
    ("topic", "code"),
    [("out", Code.OUTSIDE), ("folder", Code.NOT_A_NOTE), ("", Code.BAD_ARGUMENT), ("?", Code.NO_LINK)],
)
def test_what_is_no_note_of_the_tree_is_refused_for_what_it_is(topic: str, code: Code) -> None:
    assert refusal(TREE, topic).code is code


def test_without_an_index_a_topic_is_refused_and_a_path_read() -> None:
    texts = {"queen/rules.md": ""}
    assert resolve_topic(graph_of(texts), list(texts), "queen/rules.md") == "queen/rules.md"
    refused = refusal(texts, "rules")
    assert refused.code is Code.NO_LINK
    assert refused.details["candidates"] == ["queen/rules.md"]


def test_a_large_index_is_built_in_the_time_it_takes_to_parse_it() -> None:
    names = [f"n/note-{number}.md" for number in range(5000)]
    hub = "".join(f"## S{number}\n- [N {number}]({name}): d\n" for number, name in enumerate(names))
    started = time.process_time()
    graph = graph_of({"INDEX.md": hub} | dict.fromkeys(names, "- [ ] no link here\n"))
    assert len(entries(graph)) == 5000
    assert time.process_time() - started < 5
