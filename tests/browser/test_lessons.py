"""A lesson on a page: one click in the lobby, what it says above the question, its answer with a ring, on a phone too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_somebody_learns_a_game(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    with serving(tmp_path, links=1) as server:
        page = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB").new_page()
        page.set_default_timeout(90_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(next(iter(server.links.values())))
        page.select_option("select[name=game]", "hurdles")
        page.click(".lessons button")
        for place in range(1, 6):
            page.wait_for_selector(f".lesson:has-text('{place} of 5')")
            sought = page.locator("#question button.sought")
            assert sought.count() == 1
            assert page.locator("#board .sought").count() >= 1
            room, button = page.locator("#question").bounding_box(), sought.bounding_box()
            assert room is not None
            assert button is not None
            assert button["y"] >= room["y"]
            assert button["y"] + button["height"] <= room["y"] + room["height"] + 1
            if place == 1:
                page.locator("#question .options button:not(.sought)").first.evaluate("each => each.click()")
                page.wait_for_selector("#notice:has-text('straight way')")
                assert "1 of 5" in page.inner_text(".lesson")
            sought.click()
        page.wait_for_selector(".lesson:has-text('so you win')")
        page.wait_for_selector("#result")
        assert not errors
