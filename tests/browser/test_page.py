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


PIECES = """() => [...document.querySelectorAll('#board g.place.full')].map((each) => [
  each.getAttribute('aria-label').split(': ')[1], each.querySelector('.piece use').getAttribute('href'),
  each.querySelector('.pattern').firstChild.outerHTML.replace(/ xmlns="[^"]*"/, ''), each.querySelectorAll('text').length,
])"""


def test_the_piece_of_a_player_has_a_pattern_of_its_own_no_letter_and_is_read_by_name(
    browser: Browser, tables: Tables
) -> None:
    ana = sit(browser, tables("breakthrough", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    pieces = ana.page.evaluate(PIECES)
    assert len(pieces) == 24
    patterns = {name: {each[2] for each in pieces if each[0] == name} for name in ("Ana", "Bo")}
    assert [len(each) for each in patterns.values()] == [1, 1]
    assert patterns["Ana"] != patterns["Bo"]
    assert {(href, letters) for _, href, _, letters in pieces} == {("#sign-pawn", 0)}
    assert ana.troubles == []


def test_where_a_piece_may_go_is_a_dot_and_what_may_be_taken_has_a_ring(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("breakthrough", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    seen = """(place) => [...document.querySelectorAll(place)].map((each) => [...each.querySelectorAll('.may, .take')]
      .filter((mark) => getComputedStyle(mark).display !== 'none').map((mark) => mark.getAttribute('class')).join())"""
    assert set(ana.page.evaluate(seen, "#board .place.glows")) == {"take"}
    assert set(ana.page.evaluate(seen, "#board .place:not(.glows)")) == {""}
    ana.page.click("#board .place.glows >> nth=2")
    until(ana.page, "() => document.querySelector('#board .goal.glows') !== null")
    assert set(ana.page.evaluate(seen, "#board .goal.glows:not(.full)")) == {"may"}
    assert ana.page.evaluate("document.querySelectorAll('#board .place.picked').length") == 1
    assert ana.troubles == []


def test_a_button_says_what_it_costs_and_what_remains(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("troyes_dice", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    costs = ana.page.locator("#question .options button .comes").all_text_contents()
    assert "−1 fortune (2 left)" in costs
    assert ana.troubles == []
