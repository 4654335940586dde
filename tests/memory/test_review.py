"""The queue of what waits on a person: which items come into it, in which order, and what ends them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memwarden.memory.review import ItemKind, ReviewItem, queue
from memwarden.memory.verdicts import Verdict

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def item(kind: ItemKind, id_: str = "") -> ReviewItem:
    return ReviewItem(id_ or kind.value, kind, "a.md", "a.md", "")


def judged(*items: ReviewItem, what: str) -> dict[str, Verdict]:
    return {one.id: Verdict(one.id, what, "laptop/sam", NOW, "") for one in items}


def test_danger_comes_before_warnings_before_your_word_before_health() -> None:
    kinds = (ItemKind.HEALTH, ItemKind.TASK, ItemKind.REFUSED, ItemKind.DELETION)
    assert [one.kind for one in queue(map(item, kinds), {})] == [*reversed(kinds)]


def test_what_was_put_off_comes_last_whatever_it_is() -> None:
    danger, health = item(ItemKind.CONFLICT), item(ItemKind.HEALTH)
    first, last = queue((danger, health), judged(danger, what="later"))
    assert first == health and (last.id, last.later) == (danger.id, True)


@pytest.mark.parametrize("kind", [ItemKind.CONFLICT, ItemKind.GIT, ItemKind.PROPOSAL])
def test_a_verdict_ends_an_item_but_none_that_is_still_there_on_disk(kind: ItemKind) -> None:
    there, ended = item(kind), item(ItemKind.LOST_LINES)
    assert queue((there, ended), judged(there, ended, what="accepted")) == (there,)
