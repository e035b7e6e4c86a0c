"""Shapes on a page: picked part by part, with a preview of what they would cover, by mouse and by finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.boards.test_shapes import HEXES, write
from tests.browser.table import serving, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
COVERED = "() => [...document.querySelectorAll('.covered')].map((each) => each.dataset.name).sort().join()"
LAID = "() => document.querySelectorAll('#story li').length === 1"
PANEL = "[aria-labelledby^=panel-forms]"


@pytest.fixture(scope="module", params=["squares", "hexes"])
def link(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    directory = tmp_path_factory.mktemp("shapes")
    parts = () if request.param == "squares" else (HEXES, "{hexes: [5, 5]}")
    path = write(directory / "laying", *parts)
    with serving(directory / "state", str(path), "--seats", "Ana=human,Bo=human", "--seed", "5", links=5) as server:
        yield request.param, server.links["Ana"]


FORMS = {"squares": ("bend_90", 4), "hexes": ("bend_60", 2)}
"""The form that is picked, and how many there are of its shape."""
WOULD_COVER = "c3,d2,d3"
"""What it covers with its first square on d3."""


def test_a_mouse_sees_what_it_would_cover(browser: Browser, link: tuple[str, str]) -> None:
    grid, address = link
    person = sit(browser, address)
    page = person.page
    page.click(f'{PANEL} [data-identity="tile:bend"]')
    shown = page.locator(f"{PANEL} .laid:visible")
    form, count = FORMS[grid]
    assert shown.count() == count + 1  # with what was picked
    page.click(f'{PANEL} [data-identity="form:{form}"]')
    page.hover('[data-identity="cell:d3"]')
    until(page, f"() => ({COVERED})() === '{WOULD_COVER}'")
    page.hover("#question")
    page.keyboard.press("Escape")
    assert person.troubles == []
    person.context.close()


def test_a_finger_sees_it_before_it_answers(browser: Browser, link: tuple[str, str]) -> None:
    grid, address = link
    person = sit(browser, address, 390, 800, has_touch=True, is_mobile=True)
    page = person.page
    page.tap(f'{PANEL} [data-identity="tile:bend"]')
    page.tap(f'{PANEL} [data-identity="form:{FORMS[grid][0]}"]')
    page.tap('[data-identity="cell:d3"]')
    until(page, f"() => ({COVERED})() === '{WOULD_COVER}'")
    assert not page.evaluate(LAID)
    page.tap('[data-identity="cell:d3"]')
    until(page, LAID)
    assert person.troubles == []
    person.context.close()
