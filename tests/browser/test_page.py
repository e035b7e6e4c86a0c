"""What stands on a page and can be taken for something else, or has no room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]

ASKED = "() => document.querySelector('#question .turn') !== null"


def test_the_mark_of_a_player_is_round_has_no_letter_and_is_read_by_name(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("troyes", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    found = ana.page.evaluate(
        """() => [...document.querySelectorAll('#board tbody th .token')].map((each) => {
          const { width, height } = each.getBoundingClientRect();
          return [each.textContent, each.ariaLabel, width >= height, parseFloat(getComputedStyle(each).borderRadius) >= height / 2];
        })"""
    )
    assert found == [["1", "Ana", True, True], ["2", "Bo", True, True]]
    assert ana.troubles == []


MORE = """() => [...document.querySelectorAll('#board .scroll')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => {
  each.scrollLeft = each.scrollWidth;
  const [name, last] = [each.querySelector('tbody th'), each.querySelector('tbody tr td:last-child')].map((part) => part.getBoundingClientRect());
  const room = each.getBoundingClientRect();
  return [each.scrollLeft > 0, name.left >= room.left - 1, last.right <= room.right + 1, getComputedStyle(each).backgroundImage !== 'none'];
})"""
"""Of tables with too little room, scrolled to their end: whether they scroll, still show whose row it is, and all of the last column; and have the shade that says so."""


def test_on_a_phone_a_wide_table_scrolls_within_itself_beside_its_names(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("tournay", "Ana", "Bo")["Ana"], 390, 800, has_touch=True, is_mobile=True)
    assert ana.page.evaluate("[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]") == [
        390,
        390,
        1,
    ]
    assert ana.page.evaluate(MORE) == [[True, True, True, True]]
    assert ana.troubles == []


def test_a_button_says_what_it_costs_and_what_remains(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("troyes_dice", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    costs = ana.page.locator("#question .options button .comes").all_text_contents()
    assert "−1 fortune (2 left)" in costs
    assert ana.troubles == []


SIGNS = """(place) => [...document.querySelectorAll(place)].map((each) => each.getAttribute('href').replace('-plain', ''))"""


def test_the_legend_of_a_panel_shows_the_signs_that_the_panel_draws(browser: Browser, tables: Tables) -> None:
    """It is written with characters, `■ built`, which look unlike the drawings on a page."""
    ana = sit(browser, tables("troyes_dice", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    panel = "[aria-labelledby^=panel-sheet]"
    legend = ana.page.evaluate(SIGNS, f"{panel} .note use")
    assert legend == ["#sign-cube", "#sign-box", "#sign-cross", "#sign-drop", "#sign-ring"]
    assert {"#sign-box", "#sign-ring"} <= set(ana.page.evaluate(SIGNS, f"{panel} td use")) <= set(legend)
    assert ana.page.inner_text(f"{panel} .note").split() == ["built", "open", "lost", "link", "won", "link", "open"]
    assert ana.troubles == []
