"""By finger: things are dragged where they go, on squares and on boards that are pictures, and a long press shows what a mouse that rests does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.table import SLOW, finger, middle, serving, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
Tables = Callable[..., dict[str, str]]
MOVED = "() => document.querySelectorAll('#story li').length === 1"
EXAMPLE = Path(__file__).parents[2] / "examples" / "breakthrough" / "game.yaml"


def drag(page: Page, source: Any, target: Any) -> None:
    """Take something along with a finger."""
    touch, start = finger(page), middle(source)
    touch("touchStart", [start])
    touch("touchMove", [(start[0] + 3, start[1] - 12)])
    until(page, "() => document.querySelector('.picked') !== null")
    end = target.evaluate(
        "e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"
    )
    touch("touchMove", [tuple(end)])
    touch("touchEnd", [])


def on_hexes(directory: Path) -> Path:
    """Breakthrough on a board of hexes, which is drawn as a picture."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for before, after in (
        ("game: breakthrough", "game: aslant"),
        ("grid: {squares: [6, 6]}", "grid: {hexes: [6, 6]}"),
        ("b in a.around", "b in a.near"),
    ):
        assert before in text
        text = text.replace(before, after)
    (directory / "game.yaml").write_text(text, encoding="utf-8")
    return directory


def test_a_finger_drags_on_squares_and_pictures(browser: Browser, tables: Tables, tmp_path: Path) -> None:
    (aslant := tmp_path / "aslant").mkdir()
    two = ("--seats", "Ana=human,Bo=human", "--seed", "5")
    with serving(tmp_path / "state", str(on_hexes(aslant)), *two, links=5) as server:
        for link, drawn in (
            (tables("breakthrough", "Ana", "Bo")["Ana"], ".squares"),
            (server.links["Ana"], "svg.hexes"),
        ):
            page = sit(browser, link, 390, 800, has_touch=True, is_mobile=True).page
            source = page.query_selector_all(f"{drawn} .can.glows")[2]
            page.evaluate("scrollTo(0, 0)")
            option = str(source.get_attribute("data-options")).split()[0]
            goal = page.query_selector(f'{drawn} [data-goals~="{option}"]')
            drag(page, source, goal)
            until(page, MOVED)


def test_a_long_press_tells_what_a_mouse_that_rests_is_told(browser: Browser, tables: Tables) -> None:
    link = tables("troyes_dice", "Ana", "Bo")["Ana"]
    by_mouse = sit(browser, link).page
    by_finger = sit(browser, link, 390, 800, has_touch=True, is_mobile=True).page
    shown = []
    for page in (by_mouse, by_finger):
        things = page.query_selector_all("#board .thing.glows")
        place = middle(things[0])
        if page is by_mouse:
            page.mouse.move(*place)
        else:
            touch = finger(page)
            touch("touchStart", [place])
        page.wait_for_selector("#tip:not([hidden])", timeout=SLOW)
        shown.append(page.inner_text("#tip"))
    touch("touchEnd", [])
    by_finger.wait_for_timeout(400)
    assert shown[0] == shown[1] != ""
    assert by_finger.query_selector("#question .turn") is not None  # whoever looks does not answer
    assert by_finger.query_selector(".picked") is None


def test_what_a_long_press_tells_goes_by_a_tap_elsewhere(browser: Browser, tables: Tables) -> None:
    page = sit(browser, tables("troyes_dice", "Ana", "Bo")["Ana"], 390, 800, has_touch=True, is_mobile=True).page
    touch, place = finger(page), middle(page.query_selector("#board .thing.glows"))
    touch("touchStart", [place])
    page.wait_for_selector("#tip:not([hidden])", timeout=SLOW)
    before = page.inner_text("#question")
    touch("touchEnd", [])
    page.wait_for_timeout(300)
    assert page.inner_text("#question") == before  # whoever looks does not answer
    assert page.is_visible("#tip")  # it stays when the finger goes
    page.touchscreen.tap(2, 2)
    until(page, "() => document.querySelector('#tip').hidden")


def test_on_a_phone_a_hint_is_named_and_a_question_mark_explains(browser: Browser, tables: Tables) -> None:
    page = sit(browser, tables("breakthrough", "Ana", "Bo")["Ana"], 390, 800, has_touch=True, is_mobile=True).page
    shown = "all => all.map(each => [each.textContent, each.dataset.short])"
    tools = page.eval_on_selector_all("#question .tools button", shown)
    assert ["Hint", None] in tools
    assert ["What is this?", "?"] in tools
