"""How soon after its link was opened a table is drawn, at a server that has shown one before."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.table import SLOW, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

MOST: Final = 3_000
"""Milliseconds on a machine that does nothing else, which needs a fraction of them."""
TRIES: Final = 4
DRAWN: Final = """
const look = () => {
  const table = document.querySelector("#board")?.childElementCount && document.querySelector("#question h2");
  if (table) window.drawn = performance.now(); else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes the time, counted from when the link was opened, of the first picture in which the table is."""


@pytest.mark.parametrize("game", ["troyes_dice", "troyes", "tournay", "carcassonne_masons"])
def test_a_table_is_drawn_at_once(browser: Browser, tables: Callable[..., dict[str, str]], game: str) -> None:
    links = tables(game, "Ana", "Bo")
    times = [first_drawing(browser, links["Ana"])]  # the server may not have drawn this game before
    soon = False
    while not soon and len(times) <= TRIES:
        times.append(first_drawing(browser, links["Bo"]))
        soon = times[-1] < MOST * max(1.0, waiting())
    print(game, *map(round, times))  # noqa: T201 - shown with `-s`
    assert soon, times


def waiting() -> float:
    """How many processes want each processor now: so much longer everything takes."""
    return os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0


def first_drawing(browser: Browser, link: str) -> float:
    """Milliseconds until a browser that has nothing of it yet has drawn a table."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(DRAWN)
    page = context.new_page()
    page.goto(link, timeout=SLOW, wait_until="commit")
    until(page, "() => window.drawn")
    found = float(page.evaluate("() => window.drawn"))
    context.close()
    return found
