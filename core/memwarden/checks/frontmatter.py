"""A warning where the block at the head of a note would trip another program."""

from __future__ import annotations

from collections.abc import Iterator

from memwarden.checks.hit import Hit

CODE = "front-matter"
_FIX = "Write each line as `key: value`, and quote a value that begins with a mark or holds a colon."


def front_matter(before: str, after: str) -> Iterator[Hit]:
    """The block's first faulty line, unless that very line was faulty before."""
    fault = _fault(after)
    if fault is None:
        return
    earlier = _fault(before)
    if earlier is None or earlier[1] != fault[1]:
        number, line, says = fault
        offset = sum(len(each) + 1 for each in after.split("\n", number)[: number - 1])
        yield Hit(CODE, offset, line, says, _FIX, warning=True)


def _fault(text: str) -> tuple[int, str, str] | None:
    """Line number, line and what is wrong with it."""
    if not text.startswith(("---", "\ufeff---")):
        return None
    from memwarden.text.frontmatter import front_matter as read

    block = read(text)
    number = block and (block.malformed or block.awkward)
    if block is None or not number:
        return None
    says = f"breaks the front matter: {block.problem}." if block.malformed else "needs quotes to be read as YAML."
    return number, text.split("\n", number)[number - 1], says
