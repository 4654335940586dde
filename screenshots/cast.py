"""The cast: what waits is looked at, a conflict resolved, a deletion given back, a line asked who wrote it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sample import open_memory
from shots import press, standing

from memwarden_tui.app import MemwardenApp
from memwarden_tui.palettes import DARK

SIZE = (104, 30)
COLOURS = 200
_TRAVEL = ("2", "slash", *"travel", "enter", "escape", "enter")


@dataclass(frozen=True, slots=True)
class Step:
    """Keys, what the window's title says of them, and the seconds for which what they led to is seen."""

    keys: Sequence[str]
    says: str
    seconds: float


STEPS = (
    Step((), "what waits for you", 3.0),
    Step(("enter",), "enter   open the conflict", 3.0),
    Step(("o",), "o   yours", 1.5),
    Step(("t",), "t   theirs", 1.5),
    Step(("w",), "w   write", 2.5),
    Step(("r",), "r   restore what a rewrite removed", 2.5),
    Step(("w",), "w   give it back", 2.5),
    Step((*_TRAVEL, *"jjjjjjjjj"), "2   who wrote this line?", 3.5),
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture as SVG, and the seconds for which it is seen."""

    svg: str
    seconds: float


async def film(home: Path, frame: Callable[[str], str]) -> tuple[Frame, ...]:
    """Every step's picture; `frame` makes the exported SVG what it is to be."""
    frames: list[Frame] = []
    with open_memory(home) as tree:
        app = MemwardenApp(tree, theme=DARK.name, live=False)
        async with standing(app, SIZE, ()) as pilot:
            for step in STEPS:
                await press(pilot, step.keys)
                frames.append(Frame(frame(app.export_screenshot(title=step.says, simplify=True)), step.seconds))
    return tuple(frames)


def digest(frames: Sequence[Frame]) -> str:
    """Stands in the GIF, so that it can be told whether it is still what is drawn now."""
    parts = [f"{frame.seconds}\n{frame.svg}" for frame in frames]
    return f"frames {hashlib.sha256(''.join(parts).encode()).hexdigest()}"


def is_current(gif: Path, frames: Sequence[Frame]) -> bool:
    return gif.is_file() and digest(frames).encode() in gif.read_bytes()


def write(gif: Path, frames: Sequence[Frame], to_png: Callable[[str], bytes]) -> None:
    """Nothing without Pillow; `to_png` draws an SVG."""
    try:
        from PIL import Image
    except ImportError:
        return
    drawn = [Image.open(io.BytesIO(to_png(frame.svg))).convert("RGB") for frame in frames]
    # One palette for all, so that what stays the same from frame to frame takes no bytes.
    tall = Image.new("RGB", (drawn[0].width, sum(one.height for one in drawn)))
    for number, one in enumerate(drawn):
        tall.paste(one, (0, number * drawn[0].height))
    palette = tall.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    first, *rest = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in drawn)
    first.save(
        gif, save_all=True, append_images=rest, loop=0, optimize=False, comment=digest(frames).encode(),
        duration=[round(frame.seconds * 1000) for frame in frames],
    )  # fmt: skip
