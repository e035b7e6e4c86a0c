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
