"""How every view looks at three sizes and in every dress, kept as text beside this file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from screenshots.sample import make_memory, make_neighbours, open_memory, renew, sample_home
from screenshots.shots import PUSHED, VIEWS, standing
from tests.tui.pictured import assert_pictured

from memwarden import Tree
from memwarden_tui.app import MemwardenApp
from memwarden_tui.glyphs import ASCII, UNICODE, Glyphs
from memwarden_tui.palettes import ANSI, CONTRAST, CONTRAST_LIGHT, DARK, LIGHT, PLAIN
from memwarden_tui.picking import PickerApp

SIZES = ((80, 24), (120, 40), (160, 48))
DRESSES = (
    ("review", ANSI.name, UNICODE),
    ("conflict", ANSI.name, UNICODE),
    ("review", PLAIN.name, UNICODE),
    ("history", PLAIN.name, UNICODE),
    ("notes", DARK.name, ASCII),
    ("agents", DARK.name, ASCII),
    ("notes", LIGHT.name, UNICODE),
    ("conflict", LIGHT.name, UNICODE),
    ("proposal", CONTRAST.name, UNICODE),
    ("review", CONTRAST_LIGHT.name, UNICODE),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("pictured") / "home"
    with sample_home(home):
        make_memory(home)
        renew(home)
    return home


@pytest.fixture
def memory(made: Path) -> Iterator[Tree]:
    with sample_home(made):
        renew(made)
        with open_memory(made) as tree:
            yield tree


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("view", [*VIEWS, *PUSHED])
async def test_a_view_looks_as_it_is_kept(memory: Tree, view: str, size: tuple[int, int]) -> None:
    app = MemwardenApp(memory, live=False)
    async with standing(app, size, (VIEWS | PUSHED)[view]):
        assert_pictured(app, f"{view}-{size[0]}")


@pytest.mark.parametrize(("view", "theme", "glyphs"), DRESSES, ids=lambda part: part if isinstance(part, str) else "")
async def test_a_view_looks_as_it_is_kept_in_other_dress(
    memory: Tree, monkeypatch: pytest.MonkeyPatch, view: str, theme: str, glyphs: Glyphs
) -> None:
    if theme == PLAIN.name:
        monkeypatch.setenv("NO_COLOR", "1")
    app = MemwardenApp(memory, live=False, theme=theme, glyphs=glyphs)
    async with standing(app, (120, 40), (VIEWS | PUSHED)[view]):
        assert_pictured(app, f"{view}-{'ascii' if glyphs is ASCII else theme}")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
async def test_the_picker_looks_as_it_is_kept(tmp_path: Path, size: tuple[int, int]) -> None:
    with sample_home(tmp_path / "home") as home:
        app = PickerApp(make_neighbours(home))
        async with standing(app, size, ()):
            assert_pictured(app, f"picker-{size[0]}")
