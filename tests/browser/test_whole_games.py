"""Whole games in exported files, opened from the disk without a network: against bots and at one screen, on a phone and a desktop, over a reload."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from tests.browser.table import SLOW
from tests.sampled import LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

GAMES = ("troyes", "troyes_dice", "tournay", "carcassonne_masons", "go", "yacht", "backgammon")
SAMPLE = ("kuhn_poker",)
"""What the slow tests of every change play."""
PLAY = (Path(__file__).parent / "play_whole.js").read_text(encoding="utf-8")
MOST = 3000
"""Clicks of a game."""
BEFORE_RELOAD = 9
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
KINDS = ("easy", "human")
"""Who the other player is."""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module", params=[*SAMPLE, *(GAMES if LONG else ())])
def exported(request: pytest.FixtureRequest, pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("file") / f"{request.param}.html"
    found.write_text(export_html(HtmlExport(request.param), pyodide), encoding="utf-8")
    return found


@pytest.fixture
def opened(request: pytest.FixtureRequest, browser: Browser, exported: Path) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = browser.new_context(
        offline=True, viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(SLOW)
    page, troubles = context.new_page(), list[str]()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.goto(exported.as_uri())
    yield page
    assert not troubles
    context.close()


def table(page: Page) -> Frame:
    """The frame with the table, once it is drawn."""
    page.frame_locator("#page").locator("#question h2").wait_for(state="attached")
    return page.frames[-1]


def play(page: Page, seed: int, most: int) -> dict[str, Any]:
    """Play on; the screen is handed over where that is asked for."""
    answers = 0
    while True:
        found: dict[str, Any] = table(page).evaluate(PLAY, [seed + answers, most - answers])
        answers += found["answers"]
        assert "stuck" not in found, found["stuck"][:500]
        if not found.get("hands"):
            return {**found, "answers": answers}
        page.locator("#bar button").click()
        page.locator("#cover button").click()


@pytest.mark.parametrize(
    ("opened", "kind"), [*(product(SIZES, KINDS) if LONG else zip(SIZES, KINDS, strict=True))], indirect=["opened"]
)
def test_a_whole_game(opened: Page, kind: str) -> None:
    frame = opened.frame_locator("#page")
    frame.locator(".seat").nth(1).locator("select[name=kind]").select_option(kind)
    frame.locator("select:has(option[value='0.8'])").select_option("0")
    frame.locator("button.usual").click()
    found = play(opened, 7, BEFORE_RELOAD)
    if not found.get("over"):
        opened.reload()
        frame.get_by_role("button", name="Go on").last.click()
        found = play(opened, 8, MOST)
    assert found["over"], found
    frame.locator("#result").wait_for()
