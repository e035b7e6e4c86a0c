"""A game in one HTML file, opened from the disk without a network: against a bot and at one screen, saved over a reload."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

from ruleset_core.play.records import read_record
from ruleset_core.web.single_file.html_export import HtmlExport, export_html
from tests.bench import single_file
from tests.browser.table import SLOW
from tests.sampled import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

LARGEST = 9_500_000
"""Bytes of a file."""
LONGEST = 300
"""Milliseconds that a page waits for an answer, on a machine that has nothing else to do."""


OVER = 7
"""Moves of a game of tic-tac-toe in which both always take the first cell that is free."""


@pytest.fixture(scope="module")
def file(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("file") / "tic_tac_toe.html"
    found.write_text(export_html(HtmlExport("tic_tac_toe"), pyodide), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def hidden(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("file") / "kuhn_poker.html"
    found.write_text(export_html(HtmlExport("kuhn_poker"), pyodide), encoding="utf-8")
    return found


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 740}, locale="en-GB")
    context.set_default_timeout(SLOW)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    yield page
    assert not [url for url in asked if url.startswith("http")], "a file asks nobody"
    context.close()


def test_it_is_small_and_names_nothing_of_this_machine(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert str(Path(__file__).resolve().parents[2]) not in text
    assert str(Path.home()) not in text


def test_a_game_against_a_bot_goes_on_after_a_reload(opened: Page) -> None:
    frame = opened.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    frame.locator("#ground [data-options]").first.click()
    frame.locator("#question .turn").wait_for()
    opened.reload()
    frame.get_by_role("button", name="Go on").click()
    frame.locator("#question .turn").wait_for()
    assert frame.locator("#ground .piece").count() == 2


def begin_for_two(page: Page) -> FrameLocator:
    """Begin a game for two persons at the screen."""
    frame = page.frame_locator("#page")
    frame.locator(".seat").nth(1).locator("select[name=kind]").select_option("human")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    return frame


def test_two_persons_play_on_where_nothing_is_hidden(opened: Page) -> None:
    frame = begin_for_two(opened)
    for place in range(3):
        frame.locator(".person.own.asked", has_text=f"Player {place % 2 + 1}").wait_for()
        frame.locator("#ground [data-options]").first.click()
        frame.locator("#ground .piece").nth(place).wait_for()
        frame.locator("#question .turn").wait_for()
        assert not opened.locator("#bar").is_visible()


def test_two_persons_hand_the_screen_over_where_they_have_secrets(browser: Browser, hidden: Path) -> None:
    page = browser.new_context(offline=True, viewport={"width": 390, "height": 740}, locale="en-GB").new_page()
    page.set_default_timeout(SLOW)
    page.goto(hidden.as_uri())
    frame = begin_for_two(page)
    frame.locator("#question .options button").first.click()
    page.locator("#bar button").click()
    page.locator("#cover button").wait_for()
    assert not page.locator("#page").is_visible()
    page.locator("#cover button").click()
    frame.locator("#question .turn").wait_for()
    assert page.locator("#page").is_visible()
    for _ in range(12):  # as often as they like: a page that is left does not go on looking
        page.evaluate("go(place.pathname + place.hash)")
        frame.locator("#question .turn").wait_for()


def test_a_game_is_saved_to_a_file(opened: Page) -> None:
    frame = opened.frame_locator("#page")
    frame.locator("button.usual").click()
    frame.locator("#question .turn").wait_for()
    with opened.expect_download() as download:
        opened.locator("#tools button").nth(1).click()
    assert read_record(Path(download.value.path())).header.game == "tic_tac_toe"


LEARNING = {
    "en": ("Learn:", "New game"), "es": ("Aprender:", "Partida nueva"), "fr": ("Apprendre", "Nouvelle partie"),
}  # fmt: skip
"""What buttons are called in each language."""


@pytest.mark.parametrize("lang", sampled(LEARNING, {"fr"}))
def test_somebody_learns_a_game(opened: Page, lang: str) -> None:
    learn, begin = LEARNING[lang]
    frame = opened.frame_locator("#page")
    frame.locator("#tools select").select_option(lang)
    frame.get_by_role("button", name=learn).wait_for()
    assert frame.locator("#lobby form > label select").count() == 2, (
        "which game, and the pace of bots: nobody can watch"
    )
    frame.get_by_role("button", name=learn).click()
    for place in range(1, 4):
        frame.locator(".lesson", has_text=re.compile(f"{place} (of|de|sur) 3")).wait_for()
        frame.locator("#question button.sought").click()
    frame.locator("#result").wait_for()
    assert opened.locator("#tools button").first.inner_text() == begin


def test_two_persons_play_by_message(browser: Browser, file: Path) -> None:
    """Each has a copy of the file, and nothing but codes goes from one to the other."""
    copies = []
    for name, locale in (("Ana", "en-GB"), ("Bo", "fr-FR")):
        context = browser.new_context(offline=True, viewport={"width": 390, "height": 740}, locale=locale)
        context.set_default_timeout(SLOW)
        page = context.new_page()
        page.goto(file.as_uri())
        copies.append((page, page.frame_locator("#page"), name))
    (_, first, _), (_, second, _) = copies
    for seat, (_, _, name) in enumerate(copies):
        first.locator(".seat").nth(seat).locator("[name=name]").fill(name)
        first.locator(".seat").nth(seat).locator("[name=kind]").select_option("human")
    first.get_by_label("By message").check()
    first.locator("button.usual").click()
    second.locator(".message summary").click()
    second.locator(".message textarea").fill("AQZ_SEiLVirJTI4v")
    second.locator(".message button").click()
    second.get_by_role("status").filter(has_text="Ce code n’est pas complet").wait_for()
    code = ""
    for move in range(OVER + 1):
        _, frame, _ = copies[move % 2]
        if code:
            (frame.locator(".message textarea") if move == 1 else frame.locator("dialog textarea").last).fill(code)
            frame.locator(".message, dialog").get_by_role(
                "button", name=re.compile("Go on|Continuer|Reprendre")
            ).click()
            frame.locator("#ground .piece").nth(move - 1).wait_for()
        if move == OVER:
            frame.locator("#result", has_text="Ana").wait_for()
            return
        frame.locator("#question .turn").wait_for()
        frame.locator("#ground [data-options]").first.click()
        sent = frame.locator("dialog[open] textarea[readonly]")
        sent.wait_for()
        assert sent.input_value() != code
        code = sent.input_value()
        assert len(code) < 200


@pytest.mark.slow
def test_a_page_is_answered_while_a_bot_thinks(browser: Browser, pyodide: Path, tmp_path: Path) -> None:
    """The second thought: before the first one the worker makes what it keeps."""
    page = single_file.opened(browser, single_file.export("troyes", pyodide, tmp_path))
    page.frame_locator("#page").locator("button.usual").wait_for()
    meter = single_file.Meter(browser)
    for _ in range(2):
        page.evaluate(single_file.TABLE, ["troyes", ["strong", "human"]])
        begun, worked = time.monotonic(), meter.waited_for()
        waits = page.evaluate(single_file.WAITS)
        slower = (time.monotonic() - begun) / (meter.waited_for() - worked)  # it works all the time, unless others do
    assert len(waits) > 3
    assert median(waits) < LONGEST * max(1, slower), waits
