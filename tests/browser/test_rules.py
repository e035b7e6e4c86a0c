"""The rules on the page of a table, opened at what is asked now; on a phone, too."""

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
OPEN = "() => document.querySelector('#dialog[open] .rules .wanted') !== null"


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (360, 640)])
def test_the_button_opens_the_rules_at_what_is_asked(browser: Browser, tables: Tables, width: int, height: int) -> None:
    ana = sit(browser, tables("creels", "Ana", "Bo")["Ana"], width, height)
    until(ana.page, ASKED)
    button = ana.page.get_by_role("button", name="Rules", exact=True)
    if not button.is_visible():
        ana.page.locator("[aria-controls=tools]").click()
    button.click()
    until(ana.page, OPEN)
    assert ana.page.locator(".rules details[open] > summary").all_text_contents() == ["Course of the game"]
    assert ana.page.locator(".rules .wanted h3").all_text_contents() == ["Boast or doubt"]
    assert ana.page.evaluate("() => document.querySelector('#dialog').scrollWidth <= innerWidth")
    assert ana.page.locator(".rules .wanted").evaluate("(each) => each.getBoundingClientRect().top < innerHeight")
    assert ana.troubles == []


def test_what_is_looked_up_leads_to_its_paragraph(browser: Browser, tables: Tables) -> None:
    ana = sit(browser, tables("pig", "Ana", "Bo")["Ana"])
    until(ana.page, ASKED)
    ana.page.keyboard.press("?")
    ana.page.locator("#dialog input").fill("pot")
    until(ana.page, "() => document.querySelector('#dialog .found summary b')?.textContent === 'pot'")
    found = ana.page.locator("#dialog .found details").first
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    found.get_by_role("button", name="Your turn").click()
    until(ana.page, OPEN)
    assert ana.page.locator(".rules .wanted h3").all_text_contents() == ["Your turn"]
    assert ana.troubles == []
