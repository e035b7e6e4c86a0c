"""Whole games on pages, by clicking what glows; what is typed; what a page looks like, and what reaches it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import OVER, SLOW, play, serving, sit, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

GAMES = ("troyes_dice", "troyes", "tournay", "carcassonne_masons")
SMALL = ("pig", "tic_tac_toe")
TWO = ("--seats", "Ana=human,Bo=human", "--seed", "5")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking_what_glows(browser: Browser, tmp_path: Path, game: str) -> None:
    with serving(tmp_path, game, *TWO, links=5) as server:
        persons = [sit(browser, server.links["Ana"]), sit(browser, server.links["Bo"], 390, 800, has_touch=True)]
        done = play(persons)
        assert all(person.over for person in persons)
        assert done["thing"] > 20
        assert [person.troubles for person in persons] == [[], []]


@pytest.mark.parametrize("game", SMALL)
def test_a_small_game_is_played_to_its_end(browser: Browser, tmp_path: Path, game: str) -> None:
    with serving(tmp_path, game, *TWO, links=5) as server:
        persons = [sit(browser, server.links["Ana"]), sit(browser, server.links["Bo"], 390, 800)]
        play(persons, most=400)
        assert all(person.over for person in persons)
        assert [person.troubles for person in persons] == [[], []]


def test_all_that_is_done_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "tic_tac_toe", *TWO, links=5) as server:
        persons = [sit(browser, server.links["Ana"]), sit(browser, server.links["Bo"])]
        for move in range(9):
            person = persons[move % 2]
            if person.over:
                break
            person.page.wait_for_selector("#question .turn", timeout=SLOW)
            before = person.question()
            if move % 3:
                person.page.keyboard.press("1")
            else:  # by walking from thing to thing
                for _ in range(40):
                    person.page.keyboard.press("Tab")
                    if person.page.evaluate("document.activeElement.matches('#board .glows')"):
                        break
                person.page.keyboard.press("Enter")
            person.answered(before)
        until(persons[0].page, OVER)


def test_two_pages_of_a_seat_agree_and_a_double_click_is_one_move(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "tic_tac_toe", *TWO, links=5) as server:
        one, other = (sit(browser, server.links["Ana"]) for _ in range(2))
        thing = one.page.query_selector("#board .glows")
        assert thing is not None
        box = thing.bounding_box()
        assert box is not None
        one.page.mouse.dblclick(box["x"] + 5, box["y"] + 5)
        until(other.page, "() => document.querySelectorAll('#story li').length === 1")
        one.page.wait_for_timeout(300)
        assert other.page.inner_text("#story") == one.page.inner_text("#story")
        assert len(one.page.query_selector_all("#story li")) == 1


def test_a_page_comes_back_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "tic_tac_toe", *TWO, links=5) as server:
        ana = sit(browser, server.links["Ana"])
        assert ana.click_something(random.Random(1)) == "thing"
        told = ana.page.inner_text("#story")
        port = int(server.links["Ana"].split(":")[2].split("/")[0])
        server.kill()
        with serving(tmp_path, links=1, port=port):
            bo = sit(browser, server.links["Bo"])
            assert bo.page.inner_text("#story") == told
            bo.click_something(random.Random(2))
            until(ana.page, "() => document.querySelectorAll('#story li').length === 2")
            assert ana.asked


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False), (2560, False)])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_for_everybody(browser: Browser, tmp_path: Path, game: str, width: int, dark: bool) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with serving(tmp_path, game, *TWO, links=5) as server:
        scheme = "dark" if dark else "light"
        persons = [sit(browser, server.links[name], width, 900, color_scheme=scheme) for name in ("Ana", "Bo")]
        play(persons, most=12)
        page = persons[0].page
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than its window"


def test_what_glows_is_dragged_to_where_it_goes(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "breakthrough", *TWO, links=5) as server:
        page = sit(browser, server.links["Ana"]).page

        def drag(thing: str) -> None:
            middle = "e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"
            source = page.query_selector_all("#board .can.glows")[2]
            page.mouse.move(*source.evaluate(middle))
            page.mouse.down()
            page.mouse.move(600, 5, steps=4)
            until(page, "() => document.querySelector('.picked') !== null")
            target = page.query_selector(thing)
            assert target is not None
            page.mouse.move(*target.evaluate(middle), steps=4)
            page.mouse.up()

        drag("#title")  # nowhere: nothing is done
        assert page.query_selector_all("#story li") == []
        drag("#board .goal.glows")
        until(page, "() => document.querySelectorAll('#story li').length === 1")


def test_the_lobby_begins_a_table(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, links=1) as server:
        context = browser.new_context(locale="es-ES")
        page = context.new_page()
        page.goto(next(iter(server.links.values())))
        page.wait_for_selector("form select", timeout=SLOW)
        page.select_option("form select[name=game]", "pig")
        page.fill(".seat input >> nth=0", "<script>alert(1)</script>")
        page.click("button[type=submit]")
        page.wait_for_selector("#links a", timeout=SLOW)
        links = page.query_selector_all("#links a")
        assert len(links) == 4
        assert "<script>" in links[0].inner_text()
        page.goto(str(links[0].get_attribute("href")))
