"""What tables need that last for days, by clicks: notes, answers in advance, giving up, a file that another table is made of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import SLOW, serving, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Tables = Callable[..., dict[str, str]]
pytestmark = pytest.mark.browser

TEXT = "([where, text]) => document.querySelector(where)?.textContent.includes(text)"


def open_table(page: Page) -> None:
    """Open who sits where."""
    page.click("#tools button:has-text('The table')")
    page.wait_for_selector("#slow button", timeout=SLOW)


def test_a_seat_writes_notes_answers_in_advance_and_gives_up(browser: Browser, tables: Tables) -> None:
    links = tables("pig", "Ana", "Bo")
    ana, bo = sit(browser, links["Ana"]), sit(browser, links["Bo"])
    first, other = (ana, bo) if ana.asked else (bo, ana)
    open_table(first.page)
    first.page.click("#slow button:has-text('My notes')")
    first.page.fill("dialog textarea", "hold early")
    until(first.page, TEXT, ["dialog", "Saved."])
    first.page.keyboard.press("Escape")
    first.page.click("#question button:has-text('From now on')")
    first.page.select_option("dialog select >> nth=0", label="hold")
    first.page.select_option("dialog select >> nth=1", "2")
    first.page.click("dialog button.usual")
    until(first.page, TEXT, ["#question", "Stop answering “hold”"])
    assert "Stop" not in other.page.inner_text("#question"), "others are told nothing"
    other.page.click("#question [data-option]:has-text('hold')")
    until(other.page, TEXT, ["#story", "(answered in advance)"])
    open_table(first.page)
    first.page.click("#slow button:has-text('My notes')")
    first.page.wait_for_selector("dialog textarea", timeout=SLOW)
    assert first.page.input_value("dialog textarea") == "hold early"
    first.page.keyboard.press("Escape")
    open_table(other.page)
    other.page.click("#slow button:has-text('Resign')")
    other.page.click("#slow button.usual")
    until(first.page, TEXT, ["#result", "resigns."])
    first.page.set_viewport_size({"width": 390, "height": 844})
    assert "resigns." in first.page.inner_text("#question .last"), "the result lies below the table on a phone"
    other.page.keyboard.press("Escape")
    other.page.click("#result button:has-text('Rematch')")
    until(first.page, TEXT, ["#question", "Rematch"])
    assert [person.troubles for person in (ana, bo)] == [[], []]


def test_the_host_takes_a_table_elsewhere_as_a_file(browser: Browser, tables: Tables, tmp_path: Path) -> None:
    links = tables("tic_tac_toe", "Ana", "Bo")
    host, ana = sit(browser, links["host"]), sit(browser, links["Ana"])
    ana.page.click("#ground [data-options]")
    open_table(host.page)
    host.page.click("#slow button:has-text('Download')")
    with host.page.expect_download() as taken:
        host.page.click("#slow button.usual")
    taken.value.save_as(tmp_path / "taken.ruleset")
    until(ana.page, TEXT, ["#end", "has a copy of the game"])
    (tmp_path / "other.ruleset").write_text("no game", encoding="utf-8")
    with serving(tmp_path / "state", links=1) as server:
        context = browser.new_context()
        context.set_default_timeout(SLOW)
        page = context.new_page()
        page.goto(next(iter(server.links.values())))
        for name, where, text in (
            ("other", "#notice", "is not a saved game"),
            ("taken", "#story", "Ana"),
        ):
            page.set_input_files("#lobby input[type=file]", tmp_path / f"{name}.ruleset")
            page.locator(where, has_text=text).wait_for()  # over the change to the page of the table
        context.close()
    assert [person.troubles for person in (host, ana)] == [[], []]
