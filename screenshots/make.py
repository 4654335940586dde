"""Draw the pictures and the cast beside this file again: `.venv/bin/python screenshots/make.py [--check]`.

`--check` writes nothing, names what is not as it would be drawn now, and ends with 1 where something is. PNGs are made
by Chromium, where it is installed, with Fira Code (fonts-firacode), and made small by Pillow, where that is; the cast
needs both.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

import cast
from sample import make_memory, make_neighbours, open_memory, renew, sample_home
from shots import PUSHED, VIEWS, standing
from textual.app import App

from memwarden_tui.app import MemwardenApp
from memwarden_tui.palettes import DARK, LIGHT
from memwarden_tui.picking import PickerApp

HERE = Path(__file__).parent
CAST = HERE / "cast.gif"
SIZES = ((120, 36), (80, 24))
IN_LIGHT = ("notes", "conflict")
BELOW = 6
"""Pixels of letters that reach below the last row."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


async def draw_all() -> tuple[dict[str, str], tuple[cast.Frame, ...]]:
    """Every picture as SVG, by its name, and the pictures of the cast."""
    drawn = {}
    with tempfile.TemporaryDirectory() as place, sample_home(Path(place, "home")) as home:
        make_memory(home)
        for size in SIZES:
            for view in VIEWS | PUSHED:
                drawn[f"{view}-{size[0]}"] = await _of_memory(home, view, size, DARK.name)
        for view in IN_LIGHT:
            drawn[f"{view}-120-light"] = await _of_memory(home, view, SIZES[0], LIGHT.name)
        renew(home)
        frames = await cast.film(home, lambda svg: framed(svg, dark=True))
    with tempfile.TemporaryDirectory() as place, sample_home(Path(place, "home")) as home:
        here = make_neighbours(home)
        for size in SIZES:
            drawn[f"picker-{size[0]}"] = await _drawn(PickerApp(here), size, ())
    return drawn, frames


async def _of_memory(home: Path, view: str, size: tuple[int, int], theme: str) -> str:
    renew(home)
    with open_memory(home) as tree:
        return await _drawn(MemwardenApp(tree, theme=theme, live=False), size, (VIEWS | PUSHED)[view])


async def _drawn(app: App[Any], size: tuple[int, int], keys: Sequence[str]) -> str:
    async with standing(app, size, keys):
        return framed(app.export_screenshot(title="memwarden", simplify=True), dark=app.current_theme.dark)


def framed(svg: str, *, dark: bool) -> str:
    """The window as bright as what is in it, the last row whole; names in it do not hang on what was drawn."""
    plain = re.sub(r"terminal-\d+", "t", svg)
    bottom = re.search(r'clip-terminal">\s*<rect x="0" y="0" width="[\d.]+" height="([\d.]+)"', plain)
    assert bottom is not None
    whole = plain.replace(f'height="{bottom[1]}"', f'height="{float(bottom[1]) + BELOW:g}"', 1)
    return whole if dark else whole.replace("#292929", "#dcdcda").replace("#c5c8c6", "#686d76")


def to_png(svg: str, chromium: str) -> bytes:
    """As large as its viewBox says, one pixel each."""
    sides = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert sides is not None
    with tempfile.TemporaryDirectory() as place:
        drawing, png = Path(place, "drawing.svg"), Path(place, "drawing.png")
        drawing.write_text(svg, encoding="utf-8")
        subprocess.run(
            [
                chromium, *QUIET, f"--user-data-dir={place}/profile",
                f"--window-size={ceil(float(sides[1]))},{ceil(float(sides[2]))}",
                f"--screenshot={png}", drawing.as_uri(),
            ],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        return png.read_bytes()


def _make_small(png: Path) -> None:
    """A third of the bytes, with 256 colours."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(png) as image:
        image.convert("RGB").quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE).save(
            png, optimize=True
        )


def differing(drawn: dict[str, str]) -> list[str]:
    """Names of those that lie here otherwise, or not at all, or should not lie here."""
    lying = {path.stem: path.read_text(encoding="utf-8") for path in HERE.glob("*.svg")}
    return sorted(name for name in drawn.keys() | lying.keys() if drawn.get(name) != lying.get(name))


def write(drawn: dict[str, str], names: Sequence[str], chromium: str) -> None:
    """Only what differs, and the PNGs of those; one that is drawn no more is taken away."""
    for name in names:
        (HERE / f"{name}.png").unlink(missing_ok=True)
        (HERE / f"{name}.svg").unlink(missing_ok=True)
        if name in drawn:
            (HERE / f"{name}.svg").write_text(drawn[name], encoding="utf-8")
    for name, svg in drawn.items():
        if chromium and not (png := HERE / f"{name}.png").is_file():
            png.write_bytes(to_png(svg, chromium))
            _make_small(png)


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    asked.add_argument(
        "--check", action="store_true", help="write nothing; 1 where a picture is not as it is drawn now"
    )
    check = asked.parse_args().check
    drawn, frames = asyncio.run(draw_all())
    names, is_current = differing(drawn), cast.is_current(CAST, frames)
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), "")
    if not check:
        write(drawn, names, chromium)
    if not check and not is_current and chromium:
        cast.write(CAST, frames, lambda svg: to_png(svg, chromium))
    old = [*names, *([] if is_current else [CAST.name])]
    sys.stdout.writelines(f"{name}{' differs' if check else ''}\n" for name in old)
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main())
