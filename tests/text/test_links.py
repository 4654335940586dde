"""Links in every form and place: what counts, where it stands, and what it points at."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwarden.text import rough
from memwarden.text.blocks import split
from memwarden.text.link import Link
from memwarden.text.links import gather_text, has_links, links

EVERYTHING = """\
# Top [h](h.md) #

- [Travel](preferences/travel.md): seats
- codync.md a description
  > - nested [q](<a (b).md> "t") and ![img](i.png)
1. [[wiki]] [[a|b c]] ![[embedded]]

   \tdeep [t](deep.md) `[code](x.md)` <https://a.b/c?q=1>
- [ref][r] [![alt](pic.png)](outer.md)

[r]: target.md "title"

| [h](h.md) | b |
|---|---|
| [x](y.md) | [[p\\|q]] [x](y.md) |

> lazy
continued [l](lazy.md)
and <a href="html.md">z</a> https://bare.example/x_(y).
"""


def one(text: str) -> Link:
    (found,) = links(text)
    return found


@pytest.mark.parametrize(
    ("text", "form", "target", "anchor"),
    [
        ("[a](b.md)", "inline", "b.md", ""),
        ("[a](note%20one.md)", "inline", "note one.md", ""),
        ("[a](<note one.md>)", "angle", "note one.md", ""),
        ('[a](<note one.md> "t")', "angle", "note one.md", ""),
        ("[a](c%23.md)", "inline", "c#.md", ""),
        ('[a](n.md#a%20b "t")', "inline", "n.md", "a b"),
        ("[a](<a (b).md>)", "angle", "a (b).md", ""),
        ("[a](a\\(b\\).md)", "inline", "a(b).md", ""),
        ("[a](a&amp;b.md)", "inline", "a&b.md", ""),
        ("[a](%252e%252e/x.md)", "inline", "%2e%2e/x.md", ""),
        ("[a](%2e%2e/%2e%2e/secret.md)", "inline", "../../secret.md", ""),
        ("[a](caf%E9.md)", "inline", "caf\udce9.md", ""),
        ("[a](file:///etc/passwd)", "inline", "file:///etc/passwd", ""),
        ("[a](C:\\x)", "inline", "C:\\x", ""),
        ("[a](javascript:alert(1))", "inline", "javascript:alert(1)", ""),
        ("[a](https://x.y/?q=hi%20there#f%20g)", "inline", "https://x.y/?q=hi there#f g", "f g"),
        ("[a][r]\n\n[r]: t.md 'x'", "reference", "t.md", ""),
        ("[r][]\n\n[R]: t.md", "reference", "t.md", ""),
        ("[r]\n\n[r]: <t u.md>", "reference", "t u.md", ""),
        ("[unused]: t.md", "reference", "t.md", ""),
        ("![a](p.png)", "image", "p.png", ""),
        ("<https://x.y/z>", "autolink", "https://x.y/z", ""),
        ("see https://x.y/z, ok", "bare", "https://x.y/z", ""),
        ("(https://x.y/a_(b))", "bare", "https://x.y/a_(b)", ""),
        ("**https://x.y**", "bare", "https://x.y", ""),
        ("[[note]]", "wiki", "note", ""),
        ("[[note#part]]", "wiki", "note", "part"),
        ("[[50%20]]", "wiki", "50%20", ""),
        ("- travel.md seats and airlines", "codync", "travel.md", ""),
        ("* a/b/travel.md", "codync", "a/b/travel.md", ""),
        ("<a href='x.md'>t</a>", "html", "x.md", ""),
        ("text <img alt=1 src=x.png> text", "html", "x.png", ""),
        ("<div>\n<a\nhref='x.md'>\n</div>", "html", "x.md", ""),
    ],
)
def test_every_form_of_link_is_found_and_decoded_once(text: str, form: str, target: str, anchor: str) -> None:
    found = one(text)
    assert (found.form, found.target, found.anchor) == (form, target, anchor)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[**bold** `code` x](a.md)", "bold code x"),
        ("[two\nlines](a.md)", "two lines"),
        ("[[a|b c]]", "b c"),
        ("[[dir/a]]", "dir/a"),
        ("[[a#b]]", "a"),
        ("- name.md what it is", "name"),
        ("[](a.md)", ""),
    ],
)
def test_the_words_of_a_link_come_without_markup(text: str, words: str) -> None:
    assert one(text).text == words


@pytest.mark.parametrize(
    "block",
    [
        "```\n{}\n```",
        "~~~ toml\n{}\n~~~",
        "`````\n```\n{}\n```\n`````",
        "- item\n\n  ```\n  {}\n  ```",
        "> ```\n> {}\n> ```",
        "text\n\n    {}",
        "- item\n\n      {}",
        "`{}`",
        "`` {} ``",
        "<!-- {} -->",
        "text <!-- {} --> text",
        "<!--\n\n{}\n\n-->",
        "<script>\n{}\n</script>",
        "```\n{}",
    ],
)
@pytest.mark.parametrize(
    "link", ["[a](b.md)", "[[outputs.influxdb]]", "[r]: x.md", "<https://x.y>", "https://x.y", '<a href="b.md">']
)
def test_nothing_in_code_or_comments_is_a_link(block: str, link: str) -> None:
    assert links(block.format(link)) == ()
    outside = block.format(link)
    assert [found.target for found in links(f"[o](out.md)\n\n{outside}")] == ["out.md"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_every_link_stands_where_it_says(end: str, bom: str) -> None:
    text = bom + EVERYTHING.replace("\n", end)
    lines = text.split("\n")
    found = [lines[link.line - 1][link.column - 1 : link.end - 1] for link in links(text)]
    assert found == [
        "[h](h.md)",
        "[Travel](preferences/travel.md)",
        "codync.md",
        '[q](<a (b).md> "t")',
        "![img](i.png)",
        "[[wiki]]",
        "[[a|b c]]",
        "![[embedded]]",
        "[t](deep.md)",
        "<https://a.b/c?q=1>",
        "[ref][r]",
        "[![alt](pic.png)](outer.md)",
        "![alt](pic.png)",
        "[h](h.md)",
        "[x](y.md)",
        "[[p\\|q]]",
        "[x](y.md)",
        "[l](lazy.md)",
        '<a href="html.md">',
        "https://bare.example/x_(y)",
    ]
    assert [(link.line, link.column) for link in links("\t[a](b.md)")] == []
    assert [(link.line, link.column) for link in links("x\n\t [a](b.md)")] == [(2, 3)]


def test_a_blank_in_a_destination_is_reported_and_is_no_link() -> None:
    text = "- [c](note one.md) and [d](fine.md)\n- [x](not a link) [y](a.md#b c)"
    assert [link.target for link in links(text)] == ["fine.md"]
    (problem,) = gather_text(text)[1]
    assert (problem.code, problem.target, problem.line, problem.column) == ("space-in-link", "note one.md", 1, 3)


def test_front_matter_holds_urls_and_quoted_wiki_links_only() -> None:
    text = '---\nlist: [[a, b]]\nup: "[[index]]"\nsource: https://x.y/z\n---\n[a](b.md)\n'
    assert [(link.form, link.target, link.line) for link in links(text)] == [
        ("wiki", "index", 3),
        ("bare", "https://x.y/z", 4),
        ("inline", "b.md", 6),
    ]


def test_a_second_definition_of_a_label_still_points_somewhere() -> None:
    assert [link.target for link in links("[r]\n\n[r]: a.md\n[r]: b.md")] == ["a.md", "b.md"]


def test_a_url_is_external_and_a_drive_is_not() -> None:
    assert one("[a](mailto:sam@x.y)").external
    assert one("<https://x.y>").external
    assert not one("[a](//x.y/z)").external
    assert not one("[a](C:/x.md)").external
    assert not one("[a](b.md)").external


@pytest.mark.parametrize("text", ["", "plain", "- [ ] task [x] done", "a < b and c > d", "50 % of [1]"])
def test_a_text_without_any_link_is_not_even_parsed(text: str) -> None:
    assert not has_links(text)
    assert links(text) == ()


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "[[", "[[a", "<", "<a ", "<a href=", "<!--", "`", "` ", "[x](", "a://", "> ", "- ", "[x](y.md) "],
)
@pytest.mark.parametrize("size", [100_000, 5_000_000])
def test_no_line_however_long_or_odd_hangs(piece: str, size: int) -> None:
    started = time.process_time()
    found = links(piece * (size // len(piece)) + "](")
    assert time.process_time() - started < 5
    assert len(found) <= rough.MOST_LINKS


def test_labels_that_never_close_do_not_cost_their_square() -> None:
    started = time.process_time()
    assert links("[a " * 40_000 + "x [b](c.md)")[-1].target == "c.md"
    assert time.process_time() - started < 5


def test_a_text_of_nothing_but_marks_is_read_roughly_and_quickly() -> None:
    started = time.process_time()
    assert links(("[](" * 20 + "\n") * 15_000 + "[a](b.md)\n")[-1].target == "b.md"
    assert time.process_time() - started < 1


def test_images_nested_deeper_than_the_stack_are_survived() -> None:
    assert links("![" * 2000 + "x" + "](a.md)" * 2000)


def test_the_rough_reading_agrees_on_plain_notes() -> None:
    text = "# T\n\n- [a](b.md) and [[c|d]]\n```\n[x](y.md)\n```\n`[z](z.md)` https://x.y/z ![p](<q r.png>)\n"
    assert rough.links(split(text)) == links(text)


@settings(max_examples=300)
@given(st.text(alphabet="[]()<>!`#|-*> \n\r\t:/\\.amd&%\"'=_1\0é\udce9", max_size=80))
def test_any_text_is_read_and_every_place_lies_in_it(text: str) -> None:
    lines = text.split("\n")
    for found in links(text):
        assert 1 <= found.line <= len(lines)
        assert 1 <= found.column <= found.end <= len(lines[found.line - 1]) + 1
