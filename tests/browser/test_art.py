"""Pictures of a game's own: on the cards of the table, whole, and who made them under Settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
WHOLE = """() => {
    const drawn = [...document.querySelectorAll('#table .face .art > svg:not(.sign)')];
    return drawn.length > 0 && drawn.every((each) => {
        const use = each.querySelector('use').getBoundingClientRect(), art = each.getBoundingClientRect();
        return use.height > 8 && use.top >= art.top - 1 && use.bottom <= art.bottom + 1;
    });
}"""


def test_icons_are_whole_and_settings_name_who_made_them(
    browser: Browser, tables: Callable[..., dict[str, str]]
) -> None:
    ana = sit(browser, tables("troyes", "Ana", "Bo")["Ana"])
    page = ana.page
    until(page, WHOLE)
    page.get_by_role("button", name="Settings").click()
    page.locator("#dialog summary").click()
    said = page.locator("#dialog details").inner_text()
    assert "Delapouite (CC BY 3.0, https://game-icons.net)" in said
    assert "windmill" in said
    assert page.locator("#dialog details a").first.get_attribute("rel") == "noopener noreferrer"
    assert ana.troubles == []
