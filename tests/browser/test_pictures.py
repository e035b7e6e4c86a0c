"""Pictures of scenes as a browser lays them out: nothing overlaps, leaves its box or is cut, from a phone to a wide screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.svg.drawing import draw
from tests.terminal.positions import GAMES, after, positions, seen

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
HERE = Path(__file__).parent
LAID_OUT = (HERE / "laid_out.js").read_text(encoding="utf-8")
WIDTHS = (360, 1600)


def shown(page: Page, scene: scenes.Scene, width: int) -> list[str]:
    """Show a scene in a page, and say what is wrong with it."""
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(f"<!doctype html><body style='margin:0'>{draw(scene, width)}</body>")
    found: list[str] = page.evaluate(LAID_OUT)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_nothing_overlaps_or_is_cut(page: Callable[..., Page], name: str) -> None:
    opened, game = page(), load(name)
    for place, state in enumerate(islice(positions(game, 4, 0.03, game.players[1]), 3)):
        for width in WIDTHS:
            assert shown(opened, seen(state, ("en", "es")[place % 2]), width) == [], (place, width)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_kept_to_be_looked_at(page: Callable[..., Page], name: str, tmp_path: Path) -> None:
    """`RULESET_PICTURES=DIR` keeps them there: a position of each game, light and dark."""
    directory = Path(os.environ.get("RULESET_PICTURES") or tmp_path)
    for dark in (False, True) if "RULESET_PICTURES" in os.environ else (False,):
        opened = page(dark=dark)
        shown(opened, seen(after(load(name), 1, 30)), 960)
        file = directory / f"{name}-{'dark' if dark else 'light'}.png"
        opened.screenshot(path=file, full_page=True)
        assert file.read_bytes().startswith(b"\x89PNG")


def overlapping(y: int) -> str:
    """A picture with two texts, the second one so far below the first one."""
    panel = '<rect class="panel-box" width="100" height="100"></rect><text y="20">one</text>'
    return f'<svg class="scene" width="100" height="100"><g class="panel" data-panel="p">{panel}<text y="{20 + y}">two</text></g></svg>'


def test_what_looks_at_the_layout_can_see(page: Callable[..., Page]) -> None:
    opened = page(400, 400)
    for y, wrong in ((40, []), (3, ['"one" and "two" overlap in p']), (200, ['"two" leaves panel p'])):
        opened.set_content(overlapping(y))
        assert opened.evaluate(LAID_OUT) == wrong
